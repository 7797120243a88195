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

/** How long the provider's page stays open, in minutes: Stripe takes no less than 30, counted from when it hears of it. */
const pageMinutes = 31

/**
 * Opens the provider's page. First it is written that these fees are being paid, in one transaction with each of them; then
 * the provider is asked, by a key that follows from the payment's id. So two parents cannot pay the same fee, and whatever
 * was cut short is found again.
 */
export async function startPayment({
  params: { payId },
  body,
  now,
  site,
}: CallOf<typeof pay, 'POST /rest-api/pay/{payId}/start'>) {
  const paymentId = `${organizationOf(body.paymentAccountId)}.y${paymentPart(`${payId} ${body.attempt}`)}`
  // All that it takes in one round trip; asked again after somebody came first, it is read again.
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
  // Most accounts are no player’s own: that this one is none is a condition of the write, and costs no round trip before it.
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

/** What is to be paid and by which account, with the families of those whose fees they are: by the ids of the request alone. */
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
 * Whether an attempt is to pay what it was to pay before, by the same account, and keeps the card as before: who has chosen
 * something else is led to no page of the old choice.
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
/** A card is kept of who asks for it with an account, where the provider keeps cards. */
const keepsCard = ({ provider }: Pick<Payment, 'provider'>, { userId }: PayLink, { save = false }: Begin['body']) =>
  save && userId !== undefined && provider === 'STRIPE'
const idOf = ({ playerFeeId }: Payment['parts'][number]) => playerFeeId

/** The page of a payment that is under way. */
async function pageOf(stamp: Stamp, payment: Payment, site: string, known?: Known): Promise<string> {
  const isNew = payment.url === undefined && payment.state === 'starting'
  const opened = isNew ? await openPage(stamp, payment, site, known).catch(end(stamp, payment)) : payment
  if (opened.state !== 'open' || opened.url === undefined) throw new Problem('payment_over')
  return opened.url
}

/** Of what the provider will open no page, nothing becomes: its fees are free again. */
const end =
  (stamp: Stamp, { paymentId, ends }: Payment) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof Problem) || error.code !== 'payments_off') throw error
    await retryOnConflict(async () => {
      const now = await payments.get({ paymentId }, { consistent: true })
      if (now?.state === 'starting') await become(stamp, now, { as: 'closed' })
    })
    // Asked again after an answer that was lost, the page would have ended too soon for Stripe: another one has not.
    throw addSeconds(stamp.at, (pageMinutes - 1) * 60) > ends ? new Problem('payment_over') : error
  }

/** `known`: what was read of a payment that is just begun. */
type Begun = { payment: Payment; known?: Known }
type Begin = {
  link: PayLink
  paymentId: string
  body: CallOf<typeof pay, 'POST /rest-api/pay/{payId}/start'>['body']
  wanted: Awaited<ReturnType<typeof readWanted>>
  /** Known to be no child’s link. */
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
  // By this very attempt, sent twice at once: it is read again, and ends nothing of its own.
  if (chosen.some(({ paying }) => paying === paymentId)) throw new Problem('conflict')
  const isHeld = chosen.some(({ paying }) => paying !== undefined)
  // Nobody has to sign in for this: it is counted by whose link it is, whatever address is asked from.
  const person = userId === undefined ? `link-${digestOf(payId)}` : `payer-${userId}`
  const spender = { person, address: '', now: stamp.at }
  // What is held is asked for at the provider, before anything is written.
  if (isHeld) await Promise.all([refuseChild(link, stamp.at), spend('tries', spender)])
  for (const fee of chosen) await free(stamp, fee, instead)
  // What was freed has changed; and somebody else may have begun meanwhile.
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
      // The provider knows them from here on, also if nothing is paid: by this it forgets them once they are erased.
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

/** Sees to it that nobody else is paying a fee: a payment that has ended is settled, and one that is open is ended if that is wanted. */
async function free(stamp: Stamp, { paying }: Fee, instead: boolean): Promise<void> {
  if (paying === undefined) return
  const settled = await settle(stamp, paying)
  if (!settled || settled.state === 'paid' || settled.state === 'closed') return
  if (!instead || settled.state === 'processing') throw new Problem('being_paid')
  const ended = await endPayment(stamp, paying)
  if (ended?.state !== 'paid' && ended?.state !== 'closed') throw new Problem('being_paid')
}
