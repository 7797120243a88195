const unseen = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu

/** Whether there is nothing in it but what nobody sees: white space, and marks that have no width. */
export const isBlank = (text: string): boolean => text.replace(unseen, '') === ''
