// own: expired holds are looked for in the whole table, and mail goes to a service of its own
import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import type { MailAbout } from '#functions/mail/mailKinds.ts'
import { writers as moneyLetters } from '#functions/money/mailWriters.ts'
import { applyStatus, endPayment } from '#functions/money/pay/settle.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { events } from '#functions/table/events.ts'
import { fees } from '#functions/table/fees.ts'
import { payLinks, refunds } from '#functions/table/payments.ts'
import { registrationEntries } from '#functions/table/registrationEntries.ts'
import { write } from '#functions/table/table.ts'
import { playerOf } from '#shared/ids.ts'
import { aClub, anEvent, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { paymentNow, start } from '../money/online.ts'
import { inTime, leaveOpenOnPage, payLate, deliverFees, tooLate } from './leaveOpenOnPage.ts'
import { entryOf, option } from './registering.ts'

/** A place expires while its payment page is still open. */

const post = openPost()
const told = async (as: string, which: string) =>
  (await post.outcomes(as)).flatMap(({ letter, about }) => (letter === which ? [about] : []))
const read = (about: MailAbout['placeLapsed'], userId: string, language: 'en' | 'es' = 'en') =>
  writers.placeLapsed(about, { to: { email: '', userId }, now: tooLate, say: sayIn(language) })
// $100 plus the fees on $104.37.
const nora = { children: ['Nora'], total: 10_437 }
const until = '2026-11-21T18:15:00.000Z'

it('a payer whose payment is pending is told to wait when the hold expires, and later that nothing is owed', async () => {
  const page = await leaveOpenOnPage(await aClub(), { ...nora, places: 1 })
  const [id = ''] = page.ids
  const coming = { registrationPlayerId: id, was: 'coming', until } as const
  expect(await told(page.as, 'placeLapsed')).toEqual([coming])
  const letter = await read(coming, page.as)
  expect(letter?.paragraphs[0]).toMatch(/ A payment for it was in progress but had not arrived by then\.$/)
  expect(letter?.paragraphs[1]).toMatch(/^Do not pay or register again\./)
  expect(letter?.closing).toBeUndefined()
  expect((await read(coming, page.as, 'es'))?.paragraphs[1]).toMatch(/^No pagues ni inscribas otra vez\./)
  // The payment is still pending.
  await deliverFees(page.feePlayerIds)
  expect(await told(page.as, 'placeLapsed')).toEqual([coming])
  await endPayment({ ...stamp, at: tooLate }, page.paymentId)
  await deliverFees([...page.feePlayerIds, ...page.feePlayerIds])
  const lapsed = await told(page.as, 'placeLapsed')
  const after = { registrationPlayerId: id, was: 'paying', until } as const
  expect(lapsed).toHaveLength(2)
  expect(lapsed).toContainEqual(after)
  expect((await read(after, page.as))?.paragraphs[0]).toMatch(/You owe nothing for it\.$/)
  expect(await read(coming, page.as)).toBeUndefined()
  expect(await fees.get({ playerFeeId: page.feePlayerIds[0] ?? '' }, { consistent: true })).toBeUndefined()
})

it('a payment that ends unpaid while the hold expires leaves no fee, and the payer is told', async () => {
  const page = await leaveOpenOnPage(await aClub(), {
    ...nora,
    places: 1,
    async meanwhile({ paymentId, feePlayerIds }) {
      await endPayment({ ...stamp, at: tooLate }, paymentId)
      await deliverFees(feePlayerIds)
    },
  })
  expect(await fees.get({ playerFeeId: page.feePlayerIds[0] ?? '' }, { consistent: true })).toBeUndefined()
  const lapsed = await told(page.as, 'placeLapsed')
  expect(lapsed).toHaveLength(2)
  expect(new Set(lapsed.map((about) => about['was']))).toEqual(new Set(['coming', 'paying']))
})

it.each([1, 2])(
  'a payer whose late payment arrives gets a receipt, and is told if the place is lost, with %i places',
  async (places) => {
    const page = await leaveOpenOnPage(await aClub(), { ...nora, places })
    const paymentId = await payLate(page)
    // The payer gets one receipt, which says what became of the payment.
    expect(await told(page.as, 'receipt')).toEqual([{ paymentId }])
    expect(await told(page.as, 'placeLapsed')).toHaveLength(1)
    expect((await entryOf(page.ids[0] ?? ''))?.state).toBe(places === 1 ? 'cancelled' : 'registered')
    expect(await told(page.as, 'placeLost')).toHaveLength(places === 1 ? 1 : 0)
  },
)

it('a late payment for an option without future dates is refunded in full, even if places are left', async () => {
  const club = await aClub()
  const only = anEvent(club.falcons, { start: '2026-12-20T00:30:00Z', end: '2026-12-20T02:00:00Z' })
  await write(stamp, events.create(only))
  const page = await leaveOpenOnPage(club, {
    ...nora,
    places: 9,
    registration: { registrationType: 'EVENT' },
    options: [option('season', 10_000, null, [only.eventId])],
  })
  await write(stamp, events.change({ eventId: only.eventId }, { set: { cancelled: true } }))
  const paymentId = await payLate(page)
  expect((await entryOf(page.ids[0] ?? ''))?.state).toBe('cancelled')
  expect((await refunds.of({ paymentId })).map(({ cents, state }) => [cents, state])).toEqual([[10_437, 'done']])
})

it('a payer whose bank payment fails gets a single mail, and nothing is owed for a lost place', async () => {
  const page = await leaveOpenOnPage(await aClub(), { ...nora, places: 1 })
  const { paymentId, ids } = page
  const at = { ...stamp, at: tooLate }
  const begun = await paymentNow(paymentId)
  if (!begun) throw new Error('No payment was started.')
  const [fee] = await fees.getMany(begun.parts)
  await write(at, ...(fee ? [fees.change(fee, { set: { status: 'coming' } })] : []))
  await applyStatus(at, begun, { as: 'closed' })
  const [about] = await told(page.as, 'notCome')
  expect(about).toEqual({ paymentId, places: ids[0] })
  const notCome = () =>
    moneyLetters.notCome(about as MailAbout['notCome'], {
      to: { email: '', userId: page.as },
      now: tooLate,
      say: sayIn('en'),
    })
  expect(await notCome()).toBeUndefined()
  const entry = { registrationId: page.registrationId, playerId: playerOf(ids[0] ?? '') }
  await write(at, registrationEntries.change(entry, { set: { state: 'registered' } }))
  expect((await notCome())?.paragraphs[0]).toMatch(/What you wanted to pay is owed again\.$/)
})

it('a registration’s payment link is anonymous and saves no card, but its payment records the payer', async () => {
  const page = await leaveOpenOnPage(await aClub(), { ...nora, places: 1 })
  const link = await payLinks.get({ payId: page.payId }, { consistent: true })
  expect([link?.userId, link?.payerId]).toEqual([undefined, page.as])
  expect((await paymentNow(page.paymentId))?.payerId).toBe(page.as)
  const again = { payId: page.payId, paymentAccountId: page.paymentAccountId, feePlayerIds: page.feePlayerIds }
  const kept = await start({ ...again, total: 10_437, instead: true, save: true, now: inTime })
  expect(kept.status).toBe(200)
  const [fee] = await fees.getMany(page.feePlayerIds.map((playerFeeId) => ({ playerFeeId })))
  const now = await paymentNow(fee?.paying ?? '')
  expect([now?.paymentId === page.paymentId, now?.payerId, now?.saves]).toEqual([false, page.as, undefined])
})
