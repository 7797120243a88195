/** Support questions to Touchline's staff. */

/** The state of a thread: waiting for an answer, answered, or done. */
export const supportStates = ['waiting', 'answered', 'done'] as const
export type SupportState = (typeof supportStates)[number]

/** Minutes until an unanswered question is also mailed to the support mailbox. */
export const minutesUnanswered = 10
/** Minutes until an unseen answer is mailed to the person who asked. */
export const minutesUnseen = 5
/** The most messages per user and day. */
export const maxMessagesPerDay = 100
/** Hours that a visitor's thread is kept after its last message: a year. */
export const visitorsKeptHours = 24 * 365
