import { expect, it } from 'vitest'
import { call } from '../call.ts'
import { aClub, type Club } from '../club.ts'

const LIST = 'GET /rest-api/organization/links/{orgUnitId}'
const CHANGE = 'PUT /rest-api/organization/links/{orgUnitId}'
const league = { name: 'The league', url: 'https://league.example/tables' }
const read = async (club: Club, orgUnitId: string, as = 'parent') =>
  (await call(LIST, { as: club.user(as), orgUnitId })).body
const change = (club: Club, orgUnitId: string, links: (typeof league)[], revision: number) =>
  call(CHANGE, { as: club.user('admin'), orgUnitId, body: { links, revision } })

it('links of a team include those of its club, and families see them', async () => {
  const club = await aClub()
  const shop = { name: 'Shop', url: 'https://shop.example/' }
  expect((await change(club, club.organizationId, [league], 0)).body).toEqual({ revision: 1 })
  expect((await change(club, club.falcons.teamId, [shop], 0)).status).toBe(200)
  expect(await read(club, club.organizationId)).toEqual({
    name: 'Springfield FC',
    links: [league],
    ofClub: [],
    revision: 1,
  })
  expect(await read(club, club.falcons.teamId)).toEqual({
    name: 'Falcons',
    links: [shop],
    ofClub: [league],
    revision: 1,
  })
})

it('only one of two concurrent changes of links succeeds, and only https addresses are accepted', async () => {
  const club = await aClub()
  const both = await Promise.all([1, 2].map(() => change(club, club.organizationId, [league], 0)))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  for (const url of ['http://league.example', 'javascript:alert(1)', ''])
    expect((await change(club, club.organizationId, [{ ...league, url }], 1)).refusal.faults?.[0]?.at).toBe(
      'links.0.url',
    )
  expect((await change(club, club.organizationId, [], 1)).body).toEqual({ revision: 2 })
})
