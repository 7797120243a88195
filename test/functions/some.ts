/** All in the long run; in the short one so many, and at each place others. */
export const some = <T>(list: readonly T[], place: number, many: number): T[] =>
  process.env['RUNS'] || list.length <= many
    ? [...list]
    : Array.from({ length: many }, (_, i) => list[(place * many + i) % list.length] as T)
