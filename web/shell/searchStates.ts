/** Search states of lists, by user and history entry. In memory only. */
export const searchStates = new Map<string, unknown>()
