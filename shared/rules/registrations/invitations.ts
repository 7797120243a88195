/** The most people invited at once, and to one registration in total. */
export const mostInvitedAtOnce = 100
export const mostInvited = 2000
