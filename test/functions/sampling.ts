/**
 * Which part of a list the short run tests: drawn at random when the run begins, so that each run tests another; see
 * `vitest.config.ts`.
 */
const turn = Number(process.env['TURN'] ?? 0)

/** The whole list in the long run; in the short run `count` of its entries, which differ by place and turn. */
export const sample = <T>(list: readonly T[], place: number, count: number): T[] =>
  process.env['RUNS'] || list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, i) => list[((place + turn) * count + i) % list.length] as T)

/** Number of attempts for tests with random outcomes: `long` in the long run, a few in the short run. */
export const repetitions = (long: number, short = 3): number => (process.env['RUNS'] ? long : short)

/** Whether to check the entry at this place: every one in the long run, one in `oneIn` in the short run. */
export const isSampled = (place: number, oneIn: number): boolean =>
  process.env['RUNS'] !== undefined || place % oneIn === 0

/** Like `isSampled`, with other entries in each turn: for entries that do not depend on the ones before them. */
export const isSampledThisTurn = (place: number, oneIn: number): boolean => isSampled(place + turn, oneIn)
