/**
 * Looks at every call of what stands in for a provider, and at every event that it sends; what it finds in a call that should not be
 * is answered in place of the answer.
 */
export type Watch<Asked> = { call: (asked: Asked) => readonly string[]; event: (event: object) => void }
