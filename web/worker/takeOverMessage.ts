/** The message from a page that makes a waiting version take over. */
export const takeOverMessage = 'take over'
