import { derivedPart } from '#functions/table/derivedPart.ts'

/** Part of an id that is the same at every seeding, so that seeding again finds what is there. */
export const demoPart = (
  letter: 'a' | 'o' | 't' | 'p' | 'e' | 'v' | 'd' | 'w' | 'f' | 'k' | 'r' | 'h' | 'q' | 'm' | 'c' | 's',
  name: string,
): string => derivedPart(letter, `touchline demo ${letter} ${name}`)
