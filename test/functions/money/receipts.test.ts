import { describe, expect, it } from 'vitest'
import PostalMime from 'postal-mime'
import { extractText } from 'unpdf'
import { mimeOf } from '#functions/mail/mime.ts'
import { sayIn } from '#functions/mail/say.ts'
import { settleDispute } from '#functions/money/pay/dispute.ts'
import { writers } from '#functions/money/mailWriters.ts'
import { feePayments, fees } from '#functions/table/fees.ts'
import { outbox } from '#functions/table/outbox.ts'
import { organizations } from '#functions/table/organizations.ts'
import { payments, refunds } from '#functions/table/payments.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { refundWrites } from '#functions/table/refunding.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { aClubWithFee, feeDetails, recordPayment } from './charging.ts'
import { familyLink, paymentAt, payOnPage, returnFromPage, start } from './online.ts'
import { payOnline, readyToPay } from './readyToPay.ts'

process.env.SITE_URL = 'https://app.club.example'

/** The text of a PDF, extracted by an independent library. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
  return text
}

type Asked = { as?: string; paymentId: string; language?: 'en' | 'es' }
const receiptOf = (club: Club, feePlayerId: string, { as = 'parent', ...query }: Asked) =>
  call('GET /rest-api/fee/receipt/{feePlayerId}', { as: club.user(as), feePlayerId, query })

const mailOf = (mailId: string) => outbox.get({ mailId }, { consistent: true })

async function paidByHand() {
  const { club, feePlayerId } = await aClubWithFee()
  const paymentId = newPart('payment')
  await recordPayment(club, feePlayerId, 2000, { paymentId })
  return { club, feePlayerId, paymentId }
}

describe('the receipt for a payment by hand', () => {
  it('is a PDF with club, purpose and amount, in the reader’s language and with the letters of every name', async () => {
    const { club, feePlayerId, paymentId } = await paidByHand()
    await update(stamp, organizations.change(club.organization, { set: { name: 'Łódź Þór FC', phone: '555 0100' } }))
    const named = { firstName: 'Софія', lastName: 'Nguyễn' }
    await update(stamp, fees.change({ playerFeeId: feePlayerId }, { set: named }))
    const { status, headers, bytes } = await receiptOf(club, feePlayerId, { paymentId })
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      "attachment; filename*=UTF-8''receipt-2026-11-21.pdf",
    ])
    const text = await textOf(bytes)
    for (const part of ['Receipt', 'Łódź Þór FC', '555 0100', paymentId, 'November 21, 2026', 'Cash'])
      expect(text).toContain(part)
    expect(text).toContain('Season, Софія Nguyễn')
    expect(text.match(/\$20\.00/g)).toHaveLength(2)
    expect(bytes.length).toBeLessThan(60_000)
    const spanish = await textOf((await receiptOf(club, feePlayerId, { paymentId, language: 'es' })).bytes)
    for (const part of ['Recibo', '21 de noviembre de 2026', 'Efectivo']) expect(spanish).toContain(part)
  })

  it.each([
    ['서울 유나이티드', '민준', '김'],
    ['上海足球俱乐部', 'さくら', '田中'],
    ['สโมสรฟุตบอล', 'สมชาย', 'ใจดี'],
    ['नमन मदन', 'अमर', 'पवन'],
    ['நகரம் கழகம்', 'மணி', 'அரசன்'],
    ['አዲስ አበባ', 'ዮሐንስ', 'ተስፋዬ'],
    ['نادي الشباب', 'محمد', 'علي'],
    ['מכבי חיפה', 'נועה', 'כהן'],
  ])('renders names in other scripts: %s', async (name, firstName, lastName) => {
    const { club, feePlayerId, paymentId } = await paidByHand()
    await update(stamp, organizations.change(club.organization, { set: { name } }))
    await update(stamp, fees.change({ playerFeeId: feePlayerId }, { set: { firstName, lastName } }))
    const text = await textOf((await receiptOf(club, feePlayerId, { paymentId })).bytes)
    for (const part of [name, `${firstName} ${lastName}`]) expect(text).toContain(part)
  })

  it('is for the family that pays and for those who manage fees, and does not exist for an undone payment', async () => {
    const { club, feePlayerId, paymentId } = await paidByHand()
    const of = async (as: string) => (await receiptOf(club, feePlayerId, { as, paymentId })).status
    expect([await of('parent'), await of('parent2'), await of('treasurer'), await of('admin')]).toEqual([
      200, 200, 200, 200,
    ])
    expect([await of('fan'), await of('coach'), await of('nobody')]).toEqual([403, 403, 403])
    // The other home gets none for this home's part.
    await update(stamp, fees.change({ playerFeeId: feePlayerId }, { set: { payers: [club.user('parent')] } }))
    expect([await of('parent'), await of('parent2')]).toEqual([200, 404])
    const undo = { as: club.user('admin'), feePlayerId, body: { paymentId } }
    await call('POST /rest-api/fee/undo-payment/{feePlayerId}', undo)
    expect(await of('parent')).toBe(404)
  })

  it('is mailed once to each parent who is asked for the fee, as a PDF attachment', async () => {
    const { club, feePlayerId, paymentId } = await paidByHand()
    await recordPayment(club, feePlayerId, 2000, { paymentId })
    const about = { playerFeeId: feePlayerId, paymentId }
    for (const as of ['parent', 'parent2'])
      expect(await mailOf(`receipt.${feePlayerId}.${paymentId}.${club.user(as)}`)).toMatchObject({
        ...{ letter: 'manualReceipt', to: { userId: club.user(as) }, about, state: 'wanted' },
      })
    expect(await mailOf(`receipt.${feePlayerId}.${paymentId}.${club.user('fan')}`)).toBeUndefined()
    const to = { userId: club.user('parent'), email: 'p@example.org' }
    const message = await writers.manualReceipt(about, { to, now: stamp.at, say: sayIn('es') })
    expect(message?.subject.replaceAll('\u00a0', ' ')).toBe('Recibo: USD 20.00 a Springfield FC')
    const mime = mimeOf({
      ...{ from: { name: 'Touchline', address: 'no-reply@example.org' }, to: to.email },
      ...{ subject: message?.subject ?? '', text: 'a', html: '<p>a</p>', files: message?.files },
    })
    const [file] = (await PostalMime.parse(mime)).attachments
    expect([file?.filename, file?.mimeType]).toEqual(['recibo-2026-11-21.pdf', 'application/pdf'])
    expect(await textOf(new Uint8Array(file?.content as ArrayBuffer))).toContain('Season, Mia')
    const stranger = { userId: club.user('fan'), email: 'f@example.org' }
    expect(await writers.manualReceipt(about, { to: stranger, now: stamp.at, say: sayIn('en') })).toBeUndefined()
  })
})

it('a receipt is not mailed to a child’s own account when an adult pays', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await write(stamp, playerAccounts.create({ userId: club.user('parent2'), playerId: club.mia.playerId }))
  const paymentId = newPart('payment')
  await recordPayment(club, feePlayerId, 2000, { paymentId })
  const isTold = async (as: string) => !!(await mailOf(`receipt.${feePlayerId}.${paymentId}.${club.user(as)}`))
  expect([await isTold('parent'), await isTold('parent2')]).toEqual([true, false])
})

describe('the receipt for an online payment', () => {
  it('is available by the link that paid it, with first names only, but by no other link', async () => {
    const { club, feePlayerId, payId, wanted } = await readyToPay()
    const paymentId = await payOnline(wanted)
    const byLink = (link: string, id = paymentId) =>
      call('GET /rest-api/pay/{payId}/receipt', { as: undefined, payId: link, query: { paymentId: id } })
    expect((await byLink(payId)).status).toBe(404)
    await returnFromPage(payId, paymentId)
    const { body: view } = await call('GET /rest-api/pay/{payId}', { as: undefined, payId })
    expect(view.paid.map(({ receiptOf }) => receiptOf)).toEqual([paymentId])
    const { status, bytes } = await byLink(payId)
    expect(status).toBe(200)
    const text = await textOf(bytes)
    for (const part of ['Season, Mia', '$50.00', 'Processing fee', '$2.34', '$52.34', 'Visa'])
      expect(text).toContain(part)
    expect(text).not.toContain('Moreno')
    const other = await familyLink(club, 'parent2')
    expect((await byLink(other)).status).toBe(404)
    expect((await call('GET /rest-api/pay/{payId}', { as: undefined, payId: other })).body.paid).toMatchObject([
      { receiptOf: null },
    ])
    // Signed in, it is with the fee; the payer's mail has it, too.
    const own = await textOf((await receiptOf(club, feePlayerId, { paymentId })).bytes)
    expect(own).toContain('$52.34')
    expect(await mailOf(`receipt.${paymentId}`)).toMatchObject({
      letter: 'receipt',
      to: { userId: club.user('parent') },
    })
    const message = await writers.receipt(
      { paymentId },
      { to: { userId: club.user('parent'), email: 'p@example.org' }, now: stamp.at, say: sayIn('en') },
    )
    expect([message?.subject, message?.files?.length]).toEqual(['Receipt: $52.34 to Springfield FC', 1])
  })

  it('names a payment method other than a card in words', async () => {
    const { club, feePlayerId, payId, wanted } = await readyToPay()
    const paymentId = await payOnline(wanted)
    await returnFromPage(payId, paymentId)
    for (const [label, english, spanish] of [
      ['us_bank_account', 'Bank account', 'Cuenta bancaria'],
      ['link', 'Link', 'Link'],
      ['some_new_pay', 'Online', 'En línea'],
    ] as const) {
      await update(stamp, payments.change({ paymentId }, { set: { label } }))
      await update(stamp, feePayments.change({ playerFeeId: feePlayerId, paymentId }, { set: { note: label } }))
      const byLink = { as: undefined, payId, query: { paymentId } }
      for (const [text, word] of [
        [await textOf((await receiptOf(club, feePlayerId, { paymentId })).bytes), english],
        [await textOf((await call('GET /rest-api/pay/{payId}/receipt', byLink)).bytes), english],
        [await textOf((await receiptOf(club, feePlayerId, { paymentId, language: 'es' })).bytes), spanish],
      ] as const) {
        expect(text).toMatch(new RegExp(`(How it was paid|Cómo se pagó): ${word}`))
        expect(text).not.toMatch(new RegExp(`\\b${label}\\b`))
      }
    }
  })

  it('shows the amount refunded', async () => {
    const { club, feePlayerId, payId, wanted } = await readyToPay()
    const paymentId = await payOnline(wanted)
    await returnFromPage(payId, paymentId)
    await call('POST /rest-api/fee/refund/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId,
      body: { refundId: newPart('refund'), paymentId, amountInCents: 1500, as: 'owed', withFee: false },
    })
    const text = await textOf((await receiptOf(club, feePlayerId, { paymentId })).bytes)
    for (const part of ['Refunded', '-$15.00', '$37.34']) expect(text).toContain(part)
    expect((await feeDetails(club, feePlayerId)).payments).toHaveLength(1)
  })

  it('shows a refund with its surcharge, and not once that refund was refused', async () => {
    const { feePlayerId, payId, wanted } = await readyToPay()
    const paymentId = await payOnline(wanted)
    await returnFromPage(payId, paymentId)
    const part = await feePayments.get({ playerFeeId: feePlayerId, paymentId }, { consistent: true })
    if (!part) throw new Error('There is no payment.')
    const of = { refundId: 'refund-1', cents: 5000, surcharge: 234, withFee: true }
    await write(stamp, ...refundWrites(stamp, part, of))
    const read = async () => {
      const query = { paymentId, language: 'en' } as const
      return textOf((await call('GET /rest-api/pay/{payId}/receipt', { as: undefined, payId, query })).bytes)
    }
    for (const text of ['Refunded', '-$52.34', '$0.00']) expect(await read()).toContain(text)
    await update(
      stamp,
      refunds.change({ paymentId, refundId: 'refund-1' }, { set: { state: 'refused', why: 'closed' } }),
    )
    expect(await read()).not.toContain('Refunded')
    expect(await read()).not.toContain('$0.00')
  })

  it('omits refused refunds and overpayments from the receipt of a fee', async () => {
    const { club, feePlayerId, payId, wanted } = await readyToPay()
    const { body } = await start(wanted)
    await recordPayment(club, feePlayerId, 1000)
    const paymentId = paymentAt(await payOnPage(body.url))
    await returnFromPage(payId, paymentId)
    const refused = (refundId: string) =>
      update(stamp, refunds.change({ paymentId, refundId }, { set: { state: 'refused', why: 'closed' } }))
    await refused('over')
    for (const [refundId, amountInCents] of [
      ['refund-1', 1500],
      ['refund-2', 700],
    ] as const)
      await call('POST /rest-api/fee/refund/{feePlayerId}', {
        as: club.user('admin'),
        feePlayerId,
        body: { refundId, paymentId, amountInCents, as: 'waived', withFee: false },
      })
    await refused('refund-1')
    // $40 and the processing fee, of which $7 were refunded.
    const text = await textOf((await receiptOf(club, feePlayerId, { paymentId })).bytes)
    for (const part of ['$40.00', '$42.34', 'Refunded', '-$7.00', '$35.34']) expect(text).toContain(part)
    const query = { paymentId, language: 'en' } as const
    const all = await call('GET /rest-api/pay/{payId}/receipt', { as: undefined, payId, query })
    for (const part of ['Overpaid', '$10.00', '$52.34', '-$7.00', '$45.34'])
      expect(await textOf(all.bytes)).toContain(part)
  })

  it('shows what the payer’s bank has taken back, and not as a refund', async () => {
    const { payId, wanted } = await readyToPay()
    const paymentId = await payOnline(wanted)
    await returnFromPage(payId, paymentId)
    const told = {
      disputeId: 'du_1',
      chargeId: 'ch_1',
      status: 'lost',
      reason: 'fraudulent',
      dueBy: undefined,
    } as const
    await settleDispute(stamp, paymentId, { ...told, cents: 5234, withdrawnCents: 5234, feeCents: 1500 })
    const read = (language: 'en' | 'es') =>
      call('GET /rest-api/pay/{payId}/receipt', { as: undefined, payId, query: { paymentId, language } })
    const text = await textOf((await read('en')).bytes)
    for (const part of ['Reversed by the payer’s bank', '-$52.34', '$0.00']) expect(text).toContain(part)
    expect(text).not.toContain('Refunded')
    expect(await textOf((await read('es')).bytes)).toContain('Retirado por el banco del pagador')
  })
})
