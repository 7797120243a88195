import { organizationOf } from '#shared/ids.ts'
import { chargingHour, retryIn } from '#shared/rules/autopay.ts'
import { addDays, addHours, dayIn } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { takenOf } from '#shared/rules/money.ts'
import { leastOnline, mostPaidAtOnce, priceOf } from '#shared/rules/paying.ts'
import { ignore } from '../../table/ignore.ts'
import { providerOf } from '../../providers/providers.ts'
import { canPayWith } from '../../providers/takesOnline.ts'
import { type Fee, fees } from '../../table/fees.ts'
import { organizations, platformRate } from '../../table/organizations.ts'
import { outbox } from '../../table/outbox.ts'
import { paymentAccounts } from '../../table/paymentAccounts.ts'
import { familyLink, payLinks, type Payment, payments } from '../../table/payments.ts'
import { shutBy } from '../../table/privacy.ts'
import { type SavedCard, savedCards } from '../../table/savedCards.ts'
import { retryOnConflict, update, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { paidElsewhere } from './accounts.ts'
import { forgetOwner, forgetReplaced } from './forgetCards.ts'
import { feesOfLink } from './links.ts'
import { paymentPart } from './paymentPart.ts'
import { endSetUp } from './setUpCard.ts'
import { settle } from './settle.ts'
import { rateOf } from './view.ts'

/** In hours: a charge that is still open after this is cancelled. */
const chargeHours = 1

/**
 * Charges a saved card for what is due by today, in the club's time zone. The payment is written first, in one transaction with
 * its fees and the card; so however often this runs, and wherever it is interrupted, nothing is charged twice or skipped.
 */
export async function collect(stamp: Stamp, id: Pick<SavedCard, 'organizationId' | 'userId'>): Promise<string> {
  const paymentId = await retryOnConflict(() => begin(stamp, id))
  if (paymentId === undefined) return 'nothing due'
  const payment = await settle(stamp, paymentId)
  return payment ? retryOnConflict(() => conclude(stamp, id, payment)) : 'nothing due'
}

/**
 * The payment in progress, or a new one for what is due; if nothing is due, undefined, and the card is checked again tomorrow.
 */
async function begin(stamp: Stamp, id: Pick<SavedCard, 'organizationId' | 'userId'>): Promise<string | undefined> {
  const [found, shut] = await Promise.all([savedCards.get(id, { consistent: true }), shutBy(id)])
  if (found?.charging !== undefined) return found.charging
  const card = found && (await forgetReplaced(stamp, found))
  if (card && shut === 'erasure') {
    // A card is not kept either if it was saved on the provider's page, before or after this.
    const left = await endSetUp(stamp, card)
    if (!left) return undefined
    const isForgotten = await forgetOwner(left)
    const next = isForgotten ? {} : { lookAt: addHours(stamp.at, 1) }
    await putOff(stamp, left, { settingUp: undefined, settingUpAt: undefined, ...next })
    return undefined
  }
  if (card?.state === 'off') {
    await putOff(stamp, card)
    return undefined
  }
  if (card?.state === 'stopped' && card.lookAt !== undefined) {
    const set = { lookAt: undefined }
    await update(stamp, savedCards.change(card, { set, when: ifUnchanged(card) }))
    return undefined
  }
  if (card?.state !== 'on' || (card.lookAt ?? '9') > stamp.at) return undefined
  const { organizationId, paymentAccountId, version, userId } = card
  const [club, account, owed] = await Promise.all([
    organizations.get({ organizationId }),
    paymentAccounts.get({ paymentAccountId }, { consistent: true }),
    feesOfLink({ payId: '', organizationId, userId, madeAt: '', ends: '' }),
  ])
  if (!club) return undefined
  const when = ifUnchanged({ version })
  const today = dayIn(stamp.at, club.timezone)
  const from = morning(today, club.timezone)
  if (Date.parse(stamp.at) < Date.parse(from)) {
    await update(stamp, savedCards.change(card, { set: { lookAt: from }, when }))
    return undefined
  }
  const all = owed
    .filter((fee) => outstandingOf(fee) > 0 && fee.dueOn <= today && fee.paying === undefined && !fee.byHand)
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
  const elsewhere = await paidElsewhere(paymentAccountId, all)
  for (const fee of elsewhere) await ask(stamp, fee, morning(fee.dueOn, club.timezone))
  const due = all.filter((fee) => !elsewhere.includes(fee)).slice(0, mostPaidAtOnce)
  // The owner of a disabled account could not remove the card, so charges wait until the account is enabled again.
  const takes = account !== undefined && shut === undefined && canPayWith(account)
  const price = takes ? priceOf(due.map(payable), rateOf(account, club)) : undefined
  if (!account || !price || price.total < leastOnline) {
    const lookAt = morning(addDays(today, 1), club.timezone)
    await update(stamp, savedCards.change(card, { set: { lookAt }, when }))
    return undefined
  }
  const payment: Payment = {
    paymentId: `${organizationId}.y${paymentPart(`${userId} ${organizationId} ${version}`)}`,
    paymentAccountId,
    provider: account.provider,
    state: 'starting',
    parts: due.map((fee) => ({ playerFeeId: fee.playerFeeId, name: fee.name, cents: outstandingOf(fee) })),
    amount: price.total,
    surcharge: price.surcharge,
    platformCents: Math.min(takenOf(price.total, platformRate(club)), price.total),
    payerId: userId,
    card: { customer: card.customer, method: card.method },
    ends: addHours(stamp.at, chargeHours),
    askedAt: stamp.at,
    waitsSince: stamp.at,
    returned: 0,
  }
  await write(
    stamp,
    payments.create(payment),
    savedCards.change(card, { set: { charging: payment.paymentId }, when }),
    ...due.map((fee) => fees.change(fee, { set: { paying: payment.paymentId }, when: ifUnchanged(fee) })),
  )
  return payment.paymentId
}

/** Deletes a card at the provider, once its current charge has ended. */
async function putOff(stamp: Stamp, card: Stored<SavedCard>, more: Partial<SavedCard> = {}): Promise<void> {
  const account = await paymentAccounts.get(card, { consistent: true })
  if (account && card.method !== '') await providerOf(account).forget?.({ account, method: card.method })
  // The row is kept, since the ids of later payments depend on its version; the card's data is removed.
  const set = { state: 'off' as const, lookAt: undefined, customer: '', method: '', label: '', ...more }
  await update(stamp, savedCards.change(card, { set, when: ifUnchanged(card) }))
}

/**
 * Fees that must be paid to another account than the card's are not charged: the family is asked by mail, once since the due day.
 */
async function ask(stamp: Stamp, fee: Stored<Fee>, since: string): Promise<void> {
  if ((fee.toldAt ?? '') >= since) return
  const set = { mail: 'wanted', toldAt: stamp.at } as const
  // The fee has just changed; it is checked again tomorrow.
  await update(stamp, fees.change(fee, { set, when: ifUnchanged(fee) })).catch(ignore('conflict'))
}

const payable = (fee: Fee) => ({ outstandingInCents: outstandingOf(fee), absorbFees: fee.absorbs ?? false })

/** The start of charging by local time, also on days when clocks change. */
const morning = (day: string, timezone: string): string =>
  instantOf(day, `${String(chargingHour).padStart(2, '0')}:00`, timezone)

/** Writes the result of a charge to its card, and tells the owner, once. */
async function conclude(
  stamp: Stamp,
  id: Pick<SavedCard, 'organizationId' | 'userId'>,
  payment: Payment,
): Promise<string> {
  const { paymentId, state, isFinal } = payment
  if (state !== 'paid' && state !== 'closed') return state
  const [card, club] = await Promise.all([
    savedCards.get(id, { consistent: true }),
    organizations.get({ organizationId: organizationOf(paymentId) }),
  ])
  if (!card || !club || card.charging !== paymentId) return state
  // If the charge ended for another reason than this card, which may be a new one by now, it is tried again tomorrow.
  const isRefused = state === 'closed' && payment.why !== undefined && payment.card?.method === card.method
  const refusals = isRefused ? card.refusals + 1 : 0
  const days = isRefused ? (isFinal ? undefined : retryIn(refusals)) : 1
  const lookAt =
    card.state === 'off' || (card.state === 'stopped' && card.forgetting !== undefined)
      ? stamp.at
      : card.state === 'on' && days !== undefined
        ? morning(addDays(dayIn(stamp.at, club.timezone), days), club.timezone)
        : undefined
  const stops = card.state === 'on' && days === undefined
  const link = familyLink(stamp.at, card.organizationId, card.userId)
  await write(
    stamp,
    savedCards.change(card, {
      set: {
        charging: undefined,
        refusals,
        lookAt,
        ...(stops && { state: 'stopped' as const }),
      },
      when: ifUnchanged(card),
    }),
    ...(state === 'paid' || isRefused
      ? [
          payLinks.create(link),
          outbox.want(stamp, {
            letter: 'autopay',
            to: { userId: card.userId },
            about: { paymentId, payId: link.payId },
          }),
        ]
      : []),
  )
  return state
}
