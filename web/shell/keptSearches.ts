/** Search states of lists, by user and history entry. In memory only. */
export const kept = new Map<string, unknown>()
