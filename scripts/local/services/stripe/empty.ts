/** Null fields by their names. */
export const empty = (names: string): Record<string, null> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, null]))
