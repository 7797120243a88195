import type { Stamp } from '#functions/table/writes.ts'

/** Who puts in what the benchmark measures with, and when. */
export const stamp: Stamp = { actor: 'the-bench', at: new Date().toISOString() }
