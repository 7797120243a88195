import { Problem } from '#shared/problems.ts'
import { countNames, registrationCounts, type RegistrationEntry } from '../table/registrationEntries.ts'
import { type Child, lackingOf, type Limited, type Take, type Taken, takesOf } from '../table/registrationLimits.ts'
import { mostAtOnce } from '../table/table.ts'
import type { Write } from '../table/writes.ts'

/**
 * Writes that take everything the children chose, each refused if not enough is left: nothing is ever oversold, even by
 * concurrent requests.
 */
export const takes = (registration: Limited, children: readonly Child[]): Write[] =>
  takesOf(registration, children).map(({ name, many, limit, otherwise }) => {
    // The first write finds no count item, so its condition is not checked.
    if (limit !== null && many > limit) throw new Problem(otherwise)
    return registrationCounts.take({ registrationId: registration.registrationId, name }, many, limit, otherwise)
  })

/** The options and add-ons that these children chose, by the names of their counts. */
const kindsOf = (children: readonly Child[]): Set<string> =>
  new Set(
    children.flatMap(({ optionIds, addOns }) => [
      ...optionIds.map(countNames.option),
      ...addOns.map(({ addOnId }) => countNames.addOn(addOnId)),
    ]),
  )

/** For waiting children: takes nothing yet, but conflicts with a concurrent removal of what they chose. */
export const touches = (registrationId: string, children: readonly Child[]): Write[] =>
  [...kindsOf(children)].map((name) => registrationCounts.touch({ registrationId, name }))

/**
 * Whether all writes for registering these children fit in one transaction, beside those that only a club with many options and
 * add-ons needs: three per child, one per file, and six per family. If waiting costs a deposit: five per waiting child, and six
 * per family.
 */
export function fitsAtOnce(children: readonly Child[], files = 0, waitingCosts = false): boolean {
  const writes = waitingCosts ? 5 * children.length + 6 : 3 * children.length + 6
  return writes + files + kindsOf(children).size <= mostAtOnce
}

/** The children, in order, for whom a chosen option has no place left. */
export function withoutOption<C extends Child>(registration: Limited, children: readonly C[], taken: Taken): C[] {
  const fit: C[] = []
  return children.filter((child) => {
    const lacks = lackingOf(registration, [...fit, child], taken).some(({ otherwise }) => otherwise === 'option_full')
    if (!lacks) fit.push(child)
    return lacks
  })
}

/**
 * Children who can be registered at once come before those whose option is full. Prices follow that order, so that the first ones
 * cost the same with and without the others.
 */
export function placedFirst<C extends Child>(registration: Limited, children: readonly C[], taken: Taken): C[] {
  const waiting = new Set(withoutOption(registration, children, taken))
  return [...children.filter((child) => !waiting.has(child)), ...waiting]
}

/** Refuses what is sold out, before anything is tried. */
export function checkLeft(registration: Limited, children: readonly Child[], taken: Taken): void {
  const [lacking] = lackingOf(registration, children, taken)
  if (lacking) throw new Problem(lacking.otherwise)
}

/**
 * For a changed choice: takes what is new, and gives back what was dropped. An add-on with the same quantity may have other kinds
 * than before: its count is touched, so that a concurrent removal of those conflicts.
 */
export function takesInstead(registration: Limited, had: Child, wants: Child): Write[] {
  const { registrationId } = registration
  const [before, after] = [takesOf(registration, [had]), takesOf(registration, [wants])]
  const addOns = new Set(wants.addOns.map(({ addOnId }) => countNames.addOn(addOnId)))
  const manyOf = (all: readonly Take[], wanted: string) => all.find(({ name }) => name === wanted)?.many ?? 0
  return [
    ...after.flatMap(({ name, many, limit, otherwise }) => {
      const more = many - manyOf(before, name)
      if (more === 0 && addOns.has(name)) return registrationCounts.touch({ registrationId, name })
      if (more <= 0) return []
      if (limit !== null && more > limit) throw new Problem(otherwise)
      return registrationCounts.take({ registrationId, name }, more, limit, otherwise)
    }),
    ...before.flatMap(({ name, many }) => {
      const less = many - manyOf(after, name)
      return less > 0 ? registrationCounts.giveBack({ registrationId, name }, less) : []
    }),
  ]
}

/** Writes that give back what a child took. */
export function givesBack({ registrationId, optionIds, addOns, promoCodeId }: RegistrationEntry): Write[] {
  const back = (name: string, many = 1) => registrationCounts.giveBack({ registrationId, name }, many)
  const quantities = new Map<string, number>()
  for (const { addOnId, quantity } of addOns) quantities.set(addOnId, (quantities.get(addOnId) ?? 0) + quantity)
  return [
    back(countNames.places),
    ...optionIds.map((id) => back(countNames.option(id))),
    ...[...quantities].filter(([, many]) => many > 0).map(([id, many]) => back(countNames.addOn(id), many)),
    ...(promoCodeId === undefined ? [] : [back(countNames.promo(promoCodeId))]),
  ]
}
