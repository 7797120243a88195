import { afterEach, describe, expect, it, vi } from 'vitest'
import { chargeSavedCard } from '#functions/money/pay/autopay.ts'
import { stripe } from '#functions/providers/stripe.ts'
import { feeDays, feePayments, fees } from '#functions/table/fees.ts'
import { ledger } from '#functions/table/ledger.ts'
import { outbox } from '#functions/table/outbox.ts'
import { payments } from '#functions/table/payments.ts'
import { feeStatusOf, outstandingOf } from '#shared/rules/fees.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { newPart } from '../club.ts'
import { balancesOf, recordPayment, sumsOf } from './charging.ts'
import { deliverRefunds, paymentAt, payOnPage, returnFromPage, start, stripeApi } from './online.ts'
import { payOnline, readyToPay } from './readyToPay.ts'

/**
 * Races between money operations: the rules hold, and each planted defect, with one guard removed, is detected by these checks.
 */
type Ready = Awaited<ReturnType<typeof readyToPay>>
type Line = { net: number; type: string }
type Things = { data: { status?: string; amount: number }[] }

/** Inconsistencies between fees, their daily sums, the ledger and Stripe. */
async function faultsOf({ club, account: { stripeAccount } }: Ready): Promise<string[]> {
  const [balances, all, days, lines, intents] = await Promise.all([
    balancesOf(club).catch(() => undefined),
    fees.ofPlayer(club.mia.playerId, { consistent: true }),
    sumsOf(club),
    stripeApi<{ data: Line[] }>('GET', 'balance_transactions', { limit: '100' }, stripeAccount),
    stripeApi<Things>('GET', 'payment_intents', { limit: '100' }, stripeAccount),
  ])
  if (!balances) return ['a ledger entry that does not balance']
  const open = all.filter((fee) => feeStatusOf(fee, '2026-11-21') !== 'CANCELLED')
  const owed = open.reduce((sum, fee) => sum + outstandingOf(fee), 0)
  const atStripe = lines.data.reduce((sum, { net }) => sum + net, 0)
  const charged = intents.data.filter(({ status }) => status === 'succeeded').length
  const dayPaid = days.reduce((sum, [, , cents]) => sum + Number(cents), 0)
  const facts: [string, boolean][] = [
    ['the amount owed', (balances['assets:receivable'] ?? 0) === owed],
    ['an overpaid fee', open.every((fee) => fee.paid + fee.waived <= fee.amount)],
    ['the daily sums', dayPaid === open.reduce((sum, fee) => sum + fee.paid, 0)],
    ['the balance at Stripe', (balances['assets:clearing:stripe'] ?? 0) === atStripe],
    ['negative cash', (balances['assets:cash'] ?? 0) >= 0],
    ['an unexpected credit', (balances['liabilities:credit'] ?? 0) === 0],
    ['charged twice', charged <= 1],
  ]
  return facts.flatMap(([fault, holds]) => (holds ? [] : [fault]))
}

type Kind = { change: (...given: never[]) => unknown; create: (...given: never[]) => unknown }
/** Changes to this kind ignore their conditions. */
function unconditioned(kind: Kind) {
  const change = kind.change as (id: object, change: object, ...more: unknown[]) => never
  vi.spyOn(kind, 'change').mockImplementation((id: object, wanted: object, ...more: unknown[]) =>
    change(id, { ...wanted, when: [] }, ...more),
  )
}
/** Creates overwrite existing items. */
function remade(kind: Kind & { upsert: (...given: never[]) => unknown }) {
  const upsert = kind.upsert as (id: object, change: object) => never
  vi.spyOn(kind, 'create').mockImplementation((row: object) => upsert(row, { set: row }))
}
/** Effects and their mails get a new id each time, so that they are no longer idempotent. */
function unnamed() {
  const { book } = ledger
  const { add } = outbox
  vi.spyOn(outbox, 'add').mockImplementation((at, mail) => add(at, { ...mail, mailId: newPart('mail') }))
  vi.spyOn(ledger, 'book').mockImplementation((entry) => book({ ...entry, effect: `${entry.effect}:${newPart('e')}` }))
}
const cancel = ({ club, feePlayerId }: Ready, as: 'credit' | 'refund' = 'credit') =>
  call('POST /rest-api/fee/cancel/{feePlayerId}', { as: club.user('admin'), feePlayerId, body: { paid: as } })
const waive = ({ club, feePlayerId }: Pick<Ready, 'club' | 'feePlayerId'>, more: { undone?: true } = {}) =>
  call('POST /rest-api/fee/write-off/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { as: 'waived', revision: 1, ...more },
  })
const refund = ({ club, feePlayerId }: Ready, paymentId: string, amountInCents: number) =>
  call('POST /rest-api/fee/refund/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { refundId: newPart('refund'), paymentId, amountInCents, as: 'waived', withFee: false },
  })
async function paidAndBooked({ wanted, payId }: Ready): Promise<string> {
  const paymentId = await payOnline(wanted)
  await returnFromPage(payId, paymentId)
  return paymentId
}
const TRANSACTION = 'TransactWriteCommand'

type Rule = { plant: () => void; run: (ready: Ready) => Promise<unknown> }
const rules: Record<string, Rule> = {
  'two concurrent payments of one fee by hand': {
    plant: () => unconditioned(fees),
    run: ({ club, feePlayerId }) =>
      interleave(
        TRANSACTION,
        () => recordPayment(club, feePlayerId, 5000),
        () => recordPayment(club, feePlayerId, 5000),
      ),
  },
  'a payment by hand during the cancellation of its fee': {
    plant: () => unconditioned(fees),
    run: (ready) =>
      interleave(
        TRANSACTION,
        () => cancel(ready),
        () => recordPayment(ready.club, ready.feePlayerId, 5000),
      ),
  },
  'a write-off during the payment of its fee': {
    plant: () => unconditioned(fees),
    run: ({ club, feePlayerId }) =>
      interleave(
        TRANSACTION,
        () => recordPayment(club, feePlayerId, 5000),
        () => waive({ club, feePlayerId }),
      ),
  },
  'undoing a waiver during the cancellation of its fee': {
    plant: () => unconditioned(fees),
    async run(ready) {
      await waive(ready)
      await interleave(
        TRANSACTION,
        () => cancel(ready),
        () => waive(ready, { undone: true }),
      )
    },
  },
  'a payment that changes a daily sum': {
    plant: () => void vi.spyOn(feeDays, 'add').mockReturnValue([]),
    run: ({ club, feePlayerId }) => recordPayment(club, feePlayerId, 5000),
  },
  'a payment with a double ledger entry': {
    plant() {
      const { book } = ledger
      vi.spyOn(ledger, 'book').mockImplementation((entry) => {
        const write = book(entry)
        if (write.operation === 'create') write.item = { ...write.item, postings: entry.postings.slice(1) }
        return write
      })
    },
    run: ({ club, feePlayerId }) => recordPayment(club, feePlayerId, 5000),
  },
  'two parents opening a payment page for one fee': {
    plant: () => unconditioned(fees),
    async run({ wanted, payId }) {
      const urls: string[] = []
      const open = async (attempt: string) => {
        const { body, status } = await start({ ...wanted, attempt })
        if (status === 200) urls.push(body.url)
      }
      await interleave(
        TRANSACTION,
        () => open('attempt-1'),
        () => open('attempt-2'),
      )
      for (const url of urls) await returnFromPage(payId, paymentAt(await payOnPage(url)))
    },
  },
  'an online payment processed twice concurrently': {
    plant() {
      unconditioned(payments)
      unconditioned(fees)
      remade(feePayments)
      unnamed()
    },
    async run({ wanted, payId }) {
      const paymentId = await payOnline(wanted)
      await interleave(
        TRANSACTION,
        () => returnFromPage(payId, paymentId),
        () => returnFromPage(payId, paymentId),
      )
    },
  },
  'an online payment during the cancellation of its fee': {
    plant: () => unconditioned(fees),
    async run(ready) {
      const paymentId = await payOnline(ready.wanted)
      await interleave(
        TRANSACTION,
        () => cancel(ready),
        () => returnFromPage(ready.payId, paymentId),
      )
      await deliverRefunds(paymentId)
    },
  },
  'two concurrent cancellations of a fee paid by hand': {
    plant() {
      unconditioned(fees)
      unconditioned(feePayments)
      unnamed()
    },
    async run(ready) {
      await recordPayment(ready.club, ready.feePlayerId, 2000)
      await interleave(
        TRANSACTION,
        () => cancel(ready, 'refund'),
        () => cancel(ready, 'refund'),
      )
    },
  },
  'two concurrent refunds of one payment': {
    plant() {
      unconditioned(fees)
      unconditioned(feePayments)
    },
    async run(ready) {
      const paymentId = await paidAndBooked(ready)
      await interleave(
        TRANSACTION,
        () => refund(ready, paymentId, 4000),
        () => refund(ready, paymentId, 4000),
      )
      await deliverRefunds(paymentId)
    },
  },
  'a refund requested by two workers': {
    plant() {
      const { refund: asked } = stripe
      vi.spyOn(stripe, 'refund').mockImplementation((it) => asked({ ...it, refundId: newPart('refund') }))
    },
    async run(ready) {
      const paymentId = await paidAndBooked(ready)
      await refund(ready, paymentId, 2000)
      await interleave(
        TRANSACTION,
        () => deliverRefunds(paymentId),
        () => deliverRefunds(paymentId).catch(() => undefined),
      )
    },
  },
  'a saved card charged twice concurrently': {
    plant() {
      const { chargeSaved } = stripe
      if (!chargeSaved) throw new Error('Stripe cannot charge saved cards.')
      vi.spyOn(stripe, 'chargeSaved').mockImplementation((it) => chargeSaved({ ...it, paymentId: newPart('payment') }))
    },
    async run({ club }) {
      await keepsCard(club)
      const id = { organizationId: club.organizationId, userId: club.user('parent') }
      const collected = () => chargeSavedCard({ actor: 'money-autopay', at: '2026-12-02T14:00:00Z' }, id)
      // Before the result is written.
      await interleave(TRANSACTION, collected, () => collected().catch(() => undefined), 2)
    },
  },
}

/** A card that the parent saves without paying. */
async function keepsCard(club: Ready['club']) {
  const card = { as: club.user('parent'), orgId: club.organizationId }
  const { body } = await call('POST /rest-api/fee/cards/{orgId}', { ...card, body: { attempt: newPart('attempt') } })
  await payOnPage(body.url)
  await call('POST /rest-api/fee/cards/{orgId}/kept', card)
}

afterEach(() => vi.restoreAllMocks())

describe.each(Object.entries(rules))('consistency after %s', (_, { plant, run }) => {
  it('holds with the guard in place', async () => {
    const ready = await readyToPay()
    await run(ready)
    expect(await faultsOf(ready)).toEqual([])
  })

  it('fails detectably with the guard removed', async () => {
    const ready = await readyToPay()
    plant()
    await run(ready)
    expect(await faultsOf(ready)).not.toEqual([])
  })
})
