import { organizationOf } from '#shared/ids.ts'
import { dayIn } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { dayText, moneyText, type Say } from '../../mail/say.ts'
import { type Fee, feePayments, fees } from '../../table/fees.ts'
import { type Organization, organizations, settingsOf } from '../../table/organizations.ts'
import { disputes, type Payment, payments, type Refund, refunds } from '../../table/payments.ts'
import { returnedCents, chargedBackCents } from '../../table/refunding.ts'
import { methodText } from '../methodText.ts'

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
  const [fee, feePayment, club] = await Promise.all([
    fees.get({ playerFeeId }, { consistent: true }),
    feePayments.get({ playerFeeId, paymentId }, { consistent: true }),
    organizations.get({ organizationId: organizationOf(playerFeeId) }),
  ])
  if (!fee || !feePayment || !club || feePayment.cents === feePayment.givenBack) return { fee }
  const { cents, how, note, paidAt, paidOn } = feePayment
  const online = how === 'CARD' || how === 'PAYPAL' ? await payments.get({ paymentId }) : undefined
  // The processing fee is shown if the payment was for this fee alone.
  const surcharge = online?.parts.length === 1 ? online.surcharge : 0
  const wholePaymentCents = online && online.parts.length > 1 ? online.amount : undefined
  const paymentRefunds = online ? await refunds.of({ paymentId }) : []
  // The club still has what the provider refused to refund.
  const [refundedCents, byBankCents] = [
    returnedCents(feePayment, paymentRefunds, ['refused']),
    chargedBackCents(feePayment, paymentRefunds),
  ]
  const receipt = {
    ...receiptHead(
      club,
      { number: paymentId, paidAt, paidOn, how: methodText(how, note, say), wholePaymentCents },
      say,
    ),
    lines: [{ what: `${fee.name}, ${fullName(fee)}`, cents }, ...surchargeLine(surcharge, say)],
    ...totalsOf(cents + surcharge, { refundedCents, byBankCents }, say),
  }
  return { fee, receipt }
}

/** The receipt of an online payment. By a payment link it shows first names only. */
export async function receiptOfPayment(payment: Payment, say: Say): Promise<Receipt | undefined> {
  const { paymentId, parts, surcharge, amount, how, label, paidAt } = payment
  if (payment.state !== 'paid' || how === undefined || paidAt === undefined) return undefined
  const [found, paid, club, allRefunds, allDisputes] = await Promise.all([
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
  const overpaidCents = amount - surcharge - lines.reduce((sum, { cents }) => sum + cents, 0)
  const byBankCents = sumOf(allDisputes.filter(({ status }) => status === 'lost').map(({ withdrawn }) => withdrawn))
  return {
    ...receiptHead(club, { number: paymentId, paidAt, how: methodText(how, label, say) }, say),
    lines: [
      ...lines,
      ...surchargeLine(surcharge, say),
      ...(overpaidCents > 0 ? [{ what: say('Overpaid', 'Pagado de más'), cents: overpaidCents }] : []),
    ],
    ...totalsOf(
      amount,
      { refundedCents: sumOf(allRefunds.filter(isRefunded).map(({ cents }) => cents)), byBankCents },
      say,
    ),
  }
}

/** Whether a refund has reached the payer: not if it was refused; a chargeback is listed by itself. */
const isRefunded = ({ state, byBank }: Refund) => state !== 'refused' && !byBank
const sumOf = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0)

type PaymentFacts = {
  number: string
  paidAt: string
  paidOn?: string | undefined
  how: string
  wholePaymentCents?: number | undefined
}

const receiptHead = (
  club: Organization,
  { number, paidAt, paidOn = dayIn(paidAt, club.timezone), how, wholePaymentCents }: PaymentFacts,
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
      ...(wholePaymentCents === undefined
        ? []
        : [[say('Part of a payment of', 'Parte de un pago de'), moneyText(wholePaymentCents, say)] as const]),
    ],
    sumOf: (cents: number) => moneyText(cents, say),
    locale: say.locale,
    paidAt,
    paidOn,
  } as const
}

const surchargeLine = (cents: number, say: Say) =>
  cents > 0 ? [{ what: say('Processing fee', 'Comisión de procesamiento'), cents }] : []

/** The sums of a receipt, with the processing fee. */
const totalsOf = (
  cents: number,
  { refundedCents, byBankCents }: { refundedCents: number; byBankCents: number },
  say: Say,
) => {
  const deductions = [
    { what: say('Refunded', 'Devuelto'), cents: -refundedCents },
    { what: say('Reversed by the payer’s bank', 'Retirado por el banco del pagador'), cents: -byBankCents },
  ].filter((line) => line.cents < 0)
  const netLine = {
    what: say('Paid after refunds', 'Pagado tras devoluciones'),
    cents: cents - refundedCents - byBankCents,
  }
  return { total: { what: say('Paid', 'Pagado'), cents }, after: deductions.length > 0 ? [...deductions, netLine] : [] }
}
