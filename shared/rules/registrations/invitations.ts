/** As many people are invited at once, and to one registration in all. */
export const mostInvitedAtOnce = 100
export const mostInvited = 2000
