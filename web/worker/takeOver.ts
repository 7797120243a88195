/** What a page says to a version that waits, once somebody wants it. */
export const takeOver = 'take over'
