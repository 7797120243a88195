/**
 * Observes every call of a provider's stand-in, and every event that it sends; problems that `call` returns are sent
 * instead of the response.
 */
export type Watch<Asked> = { call: (asked: Asked) => readonly string[]; event: (event: object) => void }
