/** A person's full name as shown. One-word names have no last name. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/** Replaces an erased name, in stored data of any language. Shown in the reader's language (`nameText`, `displayName`). */
export const former = { firstName: 'Former', lastName: 'member' }
export const formerName = 'Former member'

/** Roster order: by last name, then first, in the language's collation; stable for equal names. */
export const byName = (
  a: { firstName: string; lastName: string },
  b: { firstName: string; lastName: string },
): number => rosterOrder.compare(sortName(a), sortName(b))

/** Order of teams and organizations: by name, with numbers by value, so that U8 comes before U10. */
export const byTitle = (a: { name: string }, b: { name: string }): number => titleOrder.compare(a.name, b.name)

/** Compares titles: numbers by value, ignoring case. */
export const titleOrder = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const rosterOrder = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: false })
const sortName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  lastName ? `${lastName}, ${firstName}` : firstName
