/** Whether the table's response timed out, as reported by its client or as our own problem. */
export const isLate = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || ('code' in error && error.code === 'busy'))
