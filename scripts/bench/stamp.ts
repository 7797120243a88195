import type { Stamp } from '#functions/table/writes.ts'

/** The stamp of the benchmark's own writes. */
export const stamp: Stamp = { actor: 'the-bench', at: new Date().toISOString() }
