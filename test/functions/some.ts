/**
 * Which part of a whole the short run has its turn with: drawn where the run begins, so that each run has another; see
 * `vitest.config.ts`.
 */
const turn = Number(process.env['TURN'] ?? 0)

/** All in the long run; in the short one so many, and at each place and in each turn others. */
export const some = <T>(list: readonly T[], place: number, many: number): T[] =>
  process.env['RUNS'] || list.length <= many
    ? [...list]
    : Array.from({ length: many }, (_, i) => list[((place + turn) * many + i) % list.length] as T)

/** How often what may go either way is tried: in the long run so often, in the short one a few times. */
export const tries = (long: number, short = 3): number => (process.env['RUNS'] ? long : short)

/** Whether the line at a place is looked at: each in the long run, in the short one every so many-th. */
export const isOfShare = (place: number, every: number): boolean =>
  process.env['RUNS'] !== undefined || place % every === 0

/** The same, in each turn for others: where what is found of a line does not hang on the lines before it. */
export const isInTurn = (place: number, every: number): boolean => isOfShare(place + turn, every)
