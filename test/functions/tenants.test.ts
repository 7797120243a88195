import { expect, it } from 'vitest'
import { call } from './call.ts'
import { aClub } from './club.ts'
import { touch, touched, withinClub } from './tenants.ts'

it('a request that touches another club’s key is told, one that stays in its own is not', async () => {
  const [club, other] = [await aClub(), await aClub()]
  const as = club.user('admin')
  const told = () => touched().crossed.filter((each) => each.includes(other.organizationId))
  const before = touched().touches
  const orgUnitId = club.organizationId
  expect((await call('GET /rest-api/organization/administrators/{orgUnitId}', { as, orgUnitId })).status).toBe(200)
  expect(touched().touches).toBeGreaterThan(before)
  expect(touched().crossed.filter((each) => each.includes(club.organizationId))).toEqual([])

  const planted = (groups: readonly string[], ok: boolean) =>
    withinClub(
      { key: 'GET /planted', as, groups, sent: [{ orgUnitId }] },
      async () => touch([`ORG#${club.organizationId}`, `TEAM#${other.falcons.teamId}`]),
      () => ok,
    )
  await planted([], false)
  await planted(['ROLE_ADMIN'], true)
  expect(told()).toEqual([])
  await planted([], true)
  expect(told()).toEqual([`GET /planted touches TEAM#${other.falcons.teamId}`])
})
