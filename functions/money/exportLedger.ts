import type { money } from '#shared/api/money.ts'
import { isId } from '#shared/ids.ts'
import { csvHead, csvLine, decimals } from '#shared/rules/csv.ts'
import { addDays, dayIn } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import type { BilingualText } from '../mail/say.ts'
import { sayToCaller } from '../mail/sayTo.ts'
import type { CallOf } from '../serve.ts'
import { feePayments, fees } from '../table/fees.ts'
import { type Account, accounts, ledger, type LedgerEntry } from '../table/ledger.ts'
import { payments } from '../table/payments.ts'
import { pages } from '../table/table.ts'
import { clubOfUnit } from './feeCards.ts'
import { methodText, methodCode } from './methodText.ts'

/** The ledger in the plain-text journal format of accounting programs: first the accounts, then every entry in the order of booking. */
export async function exportJournal({
  params: { orgId },
  now,
}: CallOf<typeof money, 'GET /rest-api/fee/journal/{orgId}'>) {
  const club = await clubOfUnit(orgId)
  async function* text() {
    yield 'commodity USD 1000.00\n'
    yield `${accounts.map((account) => `account ${account}`).join('\n')}\n`
    for await (const entries of pages<LedgerEntry>({ ...ledger.of(orgId), consistent: true }))
      for (const entry of entries) yield journalOf(entry, club.timezone)
  }
  return { name: `ledger-${dayIn(now, club.timezone)}.journal`, content: text() }
}

/** Entries are named by ids: children's names do not belong in files for programs whose readers are unknown. */
const journalOf = (entry: LedgerEntry, timezone: string) =>
  `\n${dayOf(entry, timezone)} * (${entry.effect}) ${kindOf(entry)}\n${entry.postings
    .map(({ account, cents }) => `    ${account}  ${decimals(cents)} USD\n`)
    .join('')}`

const dayOf = ({ onDay, bookedAt }: LedgerEntry, timezone: string) => onDay ?? dayIn(bookedAt, timezone)
const kindOf = ({ effect }: LedgerEntry) => effect.split(':')[0] ?? ''

const heads: readonly BilingualText[] = [
  ['Day', 'Día'],
  ['What', 'Qué'],
  ['Player', 'Jugador'],
  ['Fee', 'Cuota'],
  ['Paid by', 'Medio de pago'],
  ['Note', 'Nota'],
  ['Account', 'Cuenta'],
  ['Amount', 'Importe'],
  ['Entry', 'Asiento'],
]
/** What happened, by the first part of an effect. */
const kinds: Readonly<Record<string, BilingualText>> = {
  fee: ['Charged', 'Cobro creado'],
  edit: ['Fee changed', 'Cuota modificada'],
  choice: ['Fee changed', 'Cuota modificada'],
  split: ['Split between two homes', 'Repartida entre dos hogares'],
  delete: ['Fee deleted', 'Cuota eliminada'],
  cancel: ['Fee cancelled', 'Cuota cancelada'],
  waived: ['Waived', 'Condonada'],
  'written-off': ['Written off', 'Dada por perdida'],
  'asked-again': ['Owed again', 'Se debe de nuevo'],
  manual: ['Manual payment', 'Pago manual'],
  undo: ['Payment reversed', 'Pago anulado'],
  charge: ['Paid online', 'Pago en línea'],
  fees: ['Processing fee', 'Comisión de procesamiento'],
  'deposit-less': ['Deposit used', 'Depósito usado'],
  'deposit-lacks': ['Deposit used', 'Depósito usado'],
  'refund-asked': ['To be refunded', 'Por devolver'],
  refund: ['Refunded', 'Devuelto'],
  'refund-failed': ['Refund did not arrive', 'Devolución rechazada'],
  'refund-by-hand': ['Refunded manually', 'Devuelto manualmente'],
  'refund-by-bank': ['Reversed by the payer’s bank', 'Retirado por el banco del pagador'],
  dispute: ['Disputed by the payer’s bank', 'Disputado por el banco del pagador'],
  payout: ['Paid out', 'Abonado en el banco'],
  'payout-failed': ['Payout failed', 'Abono fallido'],
  settlement: ['Paid out', 'Abonado en el banco'],
  'share-billed': ['Platform’s share billed', 'Parte de la plataforma facturada'],
}
const accountNames: Readonly<Record<Account, BilingualText>> = {
  'assets:receivable': ['Owed by families', 'Adeudado por las familias'],
  'assets:cash': ['Cash', 'Efectivo'],
  'assets:bank': ['Bank', 'Banco'],
  'assets:clearing:stripe': ['At Stripe', 'En Stripe'],
  'assets:clearing:paypal': ['At PayPal', 'En PayPal'],
  'assets:clearing:fluidpay': ['At FluidPay', 'En FluidPay'],
  'assets:disputed': ['Disputed', 'En disputa'],
  'liabilities:platform': ['Owed to the platform', 'Adeudado a la plataforma'],
  'liabilities:credit': ['Families’ credit', 'Saldo a favor de las familias'],
  'income:fees': ['Fees', 'Cuotas'],
  'income:surcharge': ['Processing fees paid by families', 'Comisiones pagadas por las familias'],
  'income:reductions': ['Reductions', 'Reducciones'],
  'expenses:processor': ['Provider’s fees', 'Comisiones del proveedor'],
  'expenses:platform': ['Platform’s share', 'Parte de la plataforma'],
  'expenses:disputes': ['Disputes lost', 'Disputas perdidas'],
  'expenses:bad-debt': ['Written off', 'Dado por perdido'],
}

/**
 * The ledger's entries for the days of a range (both ends included) as CSV: a line for each account, in the order of booking. It reads from
 * the first day to the end of the ledger, since a manual payment may be booked long after its day, but nothing is booked before it.
 */
export async function exportLedger({
  params: { orgId },
  query: { from, to },
  userId,
  token,
}: CallOf<typeof money, 'GET /rest-api/fee/ledger/{orgId}'>) {
  const [club, say] = await Promise.all([clubOfUnit(orgId), sayToCaller({ userId, token })])
  // Programs get values that do not depend on the language.
  const word = (text: BilingualText | undefined, raw: string) =>
    token.club === undefined && text !== undefined ? say(...text) : raw
  async function* lines() {
    yield csvHead(heads.map((head) => say(...head)))
    const since = { ...ledger.of(orgId), from: `AT#${addDays(from, -1)}`, consistent: true }
    for await (const entries of pages<LedgerEntry>(since)) {
      const entriesInRange = entries.filter((entry) => {
        const day = dayOf(entry, club.timezone)
        return day >= from && day <= to
      })
      const detailsOf = await readEntryDetails(entriesInRange)
      for (const entry of entriesInRange) {
        const { players, names, method, label, note } = detailsOf(entry)
        const how =
          method === undefined
            ? ''
            : token.club === undefined
              ? methodText(method, label, say)
              : methodCode(method, label)
        for (const { account, cents } of entry.postings)
          yield csvLine([
            dayOf(entry, club.timezone),
            word(kinds[kindOf(entry)], kindOf(entry)),
            players.join(', '),
            names.join(', '),
            how,
            note,
            word(accountNames[account], account),
            cents / 100,
            entry.effect,
          ])
      }
    }
  }
  return { name: `ledger-${from}-${to}.csv`, content: lines() }
}

/** The effect contains the id of a manual payment that it books or reverts. */
function manualPaymentIdOf({ effect, about }: LedgerEntry) {
  const [kind, , paymentId] = effect.split(':')
  return (kind === 'manual' || kind === 'undo') && about !== undefined && paymentId !== undefined
    ? { playerFeeId: about, paymentId }
    : undefined
}

const isPayment = (about: string) => isId('payment', about)

/** The players and fees that entries are about, how they were paid and the notes; without what was deleted since. */
async function readEntryDetails(entries: readonly LedgerEntry[]) {
  const aboutIds = [...new Set(entries.flatMap(({ about }) => about ?? []))]
  const paymentRows = await payments.getMany(aboutIds.filter(isPayment).map((paymentId) => ({ paymentId })))
  const paymentById = new Map(
    paymentRows.flatMap((payment) => (payment ? [[payment.paymentId, payment] as const] : [])),
  )
  const ofPayments = [...paymentById.values()].flatMap(({ parts }) => parts.map(({ playerFeeId }) => playerFeeId))
  const feeIds = [...new Set([...aboutIds.filter((about) => !isPayment(about)), ...ofPayments])]
  const manualIds = entries.flatMap((entry) => manualPaymentIdOf(entry) ?? [])
  const [found, manualPayments] = await Promise.all([
    fees.getMany(feeIds.map((playerFeeId) => ({ playerFeeId }))),
    feePayments.getMany(manualIds),
  ])
  const feeById = new Map(found.flatMap((fee) => (fee ? [[fee.playerFeeId, fee] as const] : [])))
  const manualPaymentByKey = new Map(
    manualPayments.flatMap((hand) => (hand ? [[`${hand.playerFeeId}:${hand.paymentId}`, hand] as const] : [])),
  )
  return (entry: LedgerEntry) => {
    const payment = paymentById.get(entry.about ?? '')
    const ids = payment ? payment.parts.map(({ playerFeeId }) => playerFeeId) : [entry.about ?? '']
    const entryFees = ids.flatMap((id) => feeById.get(id) ?? [])
    const hand = manualPaymentIdOf(entry)
    const { how, note } = (hand && manualPaymentByKey.get(`${hand.playerFeeId}:${hand.paymentId}`)) ?? {}
    return {
      players: [...new Set(entryFees.map(fullName))],
      names: [...new Set(payment ? payment.parts.map(({ name }) => name) : entryFees.map(({ name }) => name))],
      method: how ?? payment?.how,
      label: payment?.label,
      note,
    }
  }
}
