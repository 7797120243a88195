import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { handler as landing } from '#functions/register/landHandler.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { offerPlaces } from '#functions/register/release.ts'
import { events } from '#functions/table/events.ts'
import { registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aParent, aRegistration, entryOf, fillIn, option, finalize } from './registering.ts'

process.env.SITE_URL = 'https://app.club.example'
/** Options whose dates are all cancelled, deleted or past are not sold. */

const [past, later] = [
  { start: '2026-11-20T00:30:00Z', end: '2026-11-20T02:00:00Z' },
  { start: '2026-12-20T00:30:00Z', end: '2026-12-20T02:00:00Z' },
]

async function aCamp(club: Club, places: number | null = null, depositInCents = 0) {
  const [first, only] = [anEvent(club.falcons, past), anEvent(club.falcons, later)]
  await write(stamp, events.create(first), events.create(only))
  const registrationId = await aRegistration(club, {
    registration: { registrationType: 'EVENT', waitingList: true, places, depositInCents },
    options: [
      option('camp', 0, null, [first.eventId, only.eventId]),
      option('over', 0, null, [first.eventId]),
      option('membership', depositInCents * 5),
    ],
  })
  return { registrationId, only }
}
const now = { ...stamp, at: '2026-11-21T18:05:00Z' }
/** Tells the worker about a change of a date. */
const heard = ({ eventId }: { eventId: string }) =>
  deliverTo(landing, { ...events.key({ eventId }), kind: 'Event', change: 'changed' }, now.at)
const change = ({ eventId }: { eventId: string }, set: { cancelled?: true; deletedAt?: string; end?: string }) =>
  write(stamp, events.change({ eventId }, { set }))

it.each([{ cancelled: true as const }, { deletedAt: stamp.at }, { end: '2026-11-21T00:00:00Z' }])(
  'an option without future dates is rejected, on the waiting list too, once its last date is %j',
  async (gone) => {
    const club = await aClub()
    const { registrationId, only } = await aCamp(club)
    const as = await aParent(club, 'rosa')
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', { optionIds: ['camp'] })
    const isOver = async () => {
      const about = { as: undefined, registrationId, query: {} }
      const { body } = await call('GET /rest-api/register/{registrationId}/open', about)
      return body.form?.options.map((each) => each.isOver)
    }
    expect(await isOver()).toEqual([false, true, false])
    await change(only, gone)
    expect(await isOver()).toEqual([true, true, false])
    expect((await finalize(as, [id], 0, { payBy: 'NONE' })).refusal.code).toBe('no_date_left')
    expect((await finalize(as, [id], 0, { payBy: 'NONE', wait: true })).refusal.code).toBe('no_date_left')
    expect(await entryOf(id)).toBeUndefined()
    // An option without any dates is not over.
    await fillIn(as, registrationId, 'Nora', { optionIds: ['membership'], again: id })
    expect((await finalize(as, [id], 0, { payBy: 'NONE' })).status).toBe(200)
  },
)

it('an option without future dates is not offered, and an earlier offer of it cannot be accepted', async () => {
  const club = await aClub()
  const { registrationId, only } = await aCamp(club, 1)
  const register = async (name: string, optionId: string, wait: boolean, now: string) => {
    const as = await aParent(club, name)
    const { registrationPlayerId: id } = await fillIn(as, registrationId, name, { optionIds: [optionId] })
    expect((await finalize(as, [id], 0, { payBy: 'NONE', wait, now })).status).toBe(200)
    return { as, id }
  }
  await register('ann', 'camp', false, '2026-11-21T18:00:00Z')
  const ben = await register('ben', 'camp', true, '2026-11-21T18:01:00Z')
  const cleo = await register('cleo', 'camp', true, '2026-11-21T18:02:00Z')
  const dana = await register('dana', 'membership', true, '2026-11-21T18:03:00Z')
  const give = (places: number) => write(stamp, registrations.change({ registrationId }, { set: { places } }))
  await give(2)
  expect(await offerPlaces(now, registrationId)).toBe(1)
  await change(only, { cancelled: true })
  await give(4)
  expect(await offerPlaces(now, registrationId)).toBe(1)
  const states = await Promise.all([ben, cleo, dana].map(async ({ id }) => (await entryOf(id))?.state))
  expect(states).toEqual(['offered', 'waiting', 'offered'])
  const accepted = await call('POST /rest-api/register/{registrationId}/accept', {
    as: ben.as,
    registrationId,
    body: { registrationPlayerId: ben.id, payBy: 'NONE', priceInCents: 0 },
  })
  expect(accepted.refusal.code).toBe('no_date_left')
  // Nor is it offered to the next entry once the offer expires.
  const offered = await entryOf(ben.id)
  const [about, until] = [{ registrationPlayerId: ben.id }, offered?.heldUntil ?? '']
  await call('POST /rest-api/register/{registrationId}/withdraw', { as: ben.as, registrationId, body: about })
  const message = async (language: 'en' | 'es') =>
    writers.placeLapsed(
      { ...about, was: 'offered', until },
      { to: { email: '', userId: ben.as }, now: now.at, say: sayIn(language) },
    )
  expect((await message('en'))?.paragraphs[0]).toMatch(
    /nobody took it by then\. The chosen options have no dates left\.$/,
  )
  expect((await message('es'))?.paragraphs[0]).toMatch(/A las opciones elegidas ya no les quedan fechas\.$/)
})

it('a place is offered once when a cancelled date takes place after all, not on changes of other dates', async () => {
  const club = await aClub()
  const { registrationId, only } = await aCamp(club, 0)
  const as = await aParent(club, 'ben')
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Ben', { optionIds: ['camp'] })
  expect((await finalize(as, [id], 0, { payBy: 'NONE', wait: true })).status).toBe(200)
  const standing = async () => (await entryOf(id))?.state
  await change(only, { cancelled: true })
  await write(stamp, registrations.change({ registrationId }, { set: { places: 1 } }))
  await heard(only)
  expect([await offerPlaces(now, registrationId), await standing()]).toEqual([0, 'waiting'])
  await write(stamp, events.change({ eventId: only.eventId }, { set: { cancelled: undefined } }))
  await heard(anEvent(club.falcons, later))
  expect(await standing()).toBe('waiting')
  await heard(only)
  expect(await standing()).toBe('offered')
  await heard(only)
  expect(await standing()).toBe('offered')
})

it('waiting families and the club see which options have no dates left, and no deposit can be paid for them', async () => {
  const club = await aClub()
  const { registrationId, only } = await aCamp(club, 0, 2000)
  const as = await aParent(club, 'rosa')
  const chosen = { optionIds: ['camp', 'membership'] }
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', chosen)
  expect((await finalize(as, [id], 10_000, { wait: true, deposit: 2000 })).status).toBe(200)
  const read = async () => {
    const [mine, track] = await Promise.all([
      call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId }),
      call('GET /rest-api/registration/track/{registrationId}', {
        as: club.user('admin'),
        registrationId,
        query: {},
      }),
    ])
    return [mine.body.registered[0]?.over, track.body.entries[0]?.over]
  }
  const start = () =>
    call('POST /rest-api/register/{registrationId}/payment-intent', {
      as,
      registrationId,
      body: { registrationPlayerIds: [id] },
    })
  expect([await read(), (await start()).status]).toEqual([[[], []], 200])
  await change(only, { cancelled: true })
  expect([await read(), (await start()).refusal.code]).toEqual([[['camp'], ['camp']], 'no_date_left'])
})
