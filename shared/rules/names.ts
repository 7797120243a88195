/** A person's full name as it is shown. One-word names have no last name. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/**
 * A name that was typed elsewhere than in Touchline, as its profile would take it: on one line, of at most 64 characters.
 */
export const asName = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 64)
    // No half of a character at the end.
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()

/** Splits a name as it is written into first and last: the first word, and the rest. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/u)
  return { firstName, lastName: rest.join(' ') }
}

/** Roster order: by last name, then first, as a reader of that language expects; stable for equal names. */
export const byName = (
  a: { firstName: string; lastName: string },
  b: { firstName: string; lastName: string },
): number => rosterOrder.compare(sortName(a), sortName(b))

/** Order of teams and organizations: by name, numbers by their value, so that U8 comes before U10. */
export const byTitle = (a: { name: string }, b: { name: string }): number => titleOrder.compare(a.name, b.name)

const titleOrder = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const rosterOrder = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: false })
const sortName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  lastName ? `${lastName}, ${firstName}` : firstName
