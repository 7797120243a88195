// own: expired holds are looked for in the whole table
import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { handler as refundsHandler } from '#functions/money/refundsHandler.ts'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { handler as hearPaid } from '#functions/register/paidHandler.ts'
import { settle } from '#functions/money/pay/settle.ts'
import { fees } from '#functions/table/fees.ts'
import type { MailAbout } from '#functions/mail/mailKinds.ts'
import { outbox } from '#functions/table/outbox.ts'
import { refunds } from '#functions/table/payments.ts'
import { lastPart, playerOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { paymentNow, returnFromPage, start } from '../money/online.ts'
import {
  controlFluidPay as drivenAtFluidPay,
  goodToken,
  refusedToken,
  takesFluidPay,
  submitCard,
} from '../money/payingByFluidPay.ts'
import {
  agree,
  controlPayPal,
  deliverPayPalEvents,
  eventsAbout,
  orderAt,
  postPayPalWebhook,
  takesPayPal,
} from '../money/payingByPayPal.ts'
import { deliverTo } from '../workers.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, finalize } from './registering.ts'

process.env.SITE_URL = 'https://app.club.example'
const inTime = '2026-11-21T18:10:00.000Z'
const tooLate = '2026-11-21T18:20:00.000Z'
/** $100 plus the fees on $104.37: 3.9 % and 30 cents. */
const total = 10_437

const chargedTo = async (id: string) => (await fees.ofPlayer(playerOf(id), { consistent: true }))[0]
const hear = (playerFeeId: string) =>
  deliverTo(hearPaid, { ...fees.key({ playerFeeId }), kind: 'Fee', change: 'changed' })

/** The only place, on the provider's page. */
async function onPage(takes: (club: Club) => Promise<string>) {
  const club = await aClub()
  const paymentAccountId = await takes(club)
  const as = await aParent(club, 'rosa')
  const registration = { places: 1, acceptPayments: true, mainPaymentAccountId: paymentAccountId }
  const registrationId = await aRegistration(club, { registration })
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  expect((await finalize(as, [id], 10_000, { payBy: 'ONLINE' })).body.players[0]?.state).toBe('paying')
  const asked = { as, registrationId, now: inTime, body: { registrationPlayerIds: [id] } }
  const { payId } = (await call('POST /rest-api/register/{registrationId}/payment-intent', asked)).body
  const playerFeeId = (await chargedTo(id))?.playerFeeId ?? ''
  const wanted = { payId, paymentAccountId, feePlayerIds: [playerFeeId], total, now: inTime }
  const { body } = await start(wanted)
  const paymentId = (await chargedTo(id))?.paying ?? ''
  return { club, as, registrationId, id, payId, playerFeeId, paymentId, wanted, url: body.url }
}
type OnPage = Awaited<ReturnType<typeof onPage>>
/** Another family takes the place once it is free. */
async function takenByOthers({ club, registrationId }: OnPage) {
  const ben = await aParent(club, 'ben')
  const { registrationPlayerId } = await fillIn(ben, registrationId, 'Ola', { now: tooLate })
  expect((await finalize(ben, [registrationPlayerId], 10_000, { now: tooLate })).status).toBe(200)
}
/** The player's state, the fee and its payment, and the refunds. */
async function standing({ id, paymentId }: OnPage) {
  const [entry, fee, back] = await Promise.all([entryOf(id), chargedTo(id), refunds.of({ paymentId })])
  return [entry?.state, fee && [fee.state, fee.amount, fee.paid], back.map(({ cents, state }) => [cents, state])]
}
async function lostLetter({ playerFeeId, as }: OnPage) {
  const mail = await outbox.get({ mailId: `place-lost.${playerFeeId}` }, { consistent: true })
  const call = { to: { userId: as, email: 'rosa@example.org' }, now: tooLate, say: sayIn('en') }
  return writers.placeLost(mail?.about as MailAbout['placeLost'], call)
}
const giveBack = async ({ paymentId }: Pick<OnPage, 'paymentId'>) => {
  for (const refund of await refunds.of({ paymentId })) await deliverTo(refundsHandler, refunds.key(refund))
}

it('a payer by PayPal is registered once when returning, whatever events arrive later', async () => {
  const page = await onPage(takesPayPal)
  await agree(page.url)
  expect((await returnFromPage(page.payId, page.paymentId, inTime)).body.state).toBe('paid')
  await hear(page.playerFeeId)
  expect(await standing(page)).toEqual(['registered', ['open', 10_000, 10_000], []])
  await deliverEntry(page.id)
  await lapse({ time: tooLate })
  const events = await eventsAbout(page.paymentId)
  for (const event of [...events, ...events]) await postPayPalWebhook(event)
  await deliverPayPalEvents([...events, ...events].toReversed(), tooLate)
  await hear(page.playerFeeId)
  expect(await standing(page)).toEqual(['registered', ['open', 10_000, 10_000], []])
})

it('a payer who does not approve in PayPal loses the place with the hold, owes nothing, and can register again', async () => {
  const page = await onPage(takesPayPal)
  expect((await returnFromPage(page.payId, page.paymentId, inTime)).body.state).toBe('open')
  await lapse({ time: tooLate })
  // As the sweeper does an hour later: it can no longer be approved.
  await settle({ ...stamp, at: '2026-11-21T19:20:00.000Z' }, page.paymentId)
  expect((await paymentNow(page.paymentId))?.state).toBe('closed')
  await hear(page.playerFeeId)
  expect(await standing(page)).toEqual(['cancelled', undefined, []])
  await agree(page.url)
  await deliverPayPalEvents(await eventsAbout(page.paymentId), '2026-11-21T19:30:00.000Z')
  expect(await standing(page)).toEqual(['cancelled', undefined, []])
  const now = '2026-11-21T19:40:00.000Z'
  await fillIn(page.as, page.registrationId, 'Nora', { again: page.id, now })
  expect((await finalize(page.as, [page.id], 10_000, { payBy: 'ONLINE', now })).body.players[0]?.state).toBe('paying')
})

it('a PayPal payment reported after the hold gets the place if it is free, and else is credit until refunded', async () => {
  const [free, full] = [await onPage(takesPayPal), await onPage(takesPayPal)]
  for (const page of [free, full]) {
    await agree(page.url)
    await lapse({ time: tooLate })
    if (page === full) await takenByOthers(full)
    await deliverPayPalEvents(await told(page.paymentId), tooLate)
    await hear(page.playerFeeId)
  }
  expect(await standing(free)).toEqual(['registered', ['open', 10_000, 10_000], []])
  await giveBack(full)
  // The product has no access to the club's PayPal account: until the club refunds the payment there, it is the family's credit,
  // and they are told so.
  expect(await standing(full)).toEqual(['cancelled', ['cancelled', 10_000, 0], [[total, 'refused']]])
  expect((await lostLetter(full))?.paragraphs[1]).toBe(
    'It is your credit with Springfield FC until they refund it through PayPal: please ask them to.',
  )
  await controlPayPal('refund', { order: orderAt(full.url), cents: total })
  await deliverPayPalEvents(await told(full.paymentId), tooLate)
  expect(await standing(full)).toEqual(['cancelled', ['cancelled', 10_000, 0], [[total, 'done']]])
})
/** Delivers all events that PayPal has sent about a payment. */
async function told(paymentId: string) {
  const events = await eventsAbout(paymentId)
  for (const event of events) expect((await postPayPalWebhook(event)).status).toBe(200)
  return events
}

const inTheBank = ({ paymentId }: OnPage) => drivenAtFluidPay('settle', { order: lastPart(paymentId) })

it('a payer by FluidPay is registered at once; after a declined card, the hold remains for another card', async () => {
  const page = await onPage(takesFluidPay)
  expect((await submitCard(page.payId, page.paymentId, refusedToken(), inTime)).body).toMatchObject({ isRefused: true })
  await hear(page.playerFeeId)
  expect(await standing(page)).toEqual(['paying', ['open', 10_000, 0], []])
  const { body } = await start({ ...page.wanted, attempt: 'attempt-2' })
  const paymentId = new URL(body.url, 'http://touchline.test').searchParams.get('card') ?? ''
  expect((await submitCard(page.payId, paymentId, goodToken(), inTime)).body.state).toBe('paid')
  await hear(page.playerFeeId)
  await lapse({ time: tooLate })
  expect(await standing({ ...page, paymentId })).toEqual(['registered', ['open', 10_000, 10_000], []])
})

it('a FluidPay payment is refunded once when it arrives too late, or when the club cancels the registration', async () => {
  const late = await onPage(takesFluidPay)
  await lapse({ time: tooLate })
  await takenByOthers(late)
  expect((await submitCard(late.payId, late.paymentId, goodToken(), tooLate)).body.state).toBe('paid')
  await hear(late.playerFeeId)
  await hear(late.playerFeeId)
  // FluidPay refunds a part only after the payment has reached the bank.
  await inTheBank(late)
  await giveBack(late)
  await giveBack(late)
  expect(await standing(late)).toEqual(['cancelled', ['cancelled', 10_000, 0], [[total, 'done']]])
  expect((await lostLetter(late))?.paragraphs[1]).toMatch(/^It is refunded the way it was paid/)
  const { club, registrationId, ...off } = await onPage(takesFluidPay)
  await submitCard(off.payId, off.paymentId, goodToken(), inTime)
  await hear(off.playerFeeId)
  await deliverEntry(off.id)
  const body = { registrationPlayerId: off.id, paid: 'refund' as const }
  const cancel = () =>
    call('POST /rest-api/register/{registrationId}/cancel', { as: club.user('admin'), registrationId, body })
  expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 200])
  const page = { ...off, club, registrationId }
  await inTheBank(page)
  await giveBack(page)
  expect(await standing(page)).toEqual(['cancelled', ['cancelled', 10_000, 0], [[10_000, 'done']]])
})
