import { organizationOf } from '#shared/ids.ts'
import { dayIn } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { dayText, moneyText, type Say } from '../../mail/say.ts'
import { type Fee, feePayments, fees } from '../../table/fees.ts'
import { type Organization, organizations, settingsOf } from '../../table/organizations.ts'
import { disputes, type Payment, payments, type Refund, refunds } from '../../table/payments.ts'
import { goneBackOf, takenByBank } from '../../table/refunding.ts'
import { howText } from '../howText.ts'

/** The contents of a receipt, in its reader's language; amounts are in cents. */
export type Receipt = {
  title: string
  /** The club, with its contact data. */
  club: readonly string[]
  facts: readonly (readonly [name: string, value: string])[]
  lines: readonly { what: string; cents: number }[]
  total: { what: string; cents: number }
  /** What was refunded, and what the club has kept. */
  after: readonly { what: string; cents: number }[]
  /** Formats an amount; and the reader's locale. */
  sumOf: (cents: number) => string
  locale: string
  paidAt: string
  /** The day of the payment, in the club's time zone. */
  paidOn: string
}

/** The receipt of one payment on a fee; undefined if there is none, or it was removed as a mistake. */
export async function receiptOfFee(
  { playerFeeId, paymentId }: { playerFeeId: string; paymentId: string },
  say: Say,
): Promise<{ fee: Fee | undefined; receipt?: Receipt }> {
  const [fee, paid, club] = await Promise.all([
    fees.get({ playerFeeId }, { consistent: true }),
    feePayments.get({ playerFeeId, paymentId }, { consistent: true }),
    organizations.get({ organizationId: organizationOf(playerFeeId) }),
  ])
  if (!fee || !paid || !club || paid.cents === paid.givenBack) return { fee }
  const { cents, how, note, paidAt, paidOn } = paid
  const online = how === 'CARD' || how === 'PAYPAL' ? await payments.get({ paymentId }) : undefined
  // The processing fee is shown if the payment was for this fee alone.
  const surcharge = online?.parts.length === 1 ? online.surcharge : 0
  const inAll = online && online.parts.length > 1 ? online.amount : undefined
  const all = online ? await refunds.of({ paymentId }) : []
  // The club still has what the provider refused to refund.
  const [back, byBank] = [goneBackOf(paid, all, ['refused']), takenByBank(paid, all)]
  const receipt = {
    ...written(club, { number: paymentId, paidAt, paidOn, how: howText(how, note, say), inAll }, say),
    lines: [{ what: `${fee.name}, ${fullName(fee)}`, cents }, ...surchargeLine(surcharge, say)],
    ...sums(cents + surcharge, { back, byBank }, say),
  }
  return { fee, receipt }
}

/** The receipt of an online payment. By a payment link it shows first names only. */
export async function receiptOfPayment(payment: Payment, say: Say): Promise<Receipt | undefined> {
  const { paymentId, parts, surcharge, amount, how, label, paidAt } = payment
  if (payment.state !== 'paid' || how === undefined || paidAt === undefined) return undefined
  const [found, paid, club, back, all] = await Promise.all([
    fees.getMany(parts),
    Promise.all(parts.map(({ playerFeeId }) => feePayments.get({ playerFeeId, paymentId }, { consistent: true }))),
    organizations.get({ organizationId: organizationOf(paymentId) }),
    refunds.of({ paymentId }),
    payment.isLost ? disputes.of({ paymentId }) : [],
  ])
  if (!club) return undefined
  const lines = parts.flatMap(({ name }, i) => {
    const [fee, part] = [found[i], paid[i]]
    return part ? [{ what: fee ? `${name}, ${fee.firstName}` : name, cents: part.cents }] : []
  })
  const over = amount - surcharge - lines.reduce((sum, { cents }) => sum + cents, 0)
  const byBank = sumOf(all.filter(({ status }) => status === 'lost').map(({ withdrawn }) => withdrawn))
  return {
    ...written(club, { number: paymentId, paidAt, how: howText(how, label, say) }, say),
    lines: [
      ...lines,
      ...surchargeLine(surcharge, say),
      ...(over > 0 ? [{ what: say('Overpaid', 'Pagado de más'), cents: over }] : []),
    ],
    ...sums(amount, { back: sumOf(back.filter(isBack).map(({ cents }) => cents)), byBank }, say),
  }
}

/** The sums of a receipt, with the processing fee. Refused refunds are not refunded; chargebacks are listed by themselves. */
const isBack = ({ state, byBank }: Refund) => state !== 'refused' && !byBank
const sumOf = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0)

type About = { number: string; paidAt: string; paidOn?: string | undefined; how: string; inAll?: number | undefined }

const written = (
  club: Organization,
  { number, paidAt, paidOn = dayIn(paidAt, club.timezone), how, inAll }: About,
  say: Say,
) => {
  const { name, address, phone, website } = settingsOf(club)
  return {
    title: say('Receipt', 'Recibo'),
    club: [name, address, phone, website].filter((text) => text !== ''),
    facts: [
      [say('Receipt number', 'Número de recibo'), number],
      [say('Paid on', 'Pagado el'), dayText(paidOn, say)],
      [say('How it was paid', 'Cómo se pagó'), how],
      ...(inAll === undefined
        ? []
        : [[say('Part of a payment of', 'Parte de un pago de'), moneyText(inAll, say)] as const]),
    ],
    sumOf: (cents: number) => moneyText(cents, say),
    locale: say.locale,
    paidAt,
    paidOn,
  } as const
}

const surchargeLine = (cents: number, say: Say) =>
  cents > 0 ? [{ what: say('Processing fee', 'Comisión de procesamiento'), cents }] : []

const sums = (cents: number, { back, byBank }: { back: number; byBank: number }, say: Say) => {
  const gone = [
    { what: say('Refunded', 'Devuelto'), cents: -back },
    { what: say('Reversed by the payer’s bank', 'Retirado por el banco del pagador'), cents: -byBank },
  ].filter((line) => line.cents < 0)
  const kept = { what: say('Paid after refunds', 'Pagado tras devoluciones'), cents: cents - back - byBank }
  return { total: { what: say('Paid', 'Pagado'), cents }, after: gone.length > 0 ? [...gone, kept] : [] }
}
