// own: the sweeper, in tests beside it, would settle payments that have just begun
import { describe, expect, it } from 'vitest'
import { fees } from '#functions/table/fees.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { payments } from '#functions/table/payments.ts'
import { update } from '#functions/table/table.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { balancesOf, charge, feeDetails, recordPayment, sumsOf } from './charging.ts'
import { cards, deliverRefunds, familyLink, paymentAt, paymentNow, payOnPage, returnFromPage, start } from './online.ts'
import { payOnline, readyToPay, total } from './readyToPay.ts'

const view = (payId: string, now?: string) =>
  call('GET /rest-api/pay/{payId}', { as: undefined, payId, ...(now !== undefined && { now }) })

describe('a payment by a payment link', () => {
  it('shows only what is needed to pay, with the player’s first name', async () => {
    const { payId, feePlayerId, account } = await readyToPay()
    const { body } = await view(payId)
    expect(body).toEqual({
      organization: { name: 'Springfield FC', timezone: 'America/Chicago' },
      fees: [
        {
          feePlayerId,
          name: 'Season',
          player: 'Mia',
          dueOn: '2026-12-01',
          status: 'UNPAID',
          outstandingInCents: 5000,
          absorbFees: false,
          beingPaid: null,
          paymentAccountId: null,
        },
      ],
      paid: [],
      canSave: true,
      registrationId: null,
      heldUntil: null,
      methods: [
        {
          paymentAccountId: account.paymentAccountId,
          paymentProviderName: 'STRIPE',
          rate: { perMille: 39, cents: 30 },
          takesAny: true,
        },
      ],
    })
  })

  it('is booked once and to the cent, however often the payer returns', async () => {
    const { club, payId, feePlayerId, wanted } = await readyToPay()
    const paymentId = await payOnline(wanted)
    const answers = [await returnFromPage(payId, paymentId), await returnFromPage(payId, paymentId)]
    expect(answers.map(({ body }) => body)).toEqual(
      [1, 2].map(() => ({
        state: 'paid',
        amountInCents: total,
        label: 'visa •••• 4242',
        card: null,
        isRefused: false,
      })),
    )
    // Stripe takes 2.9 % and 30 cents of $52.34, which are $1.82; the platform 1 %, which is 52 cents.
    expect(await balancesOf(club)).toEqual({
      'assets:clearing:stripe': total - 182 - 52,
      'income:fees': -5000,
      'income:surcharge': -234,
      'expenses:processor': 182,
      'expenses:platform': 52,
    })
    expect(await sumsOf(club)).toEqual([['2026-12-01', 5000, 5000, 0]])
    const { status, payments } = await feeDetails(club, feePlayerId)
    expect([status, payments.length, payments[0]?.how]).toEqual(['PAID', 1, 'CARD'])
    expect((await view(payId)).body.paid).toEqual([
      {
        name: 'Season',
        player: 'Mia',
        amountInCents: 5000,
        paidAt: '2026-11-21T18:00:00.000Z',
        receiptOf: expect.any(String),
      },
    ])
  })

  it('of two fees is a single payment, and each fee gets its part', async () => {
    const { club, feeId, account, payId, feePlayerId } = await readyToPay()
    const second = `${feeId.slice(0, -1)}${feeId.endsWith('0') ? '1' : '0'}`
    await charge(club, { feeId: second, amount: 3000, name: 'Kit', dueOn: '2026-12-01' })
    const feePlayerIds = [feePlayerId, playerFeeOf(second, club.mia.playerId)]
    // $80 plus the fees on $83.56: 3.9 % are $3.26, and 30 cents.
    const paymentId = await payOnline({ payId, paymentAccountId: account.paymentAccountId, feePlayerIds, total: 8356 })
    await returnFromPage(payId, paymentId)
    const found = await Promise.all(feePlayerIds.map((playerFeeId) => fees.get({ playerFeeId }, { consistent: true })))
    expect(found.map((fee) => [fee?.paid, fee?.paying])).toEqual([
      [5000, undefined],
      [3000, undefined],
    ])
    expect(await sumsOf(club)).toEqual([['2026-12-01', 8000, 8000, 0]])
  })

  it('started by two parents concurrently is a single one: the other parent is told that it is being paid', async () => {
    const { club, wanted } = await readyToPay()
    const other = await familyLink(club, 'parent2')
    const answers = await Promise.all([start(wanted), start({ ...wanted, payId: other })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect(answers.find(({ status }) => status === 412)?.refusal.code).toBe('being_paid')
    expect((await view(other)).body.fees.map(({ beingPaid }) => beingPaid)).toEqual([
      answers[1]?.status === 200 ? 'here' : 'elsewhere',
    ])
  })

  it('can be taken over, which expires the other page, but not once it is paid', async () => {
    const { club, wanted, payId } = await readyToPay()
    const other = await familyLink(club, 'parent2')
    const first = await start(wanted)
    const second = await start({ ...wanted, payId: other, instead: true })
    expect(second.status).toBe(200)
    expect(await (await fetch(first.body.url)).text()).toContain('This page has expired.')
    await payOnPage(second.body.url)
    const third = await start({ ...wanted, attempt: 'a third attempt'.replaceAll(' ', '-'), instead: true })
    expect(third.refusal.code).toBe('fee_settled')
    expect(await balancesOf(club)).toMatchObject({ 'income:fees': -5000, 'income:surcharge': -234 })
    expect((await view(payId)).body.fees).toEqual([])
  })

  it('can be taken over when the provider’s response was lost, since nobody was sent to its page', async () => {
    const { club, feePlayerId, wanted } = await readyToPay()
    const attempt = 'attempt-1'
    await start({ ...wanted, attempt })
    const paymentId = (await fees.get({ playerFeeId: feePlayerId }, { consistent: true }))?.paying ?? ''
    const lost = { state: 'starting', reference: undefined, url: undefined } as unknown as { state: 'starting' }
    await update(stamp, payments.change({ paymentId }, { set: lost }))
    const payId = await familyLink(club, 'parent2')
    expect((await start({ ...wanted, payId })).refusal.code).toBe('being_paid')
    expect((await start({ ...wanted, payId, instead: true })).status).toBe(200)
    expect((await start({ ...wanted, attempt })).refusal.code).toBe('payment_over')
  })

  it('started again with the same attempt opens the same page', async () => {
    const { wanted } = await readyToPay()
    const attempt = 'attempt-1'
    const answers = [await start({ ...wanted, attempt }), await start({ ...wanted, attempt })]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body.url).toBe(answers[1]?.body.url)
  })

  it('with the same attempt but other fees is rejected', async () => {
    const { club, feePlayerId, feeId, wanted } = await readyToPay()
    const second = `${feeId.slice(0, -1)}${feeId.endsWith('0') ? '1' : '0'}`
    await charge(club, { feeId: second, amount: 5000, name: 'Kit' })
    const attempt = 'attempt-1'
    expect((await start({ ...wanted, attempt })).status).toBe(200)
    const other = { ...wanted, attempt, feePlayerIds: [playerFeeOf(second, club.mia.playerId)] }
    expect((await start(other)).refusal.code).toBe('fee_changed')
    expect((await start({ ...other, attempt: 'attempt-2' })).status).toBe(200)
    expect((await fees.get({ playerFeeId: feePlayerId }, { consistent: true }))?.paying).toBeDefined()
  })

  it('is closed at once if the provider refuses to open a page, and the fee can be paid again', async () => {
    const { account, feePlayerId, wanted } = await readyToPay()
    const { paymentAccountId, stripeAccount } = account
    const at = (providerAccountId: string) =>
      update(stamp, paymentAccounts.change({ paymentAccountId }, { set: { providerAccountId } }))
    await at('acct_gone')
    expect((await start(wanted)).refusal.code).toBe('payments_off')
    expect((await fees.get({ playerFeeId: feePlayerId }, { consistent: true }))?.paying).toBeUndefined()
    await at(stripeAccount)
    expect((await start(wanted)).status).toBe(200)
  })

  it('answers 503 when the provider is unreachable, and can be retried with the same attempt', async () => {
    const { wanted } = await readyToPay()
    const address = process.env.STRIPE_ADDRESS
    process.env.STRIPE_ADDRESS = 'http://127.0.0.1:9'
    const answer = await start({ ...wanted, attempt: 'attempt-1' }).finally(() => {
      process.env.STRIPE_ADDRESS = address
    })
    expect([answer.status, answer.refusal.code]).toEqual([503, 'busy'])
    expect((await start({ ...wanted, attempt: 'attempt-1' })).status).toBe(200)
  })

  it('retried when its page would expire too soon is closed, and a new attempt opens a page', async () => {
    const { feePlayerId, wanted } = await readyToPay()
    const address = process.env.STRIPE_ADDRESS
    process.env.STRIPE_ADDRESS = 'http://127.0.0.1:9'
    const before = { ...wanted, attempt: 'attempt-1', now: '2026-11-21T17:50:00Z' }
    await start(before).finally(() => {
      process.env.STRIPE_ADDRESS = address
    })
    expect((await start({ ...before, now: '2026-11-21T18:00:00Z' })).refusal.code).toBe('payment_over')
    expect((await fees.get({ playerFeeId: feePlayerId }, { consistent: true }))?.paying).toBeUndefined()
    expect((await start({ ...wanted, attempt: 'attempt-2' })).status).toBe(200)
  })

  it('is described on the provider’s page in the payer’s language', async () => {
    const { wanted } = await readyToPay()
    const { body } = await start({ ...wanted, language: 'es' })
    expect(await (await fetch(body.url)).text()).toContain('Comisión de procesamiento')
  })

  it('is rejected if the amount shown is not what is owed, as when the fee changed meanwhile', async () => {
    const { club, feePlayerId, wanted } = await readyToPay()
    expect((await start({ ...wanted, total: 100 })).refusal.code).toBe('fee_changed')
    await recordPayment(club, feePlayerId, 1000)
    expect((await start(wanted)).refusal.code).toBe('fee_changed')
  })

  it('can be retried on the same page after a declined card, and books nothing for it', async () => {
    const { club, payId, wanted } = await readyToPay()
    const { body } = await start(wanted)
    expect(await payOnPage(body.url, cards.declined)).toBeUndefined()
    expect((await view(payId)).body.fees[0]?.beingPaid).toBe('here')
    expect(await balancesOf(club)).toEqual({ 'assets:receivable': 5000, 'income:fees': -5000 })
    expect(paymentAt(await payOnPage(body.url))).not.toBe('')
  })

  it('made after the fee was paid by hand is refunded in full, with its surcharge', async () => {
    const { club, payId, feePlayerId, wanted } = await readyToPay()
    const { body } = await start(wanted)
    await recordPayment(club, feePlayerId, 5000)
    const paymentId = paymentAt(await payOnPage(body.url))
    await returnFromPage(payId, paymentId)
    expect((await balancesOf(club))['liabilities:credit']).toBe(-5234)
    expect((await paymentNow(paymentId))?.surcharge).toBe(0)
    await deliverRefunds(paymentId)
    await deliverRefunds(paymentId)
    const balances = await balancesOf(club)
    expect(balances).toMatchObject({ 'assets:cash': 5000, 'income:fees': -5000 })
    expect([balances['liabilities:credit'], balances['income:surcharge']]).toEqual([undefined, undefined])
    expect((await paymentNow(paymentId))?.returned).toBe(5234)
  })
})

describe('a payment link', () => {
  it('opens nothing when revoked, expired or unknown', async () => {
    const { club, feePlayerId } = await readyToPay()
    const asAdmin = { as: club.user('admin'), feePlayerId }
    const { body } = await call('POST /rest-api/fee/pay-link/{feePlayerId}', asAdmin)
    expect((await call('POST /rest-api/fee/pay-link/{feePlayerId}', asAdmin)).body.payId).toBe(body.payId)
    expect((await view(body.payId)).body.fees.length).toBe(1)
    expect((await view(body.payId, '2027-11-21T18:00:00Z')).refusal.code).toBe('pay_link_expired')
    await call('DELETE /rest-api/fee/pay-link/{feePlayerId}', asAdmin)
    expect((await view(body.payId)).refusal.code).toBe('pay_link_gone')
    expect((await view('a'.repeat(32))).refusal.code).toBe('pay_link_gone')
  })

  it('cannot pay fees of another family, nor through another club’s account', async () => {
    const { wanted } = await readyToPay()
    const elsewhere = await readyToPay()
    expect((await start({ ...wanted, feePlayerIds: [elsewhere.feePlayerId] })).status).toBe(404)
    expect((await start({ ...wanted, paymentAccountId: elsewhere.account.paymentAccountId })).status).toBe(404)
    const paymentId = await payOnline(elsewhere.wanted)
    expect((await returnFromPage(wanted.payId, paymentId)).status).toBe(404)
  })

  it('shows only fees of the person’s own players, and is not given to outsiders', async () => {
    const { club } = await readyToPay()
    expect((await view(await familyLink(club, 'fan'))).body.fees).toEqual([])
    const nobody = { as: club.user('nobody'), body: { orgId: club.organizationId } }
    expect((await call('POST /rest-api/fee/payment-link', nobody)).status).toBe(403)
  })
})
