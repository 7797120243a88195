import { expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, anEvent, newPart, stamp } from '../club.ts'
import { aRegistration, option } from '../register/registering.ts'

it('an option’s events are stored in order of time, when it is added and when it is changed', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club, { registration: { registrationType: 'EVENT', state: 'draft' } })
  const made = ['2026-07-06', '2026-06-01', '2026-08-03'].map((day) =>
    anEvent(club.falcons, { start: `${day}T14:00:00.000Z` }),
  )
  await write(stamp, ...made.map((event) => events.create(event)))
  const [july = '', june = '', august = ''] = made.map(({ eventId }) => eventId)
  const [about, optionId] = [{ as: club.user('admin'), registrationId }, `option-${newPart('')}`]
  const sent = { name: 'Week 1', description: '', priceInCents: 10_000, places: null }
  const of = (options: readonly { id: string; eventIds: string[] }[]) =>
    options.find(({ id }) => id === optionId)?.eventIds
  const added = await call('POST /rest-api/registration/event-options/{registrationId}', {
    ...about,
    body: { ...sent, id: optionId, eventIds: [july, june] },
  })
  expect(of(added.body.options)).toEqual([june, july])
  const changed = await call('PUT /rest-api/registration/event-options/{registrationId}/{optionId}', {
    ...about,
    optionId,
    body: { ...sent, eventIds: [august, july, june], revision: 0 },
  })
  expect(of(changed.body.options)).toEqual([june, july, august])
})

it('an option’s events stored in another order are shown in order of time', async () => {
  const club = await aClub()
  const made = ['2026-07-06', '2026-06-01', '2026-08-03'].map((day) =>
    anEvent(club.falcons, { start: `${day}T14:00:00.000Z` }),
  )
  await write(stamp, ...made.map((event) => events.create(event)))
  const ids = made.map(({ eventId }) => eventId)
  const options = [option('camp', 0, null, ids)]
  const registrationId = await aRegistration(club, { registration: { registrationType: 'EVENT' }, options })
  const about = { as: club.user('admin'), registrationId }
  const { body } = await call('GET /rest-api/registration/event-options/{registrationId}/summary', about)
  expect(body.events.map(({ start }) => start.slice(0, 10))).toEqual(['2026-06-01', '2026-07-06', '2026-08-03'])
})

it('all events of a large club can be chosen in pages, except cancelled or deleted ones', async () => {
  const club = await aClub()
  const day = (i: number) => new Date(Date.UTC(2026, 11, 1 + i)).toISOString().slice(0, 10)
  const made = Array.from({ length: 130 }, (_, i) =>
    anEvent(i % 2 === 0 ? club.falcons : club.otters, {
      start: `${day(i)}T18:00:00.000Z`,
      end: `${day(i)}T19:00:00.000Z`,
      ...(i === 3 && { cancelled: true as const }),
      ...(i === 4 && { deletedAt: stamp.at }),
    }),
  )
  await write(stamp, ...made.slice(0, 65).map((event) => events.create(event)))
  await write(stamp, ...made.slice(65).map((event) => events.create(event)))
  const ids = made.filter((_, i) => i !== 3 && i !== 4).map(({ eventId }) => eventId)
  const registrationId = await aRegistration(club, { ofClub: true, registration: { registrationType: 'EVENT' } })
  const list = async (query: { from?: string; cursor?: string }, now?: string) => {
    const about = { as: club.user('admin'), registrationId, query, ...(now && { now }) }
    const { body } = await call('GET /rest-api/registration/event-options/{registrationId}/events', about)
    return { listed: body.events.map(({ id }) => id), cursor: body.cursor }
  }
  const first = await list({})
  expect([first.listed.length, first.cursor]).toEqual([100, expect.any(String)])
  // The last event of the first page has started when the second page is requested.
  const second = await list({ cursor: first.cursor ?? '' }, '2027-03-20T12:00:00Z')
  // The club has also planned an earlier event.
  expect([...first.listed, ...second.listed].slice(1)).toEqual(ids)
  expect(second.cursor).toBeNull()
  // From the start of a day in the club's time zone.
  expect((await list({ from: day(120) })).listed).toEqual(ids.slice(118))
  expect(await list({ from: '2029-01-01' })).toEqual({ listed: [], cursor: null })
})
