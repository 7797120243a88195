/** The message from a page that makes a waiting version take over. */
export const takeOver = 'take over'
