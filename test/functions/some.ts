/** All in the long run; in the short one so many, and at each place others. */
export const some = <T>(list: readonly T[], place: number, many: number): T[] =>
  process.env['RUNS'] || list.length <= many
    ? [...list]
    : Array.from({ length: many }, (_, i) => list[(place * many + i) % list.length] as T)

/** How often what may go either way is tried: in the long run so often, in the short one a few times. */
export const tries = (long: number, short = 3): number => (process.env['RUNS'] ? long : short)

/** Whether the line at a place is looked at: each in the long run, in the short one every so many-th. */
export const isOfShare = (place: number, every: number): boolean =>
  process.env['RUNS'] !== undefined || place % every === 0
