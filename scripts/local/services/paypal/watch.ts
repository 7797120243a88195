/** A call as it was asked and answered. */
export type Asked = { method: string; path: string; body: unknown; status: number; answer: unknown }
/** Looks at every call and every event; what it finds in a call that should not be is answered in place of the answer. */
export type Watch = { call: (asked: Asked) => readonly string[]; event: (event: object) => void }
