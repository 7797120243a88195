import { registrationPlayerOf } from '#shared/ids.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { holdMinutes, type PayWay } from '#shared/rules/register/carts.ts'
import { dueParts, type Price } from '#shared/rules/register/price.ts'
import {
  type EntryState,
  placeOf,
  type RegistrationDraft,
  type RegistrationEntry,
} from '../table/registrationEntries.ts'
import type { Stored } from '../table/writes.ts'
import { feeIdOf } from './feeIds.ts'
import type { LaunchedRegistration, Registrar } from './launchedRegistration.ts'
import { currentSignatures } from './signatures.ts'

type EntryTerms = {
  price: Price
  payBy: PayWay
  state: EntryState
  byPlan: boolean
  promoCodeId: string | undefined
  /** The deposit for the waiting list, in cents. */
  deposit: number
  order: number
  now: string
}
/** The entry that a submitted draft becomes. */
export function entryOf(
  child: Stored<RegistrationDraft>,
  registration: LaunchedRegistration,
  registrar: Registrar,
  terms: EntryTerms,
): RegistrationEntry {
  const { registrationId, playerId, isNew, firstName, lastName, optionIds, addOns, answers, avatarId } = child
  const { price, payBy, byPlan, promoCodeId, order, now } = terms
  const { lines, reductions, priceInCents } = price
  const { installments, today } = registration
  const parts = dueParts(priceInCents, byPlan && installments.paymentPlanEnabled ? installments.items : [], today)
  // A first part that is due on a later day holds no place: it is paid then.
  const isPaying = terms.state === 'registered' && payBy === 'ONLINE' && parts[0]?.dueOn === today
  const state = isPaying ? 'paying' : terms.state
  // Keeps children of one family in order on the list.
  const at = `${now}#${order}`
  return {
    registrationId,
    playerId,
    userId: registrar.userId,
    isNew,
    firstName,
    lastName,
    optionIds,
    addOns,
    answers,
    signed: currentSignatures(registration, child) ?? [],
    lines,
    reductions,
    priceInCents,
    absorbFees: registration.registration.absorbFees,
    payBy,
    parts,
    feeId: feeIdOf(registrationPlayerOf(registrationId, playerId), now),
    deposit:
      terms.deposit > 0
        ? { cents: terms.deposit, feeId: feeIdOf(registrationPlayerOf(registrationId, playerId), `${now} deposit`) }
        : undefined,
    promoCodeId,
    codeLost: undefined,
    avatarId,
    answersGoAt: undefined,
    answersGoneAt: undefined,
    state,
    registeredAt: now,
    lapsedAt: undefined,
    givenUp: undefined,
    asOffered: undefined,
    heldUntil: state === 'paying' ? addSeconds(now, holdMinutes * 60) : undefined,
    landing: state === 'registered' ? 'wanted' : undefined,
    place: state === 'waiting' ? placeOf.waiting(at) : placeOf.entry(at),
  }
}
