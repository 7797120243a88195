/** Whether an error is a timeout of the table, as its client's error or as our own problem. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || ('code' in error && error.code === 'busy'))
