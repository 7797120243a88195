import { organizationOf } from '#shared/ids.ts'
import { chargingHour, retryIn } from '#shared/rules/autopay.ts'
import { addDays, addHours, dayIn } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { leastOnline, maxPaidAtOnce, priceOf } from '#shared/rules/paying.ts'
import { derivedPart } from '../../table/derivedPart.ts'
import { ignore } from '../../table/ignore.ts'
import { providerOf } from '../../providers/providers.ts'
import { canTakePayments } from '../../providers/canTakePayments.ts'
import { type Fee, fees } from '../../table/fees.ts'
import { organizations } from '../../table/organizations.ts'
import { outbox } from '../../table/outbox.ts'
import { paymentAccounts } from '../../table/paymentAccounts.ts'
import { familyLink, payLinks, type Payment, payments } from '../../table/payments.ts'
import { disabledBy } from '../../table/privacy.ts'
import { type SavedCard, savedCards } from '../../table/savedCards.ts'
import { retryOnConflict, update, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { isNoLongerUsed, paidElsewhere } from './accounts.ts'
import { deleteCardOwner, deleteReplacedCards } from './deleteCards.ts'
import { feesOfLink } from './links.ts'
import { newPayment, payableOf } from './newPayment.ts'
import { closeCardPage } from './setUpCard.ts'
import { settle } from './settle.ts'
import { rateOf } from './view.ts'

/** How long a provider may leave an automatic charge open, in hours: after that it is cancelled there. */
const chargeHours = 1

type Id = Pick<SavedCard, 'organizationId' | 'userId'>

/**
 * Charges a saved card with what is due by today, in the time zone of the club. The payment is written first, in one transaction with each
 * fee and with the card: so however often this runs, and wherever it is cut short, nothing is charged twice or skipped. Gives the outcome
 * in a word, for the log.
 */
export async function chargeSavedCard(stamp: Stamp, id: Id): Promise<string> {
  const paymentId = await retryOnConflict(() => findOrStartPayment(stamp, id))
  if (paymentId === undefined) return 'nothing due'
  const payment = await settle(stamp, paymentId)
  return payment ? retryOnConflict(() => recordResult(stamp, id, payment)) : 'nothing due'
}

/** The id of the card's payment that is under way, or of a new one; undefined where nothing is charged now. */
async function findOrStartPayment(stamp: Stamp, id: Id): Promise<string | undefined> {
  const [found, disabledReason] = await Promise.all([savedCards.get(id, { consistent: true }), disabledBy(id)])
  if (found?.charging !== undefined) return found.charging
  const card = found && (await deleteReplacedCards(stamp, found))
  if (!card) return undefined
  if (disabledReason === 'erasure') await deleteErasedOwner(stamp, card)
  else if (card.state === 'off') await deleteCard(stamp, card)
  else if (card.state === 'stopped' && card.lookAt !== undefined) await scheduleNextRun(stamp, card, undefined)
  else if (card.state === 'on' && card.lookAt !== undefined && card.lookAt <= stamp.at)
    return chargeDue(stamp, card, disabledReason !== undefined)
  return undefined
}

/** The next run looks at the card at this instant; at none if it is undefined. */
async function scheduleNextRun(stamp: Stamp, card: Stored<SavedCard>, lookAt: string | undefined): Promise<void> {
  await update(stamp, savedCards.change(card, { set: { lookAt }, when: ifUnchanged(card) }))
}

/** Writes a payment of what is due on the card's account, and gives its id. Where nothing is, the card is looked at again tomorrow. */
async function chargeDue(stamp: Stamp, card: Stored<SavedCard>, isDisabled: boolean): Promise<string | undefined> {
  const { organizationId, paymentAccountId, version, userId } = card
  const [club, account, familyFees] = await Promise.all([
    organizations.get({ organizationId }),
    paymentAccounts.get({ paymentAccountId }, { consistent: true }),
    feesOfLink({ payId: '', organizationId, userId, madeAt: '', ends: '' }),
  ])
  if (!club) return undefined
  const { timezone } = club
  const today = dayIn(stamp.at, timezone)
  const chargingStart = chargingStartOn(today, timezone)
  if (Date.parse(stamp.at) < Date.parse(chargingStart)) {
    await scheduleNextRun(stamp, card, chargingStart)
    return undefined
  }
  const chargeableFees = familyFees
    .filter((fee) => outstandingOf(fee) > 0 && fee.dueOn <= today && fee.paying === undefined && !fee.byHand)
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
  const otherAccountFees = await paidElsewhere(paymentAccountId, chargeableFees)
  // A card at an account that the club no longer uses is not charged with anything.
  const askedFees = account && !isNoLongerUsed(account) ? otherAccountFees : chargeableFees
  for (const fee of askedFees) await requestMail(stamp, fee, chargingStartOn(fee.dueOn, timezone))
  const due = chargeableFees.filter((fee) => !otherAccountFees.includes(fee)).slice(0, maxPaidAtOnce)
  // Somebody whom staff have shut out could not remove the card: nothing is charged until they are let in again.
  const isReady = account !== undefined && !isDisabled && canTakePayments(account)
  const price = isReady ? priceOf(due.map(payableOf), rateOf(account, club)) : undefined
  if (!account || !price || price.total < leastOnline) {
    await scheduleNextRun(stamp, card, chargingStartOn(addDays(today, 1), timezone))
    return undefined
  }
  const paymentId = `${organizationId}.${derivedPart('y', `${userId} ${organizationId} ${version}`)}`
  const ends = addHours(stamp.at, chargeHours)
  const payment: Payment = {
    ...newPayment({ paymentId, account, club, fees: due, price, at: stamp.at, ends }),
    payerId: userId,
    card: { customer: card.customer, method: card.method },
    askedAt: stamp.at,
  }
  await write(
    stamp,
    payments.create(payment),
    savedCards.change(card, { set: { charging: paymentId }, when: ifUnchanged(card) }),
    ...due.map((fee) => fees.change(fee, { set: { paying: paymentId }, when: ifUnchanged(fee) })),
  )
  return paymentId
}

/** Has the provider delete the card and the customer of somebody who is being erased; tried again in an hour where it does not. */
async function deleteErasedOwner(stamp: Stamp, card: Stored<SavedCard>): Promise<void> {
  // First the provider's page is closed, on which another card could be saved.
  const closed = await closeCardPage(stamp, card)
  if (!closed) return
  const next = (await deleteCardOwner(closed)) ? {} : { lookAt: addHours(stamp.at, 1) }
  await deleteCard(stamp, closed, { settingUp: undefined, settingUpAt: undefined, ...next })
}

/** Has the provider delete a card, and clears its row. */
async function deleteCard(stamp: Stamp, card: Stored<SavedCard>, moreFields: Partial<SavedCard> = {}): Promise<void> {
  const account = await paymentAccounts.get(card, { consistent: true })
  if (account && card.method !== '') await providerOf(account).deleteCard?.({ account, method: card.method })
  // The row stays: the ids of payments of the next card follow from its version.
  const set = { state: 'off' as const, lookAt: undefined, customer: '', method: '', label: '', ...moreFields }
  await update(stamp, savedCards.change(card, { set, when: ifUnchanged(card) }))
}

/** The family of a fee that the card's account does not take is asked for it by mail, once since it fell due. */
async function requestMail(stamp: Stamp, fee: Stored<Fee>, since: string): Promise<void> {
  if ((fee.toldAt ?? '') >= since) return
  const set = { mail: 'wanted', toldAt: stamp.at } as const
  // A fee that has changed meanwhile is looked at again tomorrow.
  await update(stamp, fees.change(fee, { set, when: ifUnchanged(fee) })).catch(ignore('conflict'))
}

/** The instant at which charging begins on a day, by local time. */
const chargingStartOn = (day: string, timezone: string): string =>
  instantOf(day, `${String(chargingHour).padStart(2, '0')}:00`, timezone)

/** Writes the result of a payment to its card, in one transaction with the mail to its owner. */
async function recordResult(stamp: Stamp, id: Id, payment: Payment): Promise<string> {
  const { paymentId, state, isFinal } = payment
  if (state !== 'paid' && state !== 'closed') return state
  const [card, club] = await Promise.all([
    savedCards.get(id, { consistent: true }),
    organizations.get({ organizationId: organizationOf(paymentId) }),
  ])
  if (!card || !club || card.charging !== paymentId) return state
  // A payment that has ended for another reason than a refusal of this card, or that was of an earlier card, is tried again tomorrow.
  const isRefused = state === 'closed' && payment.why !== undefined && payment.card?.method === card.method
  const refusals = isRefused ? card.refusals + 1 : 0
  const days = isRefused ? (isFinal ? undefined : retryIn(refusals)) : 1
  const lookAt =
    card.state === 'off' || (card.state === 'stopped' && card.forgetting !== undefined)
      ? stamp.at
      : card.state === 'on' && days !== undefined
        ? chargingStartOn(addDays(dayIn(stamp.at, club.timezone), days), club.timezone)
        : undefined
  const isStopped = card.state === 'on' && days === undefined
  const link = familyLink(stamp.at, card.organizationId, card.userId)
  await write(
    stamp,
    savedCards.change(card, {
      set: {
        charging: undefined,
        refusals,
        lookAt,
        ...(isStopped && { state: 'stopped' as const }),
      },
      when: ifUnchanged(card),
    }),
    ...(state === 'paid' || isRefused
      ? [
          payLinks.create(link),
          outbox.add(stamp, {
            letter: 'autopay',
            to: { userId: card.userId },
            about: { paymentId, payId: link.payId },
          }),
        ]
      : []),
  )
  return state
}
