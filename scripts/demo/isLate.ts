/** An answer of the table that did not come in time, as its client says it or as our own problem. */
export const isLate = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || ('code' in error && error.code === 'busy'))
