import type { pay } from '#shared/api/money/pay.ts'
import { organizationOf } from '#shared/ids.ts'
import { isProblem, Problem } from '#shared/problems.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { leastOnline, priceOf } from '#shared/rules/paying.ts'
import { digestOf } from '../../secrets/digest.ts'
import { spend, spending } from '../../http/spend.ts'
import { canTakePayments } from '../../providers/canTakePayments.ts'
import type { CallOf } from '../../serve.ts'
import { derivedPart } from '../../table/derivedPart.ts'
import { type Fee, fees } from '../../table/fees.ts'
import { organizations } from '../../table/organizations.ts'
import { paymentAccounts } from '../../table/paymentAccounts.ts'
import { type Payment, type PayLink, payments } from '../../table/payments.ts'
import { playerAccounts } from '../../table/playerAccounts.ts'
import { profiles } from '../../table/profiles.ts'
import { noCard, savedCards } from '../../table/savedCards.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stamp, type Stored } from '../../table/writes.ts'
import { paidElsewhere } from './accounts.ts'
import { familiesOf, isLinkOfChild, isPaidBy, readValidLink } from './links.ts'
import { savedCardIdOf } from './saveCard.ts'
import { newPayment, payableOf } from './newPayment.ts'
import { type PageContext, openPage } from './openPage.ts'
import { applyStatus, endPayment, settle } from './settle.ts'
import { rateOf } from './view.ts'

/** How long the provider's page stays open, in minutes: Stripe's minimum is 30, counted from its own creation of the page. */
const pageMinutes = 31

/**
 * Opens the provider's page. First the payment is written, in one transaction with each of its fees; then the provider is asked, with
 * an idempotency key that follows from the payment's id. So two parents cannot pay the same fee, and a request that was cut short
 * is completed by the next one.
 */
export async function startPayment({
  params: { payId },
  body,
  now,
  site,
}: CallOf<typeof pay, 'POST /rest-api/pay/{payId}/start'>) {
  const paymentId = `${organizationOf(body.paymentAccountId)}.${derivedPart('y', `${payId} ${body.attempt}`)}`
  // One round trip; after a conflict all of it is read again.
  const read = async () => {
    const [link, existing, wanted] = await Promise.all([
      readValidLink(payId, now),
      payments.get({ paymentId }, { consistent: true }),
      readRequested(body),
    ])
    return { link, existing, wanted }
  }
  let contextRead: Awaited<ReturnType<typeof read>> | undefined = await read()
  const { link } = contextRead
  const stamp = { actor: link.userId ?? `link-of-${link.organizationId}`, at: now }
  // Few accounts are a child's own: instead of a read before the write, that this one is not is a condition of the write.
  let isCheckedAdult = false
  const started = await retryOnConflict<StartedPayment>(async () => {
    const { existing, wanted } = contextRead ?? (await read())
    contextRead = undefined
    if (existing && !isSame(existing, link, body)) throw new Problem('fee_changed')
    if (existing) return { payment: existing }
    return createPayment(stamp, { link, paymentId, body, wanted, isCheckedAdult }).catch(async (error: unknown) => {
      if (!isProblem(error, 'guardian_does')) throw error
      await refuseChild(link, now)
      isCheckedAdult = true
      throw new Problem('conflict')
    })
  })
  return { url: await pageUrlOf(stamp, started.payment, site, started.pageContext) }
}

async function refuseChild(link: PayLink, now: string): Promise<void> {
  if (await isLinkOfChild(link, now)) throw new Problem('guardian_does')
}

/** The fees, their families and the account, by the ids in the request only. */
async function readRequested({ feePlayerIds, paymentAccountId }: PaymentRequest['body']) {
  const ids = [...new Set(feePlayerIds)]
  const [chosen, families, account, club] = await Promise.all([
    fees.getMany(
      ids.map((playerFeeId) => ({ playerFeeId })),
      { consistent: true },
    ),
    familiesOf(ids),
    paymentAccounts.get({ paymentAccountId }, { consistent: true }),
    organizations.get({ organizationId: organizationOf(paymentAccountId) }),
  ])
  return { chosen, families, account, club }
}

/** Whether a repeated attempt is of the same fees, amount and account, and keeps the card or not as before. */
function isSame({ amount, parts, ...existing }: Payment, link: PayLink, body: PaymentRequest['body']): boolean {
  const { totalInCents, feePlayerIds, paymentAccountId } = body
  return (
    amount === totalInCents &&
    existing.paymentAccountId === paymentAccountId &&
    (existing.saves ?? false) === savesCard(existing, link, body) &&
    new Set(feePlayerIds).symmetricDifference(new Set(parts.map(idOf))).size === 0
  )
}
/** Whether the card is saved: the payer wants that and has an account, and the provider can. */
const savesCard = (
  { provider }: Pick<Payment, 'provider'>,
  { userId }: PayLink,
  { save = false }: PaymentRequest['body'],
) => save && userId !== undefined && provider === 'STRIPE'
const idOf = ({ playerFeeId }: Payment['parts'][number]) => playerFeeId

/** The page of a payment in progress. */
async function pageUrlOf(stamp: Stamp, payment: Payment, site: string, pageContext?: PageContext): Promise<string> {
  const isNew = payment.url === undefined && payment.state === 'starting'
  const opened = isNew
    ? await openPage(stamp, payment, site, pageContext).catch(closeUnopened(stamp, payment))
    : payment
  if (opened.state !== 'open' || opened.url === undefined) throw new Problem('payment_over')
  return opened.url
}

/** Closes a payment for which the provider opens no page, so that its fees can be paid again. */
const closeUnopened =
  (stamp: Stamp, { paymentId, ends }: Payment) =>
  async (error: unknown): Promise<never> => {
    if (!isProblem(error, 'payments_off')) throw error
    await retryOnConflict(async () => {
      const current = await payments.get({ paymentId }, { consistent: true })
      if (current?.state === 'starting') await applyStatus(stamp, current, { as: 'closed' })
    })
    // A request that is repeated after a lost reply has the end of the first one, which is too soon for Stripe by now: a new payment has
    // not.
    throw addSeconds(stamp.at, (pageMinutes - 1) * 60) > ends ? new Problem('payment_over') : error
  }

/** `pageContext`: what was read for a payment that was just created. */
type StartedPayment = { payment: Payment; pageContext?: PageContext }
type PaymentRequest = {
  link: PayLink
  paymentId: string
  body: CallOf<typeof pay, 'POST /rest-api/pay/{payId}/start'>['body']
  wanted: Awaited<ReturnType<typeof readRequested>>
  /** It was read that the link is not that of a child's own account. */
  isCheckedAdult: boolean
}

/**
 * Creates the payment and marks its fees as being paid, in one transaction. Other payments of these fees are settled first, and ended where
 * the payer wants that (`instead`). Throws `conflict` where what was read has changed: then all of it is read again.
 */
async function createPayment(stamp: Stamp, request: PaymentRequest): Promise<StartedPayment> {
  const { link, paymentId, body, wanted, isCheckedAdult } = request
  const { organizationId, payId, userId, payerId = userId } = link
  const { account, club } = wanted
  if (organizationOf(body.paymentAccountId) !== organizationId || !account || !club) throw new Problem('not_found')
  if (!canTakePayments(account)) throw new Problem('payments_off')
  const chosen = await chosenFees(request)
  const isBeingPaid = chosen.some(({ paying }) => paying !== undefined)
  // Paying by a link needs no sign-in: attempts are counted by link or by payer, whatever address they come from.
  const person = userId === undefined ? `link-${digestOf(payId)}` : `payer-${userId}`
  const spender = { person, address: '', now: stamp.at }
  // Where a fee is being paid, the provider is asked before anything is written: so the attempt is counted before that.
  if (isBeingPaid) await Promise.all([refuseChild(link, stamp.at), spend('tries', spender)])
  for (const fee of chosen) await freeFee(stamp, fee, body.instead ?? false)
  // Fees that were freed have changed, and somebody else may have begun to pay them meanwhile.
  const openFees = checkOpen(isBeingPaid ? await fees.getMany(chosen, { consistent: true }) : chosen)
  const price = checkPrice(priceOf(openFees.map(payableOf), rateOf(account, club)), body.totalInCents)
  const ends = addSeconds(stamp.at, pageMinutes * 60)
  const payment: Payment = {
    ...newPayment({ paymentId, account, club, fees: openFees, price, at: stamp.at, ends }),
    payId,
    ...(body.language === 'es' && { language: 'es' as const }),
    ...(payerId !== undefined && { payerId }),
    ...(savesCard(account, link, body) && { saves: true as const }),
  }
  const savedCardId = savedCardIdOf(payment)
  const hasCardRow = savedCardId && (await savedCards.get(savedCardId, { consistent: true }))
  const [payer] = await Promise.all([
    payerId === undefined ? undefined : profiles.get({ userId: payerId }),
    write(
      stamp,
      payments.create(payment),
      ...(isBeingPaid ? [] : spending('tries', spender)),
      // The provider stores the payer from here on, also if nothing is paid: by this row it is told to delete them when they are erased.
      ...(savedCardId && !hasCardRow
        ? [savedCards.create({ ...savedCardId, ...noCard, paymentAccountId: account.paymentAccountId })]
        : []),
      ...openFees.map(({ playerFeeId, version }) =>
        fees.change({ playerFeeId }, { set: { paying: paymentId }, when: ifUnchanged({ version }) }),
      ),
      ...(userId === undefined || isBeingPaid || isCheckedAdult
        ? []
        : [playerAccounts.checkAbsent({ userId }, 'guardian_does')]),
    ),
  ])
  return { payment, pageContext: { account, club, payer } }
}

/** The fees that are to be paid; refused where the link does not stand for one of them, or one is paid to another account of the club. */
async function chosenFees({ link, paymentId, body, wanted }: PaymentRequest): Promise<Stored<Fee>[]> {
  const chosen = wanted.chosen.map((fee) => {
    if (!fee || !isPaidBy(link, fee, wanted.families)) throw new Problem('not_found')
    return fee
  })
  if ((await paidElsewhere(body.paymentAccountId, chosen)).length > 0) throw new Problem('other_account')
  // The same attempt was sent twice at once, and the other one was first.
  if (chosen.some(({ paying }) => paying === paymentId)) throw new Problem('conflict')
  return chosen
}

/** These fees, of which each is outstanding and none is being paid. */
const checkOpen = (found: readonly (Stored<Fee> | undefined)[]): Stored<Fee>[] =>
  found.map((fee) => {
    if (!fee || outstandingOf(fee) <= 0) throw new Problem('fee_settled')
    if (fee.paying !== undefined) throw new Problem('conflict')
    return fee
  })

/** The price, if it is the one that the payer was shown, and not too small to be paid online. */
function checkPrice(price: ReturnType<typeof priceOf>, shownInCents: number): NonNullable<typeof price> {
  if (!price) throw new Problem('payments_off')
  if (price.total !== shownInCents) throw new Problem('fee_changed')
  if (price.total < leastOnline) throw new Problem('too_small_online')
  return price
}

/** Frees a fee that is being paid: settles its payment, and ends one that is open where the payer wants that; else throws `being_paid`. */
async function freeFee(stamp: Stamp, { paying }: Fee, instead: boolean): Promise<void> {
  if (paying === undefined) return
  const settled = await settle(stamp, paying)
  if (!settled || settled.state === 'paid' || settled.state === 'closed') return
  if (!instead || settled.state === 'processing') throw new Problem('being_paid')
  const ended = await endPayment(stamp, paying)
  if (ended?.state !== 'paid' && ended?.state !== 'closed') throw new Problem('being_paid')
}
