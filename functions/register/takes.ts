import type { Filled, RegistrationEntry } from '../table/registrationEntries.ts'
import { countNames, registrationCounts } from '../table/registrationEntries.ts'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { mostAtOnce } from '../table/table.ts'
import type { Write } from '../table/writes.ts'
import type { WholeRegistration } from '../table/registrations.ts'

type Limited = WholeRegistration & { registrationId: string }

type Take = { name: string; many: number; limit: number | null; otherwise: ProblemCode }
type Child = Pick<Filled, 'optionIds' | 'addOns'> & { promoCodeId?: string | undefined }

/**
 * Everything of which there is only so much that these children take together, each once. By what they have chosen and not by
 * what is offered now: who has waited may have chosen what the club has taken away since, and it is given back one day.
 */
function takesOf({ registration, options, addOns, promoCodes }: Limited, children: readonly Child[]): Take[] {
  const sum = (of: (child: Child) => number) => children.reduce((all, child) => all + of(child), 0)
  const quantity = (child: Child, id: string) =>
    child.addOns.reduce((all, { addOnId, quantity: many }) => all + (addOnId === id ? many : 0), 0)
  const chosen = (of: (child: Child) => readonly (string | undefined)[]) =>
    [...new Set(children.flatMap(of))].filter((id) => id !== undefined)
  const all: Take[] = [
    { name: countNames.places, many: children.length, limit: registration.places, otherwise: 'registration_full' },
    ...chosen(({ optionIds }) => optionIds).map((id) => ({
      name: countNames.option(id),
      many: sum(({ optionIds }) => (optionIds.includes(id) ? 1 : 0)),
      limit: options.find((option) => option.id === id)?.places ?? null,
      otherwise: 'option_full' as const,
    })),
    ...chosen((child) => child.addOns.map(({ addOnId }) => addOnId)).map((id) => ({
      name: countNames.addOn(id),
      many: sum((child) => quantity(child, id)),
      limit: addOns.find((addOn) => addOn.id === id)?.places ?? null,
      otherwise: 'add_on_sold_out' as const,
    })),
    ...chosen(({ promoCodeId }) => [promoCodeId]).map((id) => ({
      name: countNames.promo(id),
      many: sum(({ promoCodeId }) => (promoCodeId === id ? 1 : 0)),
      limit: promoCodes.find((code) => code.id === id)?.maxUse ?? null,
      otherwise: 'promo_code_used_up' as const,
    })),
  ]
  return all.filter(({ many }) => many > 0)
}

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
 * costs something, five for each child who waits, and five for the family.
 */
export function fitsAtOnce(children: readonly Child[], files = 0, waitingCosts = false): boolean {
  const writes = waitingCosts ? 5 * children.length + 5 : 3 * children.length + 6
  return writes + files + kindsOf(children).size <= mostAtOnce
}

type Taken = ReadonlyMap<string, number>
/** What of it there is not enough of, by what was counted a moment ago. */
export const lackingOf = (registration: Limited, children: readonly Child[], taken: Taken): Take[] =>
  takesOf(registration, children).filter(
    ({ name, many, limit }) => limit !== null && (taken.get(name) ?? 0) + many > limit,
  )

/** Of children in their order those for whom there is no place in an option that they have chosen. */
export function withoutOption<C extends Child>(registration: Limited, children: readonly C[], taken: Taken): C[] {
  const fit: C[] = []
  return children.filter((child) => {
    const lacks = lackingOf(registration, [...fit, child], taken).some(({ otherwise }) => otherwise === 'option_full')
    if (!lacks) fit.push(child)
    return lacks
  })
}

/** Refuses what there is not enough of: whoever comes too late need not try. */
export function checkLeft(registration: Limited, children: readonly Child[], taken: Taken): void {
  const [lacking] = lackingOf(registration, children, taken)
  if (lacking) throw new Problem(lacking.otherwise)
}

/** Of who chooses something else: takes what they had not, and gives back what they have no more. */
export function takesInstead(registration: Limited, had: Child, wants: Child): Write[] {
  const { registrationId } = registration
  const [before, after] = [takesOf(registration, [had]), takesOf(registration, [wants])]
  const manyOf = (all: readonly Take[], wanted: string) => all.find(({ name }) => name === wanted)?.many ?? 0
  return [
    ...after.flatMap(({ name, many, limit, otherwise }) => {
      const more = many - manyOf(before, name)
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
