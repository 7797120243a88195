/**
 * Which part of a list the short run tests: drawn at random when the run begins, so that each run tests another; see
 * `vitest.config.ts`.
 */
const turn = Number(process.env['TURN'] ?? 0)

/** The whole list in the long run; in the short run `many` of its entries, which differ by place and turn. */
export const some = <T>(list: readonly T[], place: number, many: number): T[] =>
  process.env['RUNS'] || list.length <= many
    ? [...list]
    : Array.from({ length: many }, (_, i) => list[((place + turn) * many + i) % list.length] as T)

/** Number of attempts for tests with random outcomes: `long` in the long run, a few in the short run. */
export const tries = (long: number, short = 3): number => (process.env['RUNS'] ? long : short)

/** Whether to check the entry at this place: every one in the long run, one in `every` in the short run. */
export const isOfShare = (place: number, every: number): boolean =>
  process.env['RUNS'] !== undefined || place % every === 0

/** Like `isOfShare`, with other entries in each turn: for entries that do not depend on the ones before them. */
export const isInTurn = (place: number, every: number): boolean => isOfShare(place + turn, every)
