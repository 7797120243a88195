/** How many passkeys one person may have: the user pool takes no more, and lists as many at once. */
export const maxPasskeys = 20
