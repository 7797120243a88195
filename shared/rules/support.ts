/** Asking the product's own people. */

/** Where a conversation stands: somebody waits for an answer, has one, or nothing more is to be said. */
export const supportStates = ['waiting', 'answered', 'done'] as const
export type SupportState = (typeof supportStates)[number]

/** So many minutes a question waits before it is mailed to the product's own mailbox too. */
export const minutesUnanswered = 10
/** So many minutes an answer waits to be seen before it is mailed to who asked. */
export const minutesUnseen = 5
/** So many messages somebody sends on one day. */
export const mostMessagesADay = 100
/** So many hours what a stranger has asked is kept after it was last talked of: a year. */
export const visitorsKeptHours = 24 * 365
