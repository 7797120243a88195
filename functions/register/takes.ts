import { Problem } from '#shared/problems.ts'
import { countNames, registrationCounts, type RegistrationEntry } from '../table/registrationEntries.ts'
import { type Child, lackingOf, type Limited, type Take, type Taken, takesOf } from '../table/registrationLimits.ts'
import { mostAtOnce } from '../table/table.ts'
import type { Write } from '../table/writes.ts'

/**
 * The writes that take all of it, each refused when there is not as much left: so nothing is ever sold that is not there,
 * whoever else takes some at the same instant.
 */
export const takes = (registration: Limited, children: readonly Child[]): Write[] =>
  takesOf(registration, children).map(({ name, many, limit, otherwise }) => {
    // The first ones to take something find no count: then its condition is not asked.
    if (limit !== null && many > limit) throw new Problem(otherwise)
    return registrationCounts.take({ registrationId: registration.registrationId, name }, many, limit, otherwise)
  })

/** The options and add-ons that these children have chosen, by the names of their counts. */
const kindsOf = (children: readonly Child[]): Set<string> =>
  new Set(
    children.flatMap(({ optionIds, addOns }) => [
      ...optionIds.map(countNames.option),
      ...addOns.map(({ addOnId }) => countNames.addOn(addOnId)),
    ]),
  )

/** Of who waits: takes nothing yet, but what they have chosen is not taken away at the same instant, unseen. */
export const touches = (registrationId: string, children: readonly Child[]): Write[] =>
  [...kindsOf(children)].map((name) => registrationCounts.touch({ registrationId, name }))

/**
 * Whether all that is written when these children are registered fits in one transaction, beside what only a club with many
 * options and add-ons has: for each child three writes, one for each of their files, and six for the family. Where waiting
 * costs something, five for each child who waits, and six for the family.
 */
export function fitsAtOnce(children: readonly Child[], files = 0, waitingCosts = false): boolean {
  const writes = waitingCosts ? 5 * children.length + 6 : 3 * children.length + 6
  return writes + files + kindsOf(children).size <= mostAtOnce
}

/** Of children in their order those for whom there is no place in an option that they have chosen. */
export function withoutOption<C extends Child>(registration: Limited, children: readonly C[], taken: Taken): C[] {
  const fit: C[] = []
  return children.filter((child) => {
    const lacks = lackingOf(registration, [...fit, child], taken).some(({ otherwise }) => otherwise === 'option_full')
    if (!lacks) fit.push(child)
    return lacks
  })
}

/**
 * Those who can be registered at once, before those for whose option there is no place: in that order they are priced, so that
 * what the first ones cost with the others is what they cost by themselves.
 */
export function placedFirst<C extends Child>(registration: Limited, children: readonly C[], taken: Taken): C[] {
  const waiting = new Set(withoutOption(registration, children, taken))
  return [...children.filter((child) => !waiting.has(child)), ...waiting]
}

/** Refuses what there is not enough of: whoever comes too late need not try. */
export function checkLeft(registration: Limited, children: readonly Child[], taken: Taken): void {
  const [lacking] = lackingOf(registration, children, taken)
  if (lacking) throw new Problem(lacking.otherwise)
}

/**
 * Of who chooses something else: takes what they had not, and gives back what they have no more. As many of an add-on may be of
 * other kinds than before: it is touched, so that those are not taken away at the same instant, unseen.
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

/** The writes that give back what a child took. */
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
