import { expect, it } from 'vitest'
import { call } from '../call.ts'
import { aClub, type Club } from '../club.ts'
import { aNewEvent, eventForm } from './planning.ts'

const CLASHES = 'GET /rest-api/calendar/clashes/{orgUnitId}'
const create = (club: Club, changes = {}, orgUnitId = club.falcons.teamId, as = 'coach') =>
  call('POST /rest-api/calendar/events/{orgUnitId}', {
    as: club.user(as),
    orgUnitId,
    body: aNewEvent(orgUnitId, changes),
  })

it('events at the same place and time are named to users with rights on their team, and anonymous to others', async () => {
  const club = await aClub()
  const place = { name: 'North Park', address: '12 Main Street', city: 'Springfield', state: 'IL', zip: '60601' }
  await create(
    club,
    { name: 'Talk with the Smiths', description: 'Private.', location: place },
    club.otters.teamId,
    'admin',
  )
  const { start, end } = eventForm
  const clashes = async (as: string) => {
    const query = { start, end, place: place.name }
    const path = { as: club.user(as), orgUnitId: club.falcons.teamId, query }
    return (await call(CLASHES, path)).body.events
  }
  expect((await clashes('admin')).map(({ name }) => name)).toEqual(['Talk with the Smiths'])
  const [seen] = await clashes('coach')
  expect(seen).toMatchObject({ name: null, start, end, field: '2', orgUnit: { name: 'Otters' } })
  expect(JSON.stringify(seen)).not.toMatch(/Private|Smiths/)
})

it('other events of the same team at that time are reported wherever they are, also for dates of a series', async () => {
  const club = await aClub()
  const { start, end, timezone } = eventForm
  const own = (await create(club)).body.id
  await create(club, { name: 'Later', start: end, end: '2026-11-29T23:00:00Z' })
  await create(club, { name: 'Film', start: '2026-12-02T00:30:00Z', end: '2026-12-02T01:30:00Z' })
  await create(club, {}, club.otters.teamId, 'admin')
  const names = async (query: { place?: string; timezone?: string; days?: string }) => {
    const path = { as: club.user('coach'), orgUnitId: club.falcons.teamId, query: { start, end, ...query } }
    const { body } = await call(CLASHES, path)
    return body.events.map(({ id, name }) => (id === own ? 'own' : name))
  }
  expect(await names({})).toEqual(['own'])
  expect(await names({ place: 'Elsewhere' })).toEqual(['own'])
  expect(await names({ timezone, days: '2026-11-24,2026-11-28,2026-12-01' })).toEqual(['own', 'Later', 'Film'])
  await call('POST /rest-api/calendar/event/{eventId}/cancel', {
    as: club.user('coach'),
    eventId: own,
    body: { cancelled: true, tell: false },
  })
  expect(await names({})).toEqual([])
})

it('events at the place and time of any date of a new series are reported before it is saved', async () => {
  const club = await aClub()
  const place = { name: 'North Park', address: '', city: '', state: '', zip: '' }
  const at = (start: string, end: string) => create(club, { start, end, location: place }, club.otters.teamId, 'admin')
  // 5:30 pm in Chicago: another UTC time after daylight saving time begins on 14 March 2027.
  await at('2027-03-09T23:30:00Z', '2027-03-10T01:00:00Z')
  await at('2027-03-16T22:30:00Z', '2027-03-17T00:00:00Z')
  await at('2027-03-30T23:30:00Z', '2027-03-31T01:00:00Z')
  await at('2027-04-06T21:00:00Z', '2027-04-06T22:30:00Z')
  const ask = async (days: string) => {
    const { start, end, timezone } = eventForm
    const query = { start, end, timezone, place: place.name, days }
    const { status, body } = await call(CLASHES, {
      ...{ as: club.user('coach'), orgUnitId: club.falcons.teamId, query },
    })
    return status === 200 ? body.events.map(({ start: from }) => from) : status
  }
  expect(await ask('2027-04-06,2027-03-09,2027-03-16,2027-03-23,2027-03-30')).toEqual([
    '2027-03-09T23:30:00Z',
    '2027-03-16T22:30:00Z',
    '2027-03-30T23:30:00Z',
  ])
  expect(await ask('2027-03-23')).toEqual([])
  expect(await ask('2027-02-30')).toBe(400)
})
