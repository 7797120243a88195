import { Problem } from '#shared/problems.ts'
import { countNames, registrationCounts, type RegistrationEntry } from '../table/registrationEntries.ts'
import {
  type Child,
  shortagesOf,
  type LimitedRegistration,
  type Reservation,
  type TakenCounts,
  reservationsOf,
} from '../table/registrationLimits.ts'
import { registrationAddOns, registrationOptions } from '../table/registrations.ts'
import { maxTransactWrites } from '../table/table.ts'
import type { Write } from '../table/writes.ts'
import type { LaunchedRegistration } from './launchedRegistration.ts'

/**
 * The writes that count all that these children take, each on the condition that the limit is not exceeded. Throws if one child alone
 * exceeds it.
 */
export const reserveWrites = (registration: LimitedRegistration, children: readonly Child[]): Write[] =>
  reservationsOf(registration, children).map(({ name, count, limit, otherwise }) => {
    // While there is no count yet, the condition of the upsert is not checked.
    if (limit !== null && count > limit) throw new Problem(otherwise)
    return registrationCounts.take({ registrationId: registration.registrationId, name }, count, limit, otherwise)
  })

/** The names of the counts of the chosen options and add-ons. */
const countNamesOf = (children: readonly Child[]): Set<string> =>
  new Set(
    children.flatMap(({ optionIds, addOns }) => [
      ...optionIds.map(countNames.option),
      ...addOns.map(({ addOnId }) => countNames.addOn(addOnId)),
    ]),
  )

/** For the waiting list: writes that take nothing, but conflict with the deletion of a chosen option or add-on at the same time. */
export const touchWrites = (registrationId: string, children: readonly Child[]): Write[] =>
  [...countNamesOf(children)].map((name) => registrationCounts.touch({ registrationId, name }))

/** Conditions that hold while the club does not change the options and add-ons. */
export function checkOfferUnchanged({
  registrationId,
  optionsRevision,
  addOnsRevision,
  addOns,
}: LaunchedRegistration): Write[] {
  const check = [['version', '=', optionsRevision]] as const
  return [
    ...(optionsRevision > 0 ? [registrationOptions.check({ registrationId }, check)] : []),
    ...(addOns.length > 0 ? [registrationAddOns.check({ registrationId }, [['version', '=', addOnsRevision]])] : []),
  ]
}

/**
 * Whether the registration of these children fits into one transaction: three writes for each child, one for each file, one for each chosen
 * kind of option and add-on, and six for the family. On a waiting list with a deposit, five for each child.
 */
export function fitsInTransaction(children: readonly Child[], files = 0, waitingCosts = false): boolean {
  const writes = waitingCosts ? 5 * children.length + 6 : 3 * children.length + 6
  return writes + files + countNamesOf(children).size <= maxTransactWrites
}

/** The children, in their order, for whom there is no place left in a chosen option. */
export function withoutPlaceInOption<C extends Child>(
  registration: LimitedRegistration,
  children: readonly C[],
  taken: TakenCounts,
): C[] {
  const fitting: C[] = []
  return children.filter((child) => {
    const isLacking = shortagesOf(registration, [...fitting, child], taken).some(
      ({ otherwise }) => otherwise === 'option_full',
    )
    if (!isLacking) fitting.push(child)
    return isLacking
  })
}

/**
 * Sorts children who can be registered before those for whom there is no place: prices are computed in that order, so that the first ones
 * cost the same with and without the others.
 */
export function sortByAvailability<C extends Child>(
  registration: LimitedRegistration,
  children: readonly C[],
  taken: TakenCounts,
): C[] {
  const waiting = new Set(withoutPlaceInOption(registration, children, taken))
  return [...children.filter((child) => !waiting.has(child)), ...waiting]
}

/** Throws if something is used up, before the transaction is tried. */
export function checkAvailable(
  registration: LimitedRegistration,
  children: readonly Child[],
  taken: TakenCounts,
): void {
  const [shortage] = shortagesOf(registration, children, taken)
  if (shortage) throw new Problem(shortage.otherwise)
}

/**
 * The writes for a changed choice: they take what is new and give back what is left. An add-on with the same quantity is touched, since
 * other kinds of it may be chosen, which must not be deleted at the same time.
 */
export function changeReservations(registration: LimitedRegistration, oldChoice: Child, newChoice: Child): Write[] {
  const { registrationId } = registration
  const [before, after] = [reservationsOf(registration, [oldChoice]), reservationsOf(registration, [newChoice])]
  const addOns = new Set(newChoice.addOns.map(({ addOnId }) => countNames.addOn(addOnId)))
  const countOf = (all: readonly Reservation[], wantedName: string) =>
    all.find(({ name }) => name === wantedName)?.count ?? 0
  return [
    ...after.flatMap(({ name, count, limit, otherwise }) => {
      const added = count - countOf(before, name)
      if (added === 0 && addOns.has(name)) return registrationCounts.touch({ registrationId, name })
      if (added <= 0) return []
      if (limit !== null && added > limit) throw new Problem(otherwise)
      return registrationCounts.take({ registrationId, name }, added, limit, otherwise)
    }),
    ...before.flatMap(({ name, count }) => {
      const removed = count - countOf(after, name)
      return removed > 0 ? registrationCounts.release({ registrationId, name }, removed) : []
    }),
  ]
}

/** The writes that give back all that an entry has taken. */
export function releaseWrites({ registrationId, optionIds, addOns, promoCodeId }: RegistrationEntry): Write[] {
  const releaseCount = (name: string, count = 1) => registrationCounts.release({ registrationId, name }, count)
  const quantities = new Map<string, number>()
  for (const { addOnId, quantity } of addOns) quantities.set(addOnId, (quantities.get(addOnId) ?? 0) + quantity)
  return [
    releaseCount(countNames.places),
    ...optionIds.map((id) => releaseCount(countNames.option(id))),
    ...[...quantities].filter(([, count]) => count > 0).map(([id, count]) => releaseCount(countNames.addOn(id), count)),
    ...(promoCodeId === undefined ? [] : [releaseCount(countNames.promo(promoCodeId))]),
  ]
}
