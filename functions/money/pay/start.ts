import type { pay } from '#shared/api/money/pay.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { takenOf } from '#shared/rules/money.ts'
import { leastOnline, priceOf } from '#shared/rules/paying.ts'
import { digestOf } from '../../secrets/digest.ts'
import { spend, spending } from '../../http/spend.ts'
import { canPayWith } from '../../providers/takesOnline.ts'
import type { CallOf } from '../../serve.ts'
import { type Fee, fees } from '../../table/fees.ts'
import { organizations, platformRate } from '../../table/organizations.ts'
import { paymentAccounts } from '../../table/paymentAccounts.ts'
import { type Payment, type PayLink, payments } from '../../table/payments.ts'
import { playerAccounts } from '../../table/playerAccounts.ts'
import { profiles } from '../../table/profiles.ts'
import { noCard, savedCards } from '../../table/savedCards.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stamp } from '../../table/writes.ts'
import { paidElsewhere } from './accounts.ts'
import { familiesOf, isChildsLink, isPaidBy, linkNamed } from './links.ts'
import { paymentPart } from './paymentPart.ts'
import { keeperOf } from './keepCard.ts'
import { type Known, openPage } from './openPage.ts'
import { become, endPayment, settle } from './settle.ts'
import { rateOf } from './view.ts'

/** How long the provider's page stays open, in minutes: Stripe's minimum is 30, counted from when it gets the request. */
const pageMinutes = 31

/**
 * Opens the provider's page. First, the payment is written in one transaction with its fees; then the provider is called, with an
 * idempotency key derived from the payment's id. So two parents cannot pay the same fee, and an interrupted payment is found
 * again.
 */
export async function startPayment({
  params: { payId },
  body,
  now,
  site,
}: CallOf<typeof pay, 'POST /rest-api/pay/{payId}/start'>) {
  const paymentId = `${organizationOf(body.paymentAccountId)}.y${paymentPart(`${payId} ${body.attempt}`)}`
  // Reads everything in one round trip; read again if a concurrent request came first.
  const read = async () => {
    const [link, there, wanted] = await Promise.all([
      linkNamed(payId, now),
      payments.get({ paymentId }, { consistent: true }),
      readWanted(body),
    ])
    return { link, there, wanted }
  }
  let known: Awaited<ReturnType<typeof read>> | undefined = await read()
  const { link } = known
  const stamp = { actor: link.userId ?? `link-of-${link.organizationId}`, at: now }
  // Few accounts are a player's own: that this one is not is a condition of the write, which needs no round trip before it.
  let isGrownUps = false
  const begun = await retryOnConflict<Begun>(async () => {
    const { there, wanted } = known ?? (await read())
    known = undefined
    if (there && !isSame(there, link, body)) throw new Problem('fee_changed')
    if (there) return { payment: there }
    return begin(stamp, { link, paymentId, body, wanted, isGrownUps }).catch(async (error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'guardian_does') throw error
      await refuseChild(link, now)
      isGrownUps = true
      throw new Problem('conflict')
    })
  })
  return { url: await pageOf(stamp, begun.payment, site, begun.known) }
}

async function refuseChild(link: PayLink, now: string): Promise<void> {
  if (await isChildsLink(link, now)) throw new Problem('guardian_does')
}

/** The fees, their families and the account, by the ids in the request only. */
async function readWanted({ feePlayerIds, paymentAccountId }: Begin['body']) {
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

/**
 * Whether a repeated attempt has the same fees, amount, account and choice to save the card. After a change, it must not lead to
 * the page of the old choice.
 */
function isSame({ amount, parts, ...before }: Payment, link: PayLink, body: Begin['body']): boolean {
  const { totalInCents, feePlayerIds, paymentAccountId } = body
  return (
    amount === totalInCents &&
    before.paymentAccountId === paymentAccountId &&
    (before.saves ?? false) === keepsCard(before, link, body) &&
    new Set(feePlayerIds).symmetricDifference(new Set(parts.map(idOf))).size === 0
  )
}
/** A card is saved if the payer has an account and asks for it, and the provider saves cards. */
const keepsCard = ({ provider }: Pick<Payment, 'provider'>, { userId }: PayLink, { save = false }: Begin['body']) =>
  save && userId !== undefined && provider === 'STRIPE'
const idOf = ({ playerFeeId }: Payment['parts'][number]) => playerFeeId

/** The page of a payment in progress. */
async function pageOf(stamp: Stamp, payment: Payment, site: string, known?: Known): Promise<string> {
  const isNew = payment.url === undefined && payment.state === 'starting'
  const opened = isNew ? await openPage(stamp, payment, site, known).catch(end(stamp, payment)) : payment
  if (opened.state !== 'open' || opened.url === undefined) throw new Problem('payment_over')
  return opened.url
}

/** Closes a payment for which the provider opens no page: its fees can be paid again. */
const end =
  (stamp: Stamp, { paymentId, ends }: Payment) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof Problem) || error.code !== 'payments_off') throw error
    await retryOnConflict(async () => {
      const now = await payments.get({ paymentId }, { consistent: true })
      if (now?.state === 'starting') await become(stamp, now, { as: 'closed' })
    })
    // If it was repeated after a lost response, the page's end may be too near for Stripe; a new attempt would succeed.
    throw addSeconds(stamp.at, (pageMinutes - 1) * 60) > ends ? new Problem('payment_over') : error
  }

/** `known`: what was already read for a new payment. */
type Begun = { payment: Payment; known?: Known }
type Begin = {
  link: PayLink
  paymentId: string
  body: CallOf<typeof pay, 'POST /rest-api/pay/{payId}/start'>['body']
  wanted: Awaited<ReturnType<typeof readWanted>>
  /** Known not to be a child's link. */
  isGrownUps: boolean
}

async function begin(stamp: Stamp, { link, paymentId, body, wanted, isGrownUps }: Begin): Promise<Begun> {
  const { organizationId, payId, userId, payerId = userId } = link
  const { paymentAccountId, totalInCents, instead = false, language } = body
  const { account, club, families } = wanted
  if (organizationOf(paymentAccountId) !== organizationId || !account || !club) throw new Problem('not_found')
  if (!canPayWith(account)) throw new Problem('payments_off')
  const chosen = wanted.chosen.map((fee) => {
    if (!fee || !isPaidBy(link, fee, families)) throw new Problem('not_found')
    return fee
  })
  if ((await paidElsewhere(paymentAccountId, chosen)).length > 0) throw new Problem('other_account')
  // The same attempt was sent twice concurrently: it is read again, and must not cancel its own payment.
  if (chosen.some(({ paying }) => paying === paymentId)) throw new Problem('conflict')
  const isHeld = chosen.some(({ paying }) => paying !== undefined)
  // No sign-in is needed, so attempts are counted by the link's owner, whatever the address.
  const person = userId === undefined ? `link-${digestOf(payId)}` : `payer-${userId}`
  const spender = { person, address: '', now: stamp.at }
  // For a locked fee the provider is called before anything is written.
  if (isHeld) await Promise.all([refuseChild(link, stamp.at), spend('tries', spender)])
  for (const fee of chosen) await free(stamp, fee, instead)
  // Freed fees have changed, and another payment may have begun meanwhile.
  const now = isHeld ? await fees.getMany(chosen, { consistent: true }) : chosen
  const open = now.map((fee) => {
    if (!fee || outstandingOf(fee) <= 0) throw new Problem('fee_settled')
    if (fee.paying !== undefined) throw new Problem('conflict')
    return fee
  })
  const price = priceOf(
    open.map((fee) => ({ outstandingInCents: outstandingOf(fee), absorbFees: fee.absorbs ?? false })),
    rateOf(account, club),
  )
  if (!price) throw new Problem('payments_off')
  if (price.total !== totalInCents) throw new Problem('fee_changed')
  if (price.total < leastOnline) throw new Problem('too_small_online')
  const payment: Payment = {
    paymentId,
    paymentAccountId,
    provider: account.provider,
    state: 'starting',
    parts: open.map((fee) => ({ playerFeeId: fee.playerFeeId, name: fee.name, cents: outstandingOf(fee) })),
    amount: price.total,
    surcharge: price.surcharge,
    platformCents: Math.min(takenOf(price.total, platformRate(club)), price.total),
    payId,
    ...(language === 'es' && { language }),
    ...(payerId !== undefined && { payerId }),
    ...(keepsCard(account, link, body) && { saves: true as const }),
    ends: addSeconds(stamp.at, pageMinutes * 60),
    waitsSince: stamp.at,
    returned: 0,
  }
  const keeper = keeperOf(payment)
  const isKnown = keeper && (await savedCards.get(keeper, { consistent: true }))
  const [payer] = await Promise.all([
    payerId === undefined ? undefined : profiles.get({ userId: payerId }),
    write(
      stamp,
      payments.create(payment),
      ...(isHeld ? [] : spending('tries', spender)),
      // The provider knows the payer from here on, even if nothing is paid; this row ensures that it deletes them when they are
      // erased.
      ...(keeper && !isKnown ? [savedCards.create({ ...keeper, ...noCard, paymentAccountId })] : []),
      ...open.map(({ playerFeeId, version }) =>
        fees.change({ playerFeeId }, { set: { paying: paymentId }, when: ifUnchanged({ version }) }),
      ),
      ...(userId === undefined || isHeld || isGrownUps
        ? []
        : [playerAccounts.checkAbsent({ userId }, 'guardian_does')]),
    ),
  ])
  return { payment, known: { account, club, payer } }
}

/** Makes sure that nobody else is paying a fee: settles a payment that has ended, and with `instead` cancels an open one. */
async function free(stamp: Stamp, { paying }: Fee, instead: boolean): Promise<void> {
  if (paying === undefined) return
  const settled = await settle(stamp, paying)
  if (!settled || settled.state === 'paid' || settled.state === 'closed') return
  if (!instead || settled.state === 'processing') throw new Problem('being_paid')
  const ended = await endPayment(stamp, paying)
  if (ended?.state !== 'paid' && ended?.state !== 'closed') throw new Problem('being_paid')
}
