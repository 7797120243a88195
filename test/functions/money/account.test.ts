import { describe, expect, it } from 'vitest'
import { extractText } from 'unpdf'
import { creditsOn } from '#functions/money/credits.ts'
import { fees } from '#functions/table/fees.ts'
import { refunds } from '#functions/table/payments.ts'
import { families } from '#functions/table/players.ts'
import { update } from '#functions/table/table.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call, send } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { aClubWithFee, balancesOf, charge, feeDetails, recordPayment } from './charging.ts'
import { deliverRefunds, familyLink, returnFromPage, start } from './online.ts'
import { agree, startPayment, takesPayPal } from './payingByPayPal.ts'
import { payOnline, readyToPay } from './readyToPay.ts'

/** A family’s account: payments recorded by hand, and credit the club owes the family. */

describe('the date of a payment recorded by hand', () => {
  it('appears on the payment, in the ledger and on the receipt, even when recorded a week later', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const paymentId = newPart('payment')
    const put = () => recordPayment(club, feePlayerId, 2000, { paymentId, paidOn: '2026-11-14' })
    expect((await put()).status).toBe(200)
    expect((await put()).status).toBe(200)
    await recordPayment(club, feePlayerId, 1000)
    const { payments } = await feeDetails(club, feePlayerId)
    expect(payments.map(({ paidOn, paidAt }) => [paidOn, paidAt.slice(0, 10)])).toEqual([
      ['2026-11-14', '2026-11-21'],
      ['2026-11-21', '2026-11-21'],
    ])
    const as = club.user('admin')
    const { body } = await send('GET /rest-api/fee/journal/{orgId}', { as, orgId: club.organizationId })
    expect(String(body)).toContain(`2026-11-14 * (manual:${feePlayerId}:${paymentId})`)
    const receipt = await call('GET /rest-api/fee/receipt/{feePlayerId}', { as, feePlayerId, query: { paymentId } })
    expect(receipt.headers['content-disposition']).toContain('receipt-2026-11-14.pdf')
    expect((await extractText(new Uint8Array(receipt.bytes), { mergePages: true })).text).toContain('November 14, 2026')
  })

  it('rejects a date in the club’s future or years ago, and the same payment id with another date', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    for (const [paidOn, code] of [
      ['2026-11-22', 'in_the_future'],
      ['2021-11-20', 'too_far'],
    ] as const) {
      const { status, refusal } = await recordPayment(club, feePlayerId, 2000, { paidOn })
      expect([status, refusal.faults?.map(({ at, code }) => [at, code])]).toEqual([400, [['paidOn', code]]])
    }
    const paymentId = newPart('payment')
    expect((await recordPayment(club, feePlayerId, 2000, { paymentId, paidOn: '2026-11-21' })).status).toBe(200)
    expect((await recordPayment(club, feePlayerId, 2000, { paymentId, paidOn: '2026-11-20' })).refusal.code).toBe(
      'saved_before',
    )
    expect((await feeDetails(club, feePlayerId)).paidInCents).toBe(2000)
  })
})

it('shows notes on manual payments only to the club’s treasurers, and the label of a card to the family, too', async () => {
  const { club, feePlayerId, payId, wanted } = await readyToPay()
  await returnFromPage(payId, await payOnline(wanted))
  const feeId = `${club.falcons.teamId}.${newPart('d')}`
  await charge(club, { feeId })
  const other = playerFeeOf(feeId, club.mia.playerId)
  await recordPayment(club, other, 2000, { note: 'Cheque 7, the last one bounced' })
  const notes = async (as: string, of: string) => (await feeDetails(club, of, as)).payments.map(({ note }) => note)
  for (const as of ['admin', 'treasurer']) expect(await notes(as, other)).toEqual(['Cheque 7, the last one bounced'])
  for (const as of ['parent', 'parent2']) expect(await notes(as, other)).toEqual([null])
  expect(await notes('parent', feePlayerId)).toEqual([expect.stringMatching(/^visa •••• \d{4}$/)])
})

const cancelled = (
  club: Awaited<ReturnType<typeof aClubWithFee>>['club'],
  feePlayerId: string,
  kept: 'credit' | 'refund',
) => call('POST /rest-api/fee/cancel/{feePlayerId}', { as: club.user('admin'), feePlayerId, body: { paid: kept } })

describe('credit a club owes a family', () => {
  it('is listed with each fee of the player and for the parents who see the fee, until it is refunded', async () => {
    const { club, feePlayerId } = await aClubWithFee({ name: 'Autumn' })
    await charge(club, { name: 'Spring' })
    const other = (await fees.ofPlayer(club.mia.playerId)).find(({ name }) => name === 'Spring')?.playerFeeId ?? ''
    const told = async (as: string) =>
      (await feeDetails(club, other, as)).credits.map(({ name, creditInCents }) => [name, creditInCents])
    const mine = async (as: string) => {
      const { body } = await call('GET /rest-api/fee/my-fees', { as: club.user(as) })
      return body.fees
        .filter(({ creditInCents }) => creditInCents > 0)
        .map(({ name, creditInCents }) => [name, creditInCents])
    }
    await recordPayment(club, feePlayerId, 2000)
    expect(await told('treasurer')).toEqual([])
    await cancelled(club, feePlayerId, 'credit')
    for (const as of ['treasurer', 'admin', 'parent']) expect(await told(as)).toEqual([['Autumn', 2000]])
    expect(await mine('parent')).toEqual([['Autumn', 2000]])
    // The other parent cannot see a fee split to one home.
    await update(stamp, fees.change({ playerFeeId: feePlayerId }, { set: { payers: [club.user('parent')] } }))
    expect([await told('parent2'), await mine('parent2'), await told('parent')]).toEqual([[], [], [['Autumn', 2000]]])
    await cancelled(club, feePlayerId, 'refund')
    expect([await told('treasurer'), await mine('parent')]).toEqual([[], []])
  })

  it('hides credit from fees of the club from a treasurer of one team', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const feeId = `${club.organizationId}.${newPart('d')}`
    await charge(club, { feeId, orgUnitId: club.organizationId, name: 'Of the club' })
    const ofClub =
      (await fees.ofPlayer(club.mia.playerId)).find(({ name }) => name === 'Of the club')?.playerFeeId ?? ''
    await recordPayment(club, ofClub, 3000)
    await cancelled(club, ofClub, 'credit')
    expect((await feeDetails(club, feePlayerId, 'treasurer')).credits).toEqual([])
    expect((await feeDetails(club, feePlayerId)).credits.map(({ creditInCents }) => creditInCents)).toEqual([3000])
  })

  it('includes a refund the provider refused, until a retry succeeds', async () => {
    const { club, feePlayerId, payId, wanted } = await readyToPay()
    const paymentId = await payOnline(wanted)
    await returnFromPage(payId, paymentId)
    const id = { paymentId, refundId: 'refund-1' }
    const body = { ...id, amountInCents: 1234, as: 'waived', withFee: false } as const
    await call('POST /rest-api/fee/refund/{feePlayerId}', { as: club.user('admin'), feePlayerId, body })
    const credits = async () => (await feeDetails(club, feePlayerId)).credits.map(({ creditInCents }) => creditInCents)
    expect(await credits()).toEqual([])
    await update(stamp, refunds.change(id, { set: { state: 'refused', why: 'closed' } }))
    expect(await credits()).toEqual([1234])
    const again = { as: club.user('admin'), feePlayerId, body: { paymentId, how: 'AGAIN' } } as const
    await call('POST /rest-api/fee/refund-again/{feePlayerId}', again)
    await deliverRefunds(paymentId)
    expect(await credits()).toEqual([])
  })

  it('includes an overpayment the provider would not refund, until it is refunded by hand', async () => {
    const { club, feePlayerId, payId, paymentId, url } = await startPayment()
    // The treasurer records $20 while the payer is on the payment page with the full $50.
    await recordPayment(club, feePlayerId, 2000)
    await agree(url)
    await returnFromPage(payId, paymentId)
    const told = async () => {
      const mine = await call('GET /rest-api/fee/my-fees', { as: club.user('parent') })
      return [
        (await feeDetails(club, feePlayerId, 'parent')).credits.map(({ creditInCents }) => creditInCents),
        mine.body.fees.map(({ creditInCents }) => creditInCents),
        (await balancesOf(club))['liabilities:credit'],
      ]
    }
    // While a refund is in progress it is not the family's credit; the product cannot refund on PayPal.
    expect(await told()).toEqual([[], [0], -2000])
    for (let times = 0; times < 2; times++) await deliverRefunds(paymentId)
    expect(await told()).toEqual([[2000], [2000], -2000])
    const byHand = { as: club.user('admin'), feePlayerId, body: { paymentId, how: 'CASH' } } as const
    for (let times = 0; times < 2; times++) await call('POST /rest-api/fee/refund-again/{feePlayerId}', byHand)
    expect(await told()).toEqual([[], [0], undefined])
  })

  it('is counted once for a payment that covers the fees of two children', async () => {
    const { club, feeId, feePlayerId } = await aClubWithFee()
    await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' })
    await charge(club, { feeId, players: [club.leo] })
    const leos = playerFeeOf(feeId, club.leo.playerId)
    const [paymentAccountId, payId] = [await takesPayPal(club), await familyLink(club)]
    const { url } = (await start({ payId, paymentAccountId, feePlayerIds: [feePlayerId, leos], total: 10_437 })).body
    const paymentId = (await fees.get({ playerFeeId: leos }, { consistent: true }))?.paying ?? ''
    await recordPayment(club, leos, 1000)
    await agree(url)
    await returnFromPage(payId, paymentId)
    await deliverRefunds(paymentId)
    const theirs = (await fees.getMany([{ playerFeeId: feePlayerId }, { playerFeeId: leos }])).flatMap(
      (fee) => fee ?? [],
    )
    const credits = await creditsOn(theirs)
    expect([...credits.values()]).toEqual([1000])
  })
})
