/** The most people invited at once, and to one registration in total. */
export const maxInvitedAtOnce = 100
export const maxInvited = 2000
