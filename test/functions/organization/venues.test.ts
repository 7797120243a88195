import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../call.ts'
import { aClub, type Club, newPart } from '../club.ts'

const LIST = 'GET /rest-api/organization/venues/{orgUnitId}'
const ADD = 'POST /rest-api/organization/venues/{orgUnitId}'
const CHANGE = 'PUT /rest-api/organization/venue/{venueId}'
const REMOVE = 'DELETE /rest-api/organization/venue/{venueId}'

const park = {
  name: 'North Park',
  address: '12 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '60601',
  mapUrl: '',
  fields: ['1', '2'],
}
type More = Partial<typeof park> & { part?: string }
const add = (club: Club, orgUnitId: string, { part = newPart('v'), ...more }: More = {}, as = 'admin') =>
  call(ADD, { as: club.user(as), orgUnitId, body: { ...park, ...more, part } })
const names = async (club: Club, orgUnitId: string, as = 'admin') =>
  (await call(LIST, { as: club.user(as), orgUnitId })).body.venues.map(({ name }) => name)

describe('a venue', () => {
  it('is added for all teams, or for one team only, and hidden from other teams', async () => {
    const club = await aClub()
    const { organizationId, falcons, otters } = club
    const added = await add(club, organizationId, { name: ' South Park ' })
    expect(added.body).toEqual({ ...park, name: 'South Park', id: added.body.id, teamId: null, global: true })
    const own = await add(club, falcons.teamId, { name: 'Gym' }, 'coach')
    expect([own.body.teamId, own.body.global]).toEqual([falcons.teamId, false])
    await add(club, otters.teamId, { name: 'Beach' })
    expect(await names(club, organizationId)).toEqual(['Beach', 'Gym', 'South Park'])
    expect(await names(club, falcons.teamId, 'coach')).toEqual(['Gym', 'South Park'])
    const { body } = await call(LIST, { as: club.user('coach'), orgUnitId: falcons.teamId })
    expect(body.fieldLabel).toBe('Field')
  })

  it('is created once per id, and not by another user under the same id', async () => {
    const club = await aClub()
    const part = newPart('v')
    const sent = await Promise.all([1, 2, 3].map(() => add(club, club.falcons.teamId, { part }, 'coach')))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await names(club, club.falcons.teamId)).toEqual(['North Park'])
    expect((await add(club, club.falcons.teamId, { part, name: 'Other' })).refusal.code).toBe('already_there')
  })

  it('is changed and deleted by a coach of its team, and can be added again under its id', async () => {
    const club = await aClub()
    const { id: venueId } = (await add(club, club.falcons.teamId, {}, 'coach')).body
    const changed = await call(CHANGE, { as: club.user('coach'), venueId, body: { ...park, fields: [] } })
    expect(changed.body).toEqual({ ...park, fields: [], id: venueId, teamId: club.falcons.teamId, global: false })
    expect((await call(REMOVE, { as: club.user('coach'), venueId })).status).toBe(200)
    expect((await call(REMOVE, { as: club.user('coach'), venueId })).status).toBe(404)
    expect((await call(CHANGE, { as: club.user('coach'), venueId, body: park })).status).toBe(404)
    expect(await names(club, club.falcons.teamId)).toEqual([])
    await add(club, club.falcons.teamId, { part: venueId.split('.').at(-1) ?? '' }, 'coach')
    expect(await names(club, club.falcons.teamId)).toEqual(['North Park'])
  })

  it('rejects a change based on stale values', async () => {
    const club = await aClub()
    const { id: venueId } = (await add(club, club.organizationId)).body
    const change = (changes: More, before = park) =>
      call(CHANGE, { as: club.user('admin'), venueId, body: { ...park, ...changes, before } })
    expect((await change({ address: '14 Main Street' })).status).toBe(200)
    // Repeated, as after a lost response.
    expect((await change({ address: '14 Main Street' })).status).toBe(200)
    const late = await change({ fields: ['1', '2', '3'] })
    expect([late.status, late.refusal.code]).toEqual([412, 'conflict'])
    const seen = { ...park, address: '14 Main Street' }
    expect((await change({ ...seen, fields: ['3'] }, seen)).body).toMatchObject({
      address: '14 Main Street',
      fields: ['3'],
    })
  })

  it('of all teams or another team cannot be changed by a coach', async () => {
    const club = await aClub()
    const forAll = await add(club, club.organizationId)
    const theirs = await add(club, club.otters.teamId)
    for (const { id: venueId } of [forAll.body, theirs.body]) {
      expect((await call(CHANGE, { as: club.user('coach'), venueId, body: park })).status).toBe(403)
      expect((await call(REMOVE, { as: club.user('coach'), venueId })).status).toBe(403)
    }
  })

  let other: Club
  beforeAll(async () => {
    other = await aClub()
  })
  it.each<[keyof typeof park, string | string[], string]>([
    ['name', '  ', 'required'],
    ['name', 'x'.repeat(101), 'too_long'],
    ['name', 'North\nPark', 'not_a_name'],
    ['zip', '6060', 'exact_characters'],
    ['mapUrl', 'http://maps.example', 'not_an_address'],
    ['mapUrl', 'javascript:alert(1)', 'not_an_address'],
    ['fields', Array.from({ length: 51 }, (_, i) => String(i)), 'too_many'],
    ['fields', ['1', 'x'.repeat(31)], 'too_long'],
  ])('is rejected with an invalid %s: %j', async (at, value, code) => {
    const { status, refusal } = await add(other, other.organizationId, { [at]: value })
    expect([status, refusal.faults?.map((fault) => [fault.at, fault.code])]).toEqual([400, [[at, code]]])
    expect(await names(other, other.organizationId)).toEqual([])
  })

  it('needs an existing team', async () => {
    const club = await aClub()
    const orgUnitId = `${club.organizationId}.${newPart('t')}`
    expect((await add(club, orgUnitId)).status).toBe(404)
    expect((await call(LIST, { as: club.user('admin'), orgUnitId })).status).toBe(404)
  })
})
