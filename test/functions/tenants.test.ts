import { expect, it } from 'vitest'
import type { Can } from '#shared/permissions.ts'
import { call } from './call.ts'
import { aClub } from './club.ts'
import { drainCheckedKeyCount, drainViolations, recordKeys, withinClub } from './tenants.ts'

it('a request that touches another club’s key is reported, and one within its own club is not', async () => {
  const [club, other] = [await aClub(), await aClub()]
  const as = club.user('admin')
  drainCheckedKeyCount()
  const orgUnitId = club.organizationId
  expect((await call('GET /rest-api/organization/administrators/{orgUnitId}', { as, orgUnitId })).status).toBe(200)
  expect(drainCheckedKeyCount()).toBeGreaterThan(2)
  expect(drainViolations()).toEqual([])

  const sent = [{ orgUnitId: other.organizationId }]
  const planted = (groups: readonly string[], ok: boolean, can: Can = 'member') =>
    withinClub(
      { key: 'GET /planted', can, as, groups, sent },
      async () => recordKeys([`ORG#${club.organizationId}`, `TEAM#${other.falcons.teamId}`]),
      () => ok,
    )
  await planted([], false)
  await planted(['ROLE_ADMIN'], true)
  // Unchecked keys are not counted.
  expect(drainCheckedKeyCount()).toBe(0)
  // On a route open to non-members, any signed-in user may name a club that is not their own.
  await planted([], true, 'signed_in')
  expect([drainViolations(), drainCheckedKeyCount()]).toEqual([[], 2])
  // A right in the caller's own club gives no access to another club named in the same request.
  await planted([], true)
  expect(drainViolations()).toEqual([`GET /planted touches TEAM#${other.falcons.teamId}`])
})
