import type { ProblemCode } from '#shared/problems.ts'
import { countNames, type FilledForm } from './registrationEntries.ts'
import type { WholeRegistration } from './registrations.ts'

export type LimitedRegistration = WholeRegistration & { registrationId: string }

export type Reservation = { name: string; count: number; limit: number | null; otherwise: ProblemCode }
export type Child = Pick<FilledForm, 'optionIds' | 'addOns'> & { promoCodeId?: string | undefined }

/**
 * Everything limited that these children take together, each thing once. By what they have chosen, not by what is offered now: somebody who
 * has waited may have chosen an option that was deleted since, which is given back later.
 */
export function reservationsOf(
  { registration, options, addOns, promoCodes }: LimitedRegistration,
  children: readonly Child[],
): Reservation[] {
  const sum = (of: (child: Child) => number) => children.reduce((all, child) => all + of(child), 0)
  const quantityOf = (child: Child, id: string) =>
    child.addOns.reduce((all, { addOnId, quantity }) => all + (addOnId === id ? quantity : 0), 0)
  const distinctIds = (of: (child: Child) => readonly (string | undefined)[]) =>
    [...new Set(children.flatMap(of))].filter((id) => id !== undefined)
  const all: Reservation[] = [
    { name: countNames.places, count: children.length, limit: registration.places, otherwise: 'registration_full' },
    ...distinctIds(({ optionIds }) => optionIds).map((id) => ({
      name: countNames.option(id),
      count: sum(({ optionIds }) => (optionIds.includes(id) ? 1 : 0)),
      limit: options.find((option) => option.id === id)?.places ?? null,
      otherwise: 'option_full' as const,
    })),
    ...distinctIds((child) => child.addOns.map(({ addOnId }) => addOnId)).map((id) => ({
      name: countNames.addOn(id),
      count: sum((child) => quantityOf(child, id)),
      limit: addOns.find((addOn) => addOn.id === id)?.places ?? null,
      otherwise: 'add_on_sold_out' as const,
    })),
    ...distinctIds(({ promoCodeId }) => [promoCodeId]).map((id) => ({
      name: countNames.promo(id),
      count: sum(({ promoCodeId }) => (promoCodeId === id ? 1 : 0)),
      limit: promoCodes.find((code) => code.id === id)?.maxUse ?? null,
      otherwise: 'promo_code_used_up' as const,
    })),
  ]
  return all.filter(({ count }) => count > 0)
}

export type TakenCounts = ReadonlyMap<string, number>
/** Which of these there is not enough of, by these counts. */
export const shortagesOf = (
  registration: LimitedRegistration,
  children: readonly Child[],
  taken: TakenCounts,
): Reservation[] =>
  reservationsOf(registration, children).filter(
    ({ name, count, limit }) => limit !== null && (taken.get(name) ?? 0) + count > limit,
  )

/**
 * The names of the options and add-ons of which there is not enough left for an entry on the waiting list: as long as there are any it is
 * not offered a place, and a free place goes to the next one.
 */
export function shortageNames(registration: LimitedRegistration, child: Child, taken: TakenCounts): string[] {
  const lackingNames = new Set(shortagesOf(registration, [child], taken).map(({ name }) => name))
  return [
    ...registration.options.filter(({ id }) => lackingNames.has(countNames.option(id))).map(({ name }) => name),
    ...registration.addOns.filter(({ id }) => lackingNames.has(countNames.addOn(id))).map(({ addOnName }) => addOnName),
  ]
}
