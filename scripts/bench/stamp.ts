import type { Stamp } from '#functions/table/writes.ts'

/** The author and time of the benchmark's own data. */
export const stamp: Stamp = { actor: 'the-bench', at: new Date().toISOString() }
