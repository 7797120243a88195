// own: holds that lapse are looked for in the whole table, and mail goes to a service of its own.
import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import type { Letters } from '#functions/mail/letterKinds.ts'
import { endPayment } from '#functions/money/pay/settle.ts'
import { letters } from '#functions/register/letters.ts'
import { events } from '#functions/table/events.ts'
import { fees } from '#functions/table/fees.ts'
import { refunds } from '#functions/table/payments.ts'
import { write } from '#functions/table/table.ts'
import { aClub, anEvent, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { onThePage, payLate, hearOf, tooLate } from './onThePage.ts'
import { entryOf, option } from './registering.ts'

/** A place lapses while the page on which it is paid is open still. */

const post = openPost()
const told = async (as: string, which: string) =>
  (await post.outcomes(as)).flatMap(({ letter, about }) => (letter === which ? [about] : []))
const read = (about: Letters['placeLapsed'], userId: string, language: 'en' | 'es' = 'en') =>
  letters.placeLapsed(about, { to: { email: '', userId }, now: tooLate, say: sayIn(language) })
// $100 and what is taken of $104.37.
const nora = { children: ['Nora'], total: 10_437 }
const until = '2026-11-21T18:15:00.000Z'

it('who is paying still is told to wait for that, and once it has ended unpaid that nothing more is asked', async () => {
  const page = await onThePage(await aClub(), { ...nora, places: 1 })
  const [id = ''] = page.ids
  const coming = { registrationPlayerId: id, was: 'coming', until } as const
  expect(await told(page.as, 'placeLapsed')).toEqual([coming])
  const letter = await read(coming, page.as)
  expect(letter?.paragraphs[0]).toMatch(/ A payment for it was under way, and had not arrived by then\.$/)
  expect(letter?.paragraphs[1]).toMatch(/^Do not pay again, nor register again\./)
  expect(letter?.closing).toBeUndefined()
  expect((await read(coming, page.as, 'es'))?.paragraphs[1]).toMatch(/^No pagues ni inscribas otra vez\./)
  // Nothing has become of the payment yet.
  await hearOf(page.feePlayerIds)
  expect(await told(page.as, 'placeLapsed')).toEqual([coming])
  await endPayment({ ...stamp, at: tooLate }, page.paymentId)
  await hearOf([...page.feePlayerIds, ...page.feePlayerIds])
  const lapsed = await told(page.as, 'placeLapsed')
  const after = { registrationPlayerId: id, was: 'paying', until } as const
  expect(lapsed).toHaveLength(2)
  expect(lapsed).toContainEqual(after)
  expect((await read(after, page.as))?.paragraphs[0]).toMatch(/Nothing more is asked for it\.$/)
  expect(await read(coming, page.as)).toBeUndefined()
  expect(await fees.get({ playerFeeId: page.feePlayerIds[0] ?? '' }, { consistent: true })).toBeUndefined()
})

it.each([1, 2])(
  'who has paid after all is told what became of it alone, where there were %i places',
  async (places) => {
    const page = await onThePage(await aClub(), { ...nora, places })
    await payLate(page)
    expect(await told(page.as, 'placeLapsed')).toHaveLength(1)
    expect((await entryOf(page.ids[0] ?? ''))?.state).toBe(places === 1 ? 'cancelled' : 'registered')
    expect(await told(page.as, 'placeLost')).toHaveLength(places === 1 ? 1 : 0)
  },
)

it('who pays late for what has no date left by then gets all of it back, though there is a place', async () => {
  const club = await aClub()
  const only = anEvent(club.falcons, { start: '2026-12-20T00:30:00Z', end: '2026-12-20T02:00:00Z' })
  await write(stamp, events.create(only))
  const page = await onThePage(club, {
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
