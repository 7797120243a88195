const invisible = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu

/** Whether a text has only invisible characters: white space, and characters without width. */
export const isBlank = (text: string): boolean => text.replace(invisible, '') === ''
