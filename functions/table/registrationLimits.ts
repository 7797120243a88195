import type { ProblemCode } from '#shared/problems.ts'
import { countNames, type Filled } from './registrationEntries.ts'
import type { WholeRegistration } from './registrations.ts'

export type Limited = WholeRegistration & { registrationId: string }

export type Take = { name: string; many: number; limit: number | null; otherwise: ProblemCode }
export type Child = Pick<Filled, 'optionIds' | 'addOns'> & { promoCodeId?: string | undefined }

/**
 * Everything limited that these children take together, each thing once. By what they have chosen, not by what is offered now: somebody who
 * has waited may have chosen an option that was deleted since, which is given back later.
 */
export function takesOf({ registration, options, addOns, promoCodes }: Limited, children: readonly Child[]): Take[] {
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

export type Taken = ReadonlyMap<string, number>
/** Which of these there is not enough of, by these counts. */
export const lackingOf = (registration: Limited, children: readonly Child[], taken: Taken): Take[] =>
  takesOf(registration, children).filter(
    ({ name, many, limit }) => limit !== null && (taken.get(name) ?? 0) + many > limit,
  )

/**
 * The names of the options and add-ons of which there is not enough left for an entry on the waiting list: as long as there are any it is
 * not offered a place, and a free place goes to the next one.
 */
export function lackingNames(registration: Limited, child: Child, taken: Taken): string[] {
  const lacking = new Set(lackingOf(registration, [child], taken).map(({ name }) => name))
  return [
    ...registration.options.filter(({ id }) => lacking.has(countNames.option(id))).map(({ name }) => name),
    ...registration.addOns.filter(({ id }) => lacking.has(countNames.addOn(id))).map(({ addOnName }) => addOnName),
  ]
}
