import type { pay } from '#shared/api/money/pay.ts'
import { playerOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { dayIn } from '#shared/rules/days.ts'
import { feeStatusOf, onlineMethods, outstandingOf } from '#shared/rules/fees.ts'
import { addRates, type Rate } from '#shared/rules/money.ts'
import type { CallOf } from '../../serve.ts'
import { type Fee, type FeePayment, feePayments } from '../../table/fees.ts'
import { type Organization, organizations, platformRate } from '../../table/organizations.ts'
import { type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { type PayLink, payments } from '../../table/payments.ts'
import { partFeeIdOf, type RegistrationEntry, registrationEntries } from '../../table/registrationEntries.ts'
import type { Stored } from '../../table/writes.ts'
import { accountFor, methodsFor } from './accounts.ts'
import { feesOfLink, isLinkOfChild, readValidLink } from './links.ts'

/** How many recent payments are shown. */
const maxPaid = 10

/** The fees that can be paid by a link, how they can be paid, and recent payments. */
export async function readPayLink({ params: { payId }, now }: CallOf<typeof pay, 'GET /rest-api/pay/{payId}'>) {
  const link = await readValidLink(payId, now)
  const { organizationId } = link
  const [linkFees, club, accounts, heldEntries, isChildLink] = await Promise.all([
    feesOfLink(link),
    organizations.get({ organizationId }),
    paymentAccounts.of({ organizationId }),
    heldEntriesOf(link),
    isLinkOfChild(link, now),
  ])
  if (!club) throw new Problem('not_found')
  const openFees = linkFees.filter((fee) => outstandingOf(fee) > 0).toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
  const [beingPaid, paid] = await Promise.all([whereBeingPaid(openFees, payId), recentPayments(linkFees, payId)])
  const today = dayIn(now, club.timezone)
  return {
    organization: { name: club.name, timezone: club.timezone },
    fees: openFees.map((fee, i) => ({
      feePlayerId: fee.playerFeeId,
      name: fee.name,
      player: fee.firstName,
      dueOn: fee.dueOn,
      status: feeStatusOf(fee, today),
      outstandingInCents: outstandingOf(fee),
      absorbFees: fee.absorbs ?? false,
      beingPaid: beingPaid[i] ?? null,
      paymentAccountId: accountFor(fee, accounts),
    })),
    paid,
    ...(isChildLink && { child: true as const }),
    canSave: link.userId !== undefined,
    registrationId: link.registrationId ?? null,
    heldUntil: heldUntilOf(heldEntries, openFees),
    methods: methodsFor(openFees, accounts).map((account) => ({
      paymentAccountId: account.paymentAccountId,
      paymentProviderName: account.provider,
      rate: rateOf(account, club),
      takesAny: account.takesAny,
    })),
  }
}

/** The places that are held while they are paid by a link of a registration. */
async function heldEntriesOf({ registrationId, playerFeeIds = [] }: PayLink): Promise<RegistrationEntry[]> {
  if (registrationId === undefined) return []
  const ids = [...new Set(playerFeeIds.map(playerOf))].map((playerId) => ({ registrationId, playerId }))
  const found = await registrationEntries.getMany(ids, { consistent: true })
  return found.flatMap((entry) => (entry?.state === 'paying' ? [entry] : []))
}

/** When the first hold of these places ends, of those whose fee is in this link and not paid. */
function heldUntilOf(heldEntries: readonly RegistrationEntry[], openFees: readonly Fee[]): string | null {
  const openFeeIds = new Set(openFees.map(({ playerFeeId }) => playerFeeId))
  const [first] = heldEntries
    .filter((entry) => openFeeIds.has(partFeeIdOf(entry)))
    .flatMap(({ heldUntil }) => heldUntil ?? [])
    .toSorted()
  return first ?? null
}

/** The fees on a payment: the provider's, as the club has entered them, and the platform's share. */
export const rateOf = ({ perMille, cents }: PaymentAccount, club: Organization): Rate =>
  addRates({ perMille, cents }, platformRate(club))

/** For each fee, where it is being paid; undefined if it is not. */
async function whereBeingPaid(
  openFees: readonly Fee[],
  payId: string,
): Promise<('here' | 'elsewhere' | 'asked' | 'onItsWay' | undefined)[]> {
  const activePayments = await payments.getMany(
    openFees.flatMap(({ paying }) => (paying === undefined ? [] : [{ paymentId: paying }])),
  )
  const byId = new Map(activePayments.flatMap((payment) => (payment ? [[payment.paymentId, payment]] : [])))
  return openFees.map(({ paying }) => {
    const payment = byId.get(paying ?? '')
    if (!payment || payment.state === 'paid' || payment.state === 'closed') return undefined
    if (payment.state === 'processing') return payment.token === undefined ? 'onItsWay' : 'asked'
    return payment.payId === payId ? 'here' : 'elsewhere'
  })
}

async function recentPayments(linkFees: readonly Stored<Fee>[], payId: string) {
  const paidFees = linkFees.filter(({ paid }) => paid > 0)
  const found = await Promise.all(paidFees.map((fee) => feePayments.of(fee)))
  const latest = paidFees
    .flatMap((fee, i) => (found[i] ?? []).filter(isOnline).map((payment) => ({ fee, payment })))
    .toSorted((a, b) => b.payment.paidAt.localeCompare(a.payment.paidAt))
    .slice(0, maxPaid)
  const ids = [...new Set(latest.map(({ payment }) => payment.paymentId))]
  const shownPayments = await payments.getMany(ids.map((paymentId) => ({ paymentId })))
  const ownPaymentIds = new Set(
    shownPayments.flatMap((payment) => (payment?.payId === payId ? [payment.paymentId] : [])),
  )
  return latest.map(({ fee, payment: { paymentId, cents, givenBack, paidAt } }) => ({
    name: fee.name,
    player: fee.firstName,
    amountInCents: cents - givenBack,
    paidAt,
    receiptOf: ownPaymentIds.has(paymentId) ? paymentId : null,
  }))
}
const isOnline = ({ how, cents, givenBack }: FeePayment) =>
  (onlineMethods as readonly string[]).includes(how) && cents > givenBack
