/**
 * Checks every call of a provider's stand-in and every event that it sends. If it finds errors in a call, the stand-in returns these
 * instead of a response.
 */
export type Watch<Asked> = { call: (asked: Asked) => readonly string[]; event: (event: object) => void }
