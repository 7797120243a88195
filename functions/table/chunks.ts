/** A list in chunks of at most `max` elements. */
export const chunks = <T>(list: readonly T[], max: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / max) }, (_, i) => list.slice(i * max, (i + 1) * max))
