import { describe, expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { organizations } from '#functions/table/organizations.ts'
import { update, write } from '#functions/table/table.ts'
import type { AccessType } from '#shared/rules/shares.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'

const SHARE = 'POST /rest-api/academy/storage/share/organization/{orgId}'

/** A link of the Falcons’ coach in a library that is open to families; `other` coaches the Otters. */
async function aLink() {
  const club = await aClub()
  const { organizationId, organizationId: orgId, otters, user } = club
  await update(stamp, organizations.change({ organizationId }, { set: { academyEnabled: true } }))
  const other = { userId: user('other'), firstName: 'Otto', lastName: 'Okafor', flags: ['canEditEvents' as const] }
  await write(stamp, ...teamAdministrators.appoint(otters, other))
  const link = { organizationId, type: 'LINK' as const, name: 'Laws', hyperLink: 'https://laws.example/' }
  const as = user('coach')
  const storageItemId = (await call('POST /rest-api/academy/storage/organization', { as, body: link })).body.id
  const about = { orgId, storageItemId }
  const opens = async (name: string) => {
    const key = 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
    return (await call(key, { as: user(name), ...about })).status
  }
  const share = (added: object) => call(SHARE, { as, orgId, body: { storageItemId, added } })
  return { club, about, opens, share }
}

describe('sharing', () => {
  const people = ['parent', 'fan', 'other', 'admin', 'stranger']

  it('an item shared with nobody is opened by administrators of the club alone, beside its owner', async () => {
    const { opens } = await aLink()
    expect(await Promise.all(people.map(opens))).toEqual([404, 404, 404, 200, 403])
  })

  it('an item shared with a player reaches the family, and no followers', async () => {
    const { club, opens, share } = await aLink()
    await share({ players: [{ playerId: club.mia.playerId }] })
    expect(await Promise.all(people.map(opens))).toEqual([200, 404, 404, 200, 403])
  })

  it('an item shared with a team reaches families and followers of its players, and no coach of another team', async () => {
    const { club, opens, share } = await aLink()
    await share({ orgUnits: [{ orgUnitId: club.falcons.teamId }] })
    expect(await Promise.all(people.map(opens))).toEqual([200, 200, 404, 200, 403])
  })

  it.each<[AccessType, number[]]>([
    ['SEARCH', [403, 403, 403]],
    ['VIEWER', [200, 403, 403]],
    ['USER', [200, 403, 403]],
    ['EDITOR', [200, 200, 403]],
    ['OWNER', [200, 200, 200]],
  ])(
    'an item shared as %s is found, and opened, changed and deleted as far as that allows',
    async (accessType, may) => {
      const { club, about, opens, share } = await aLink()
      const { orgId, storageItemId } = about
      const as = club.user('other')
      await share({ admins: [{ userId: as, accessType }] })
      const listed = await call('GET /rest-api/academy/storage/organization/{orgId}', {
        ...{ as, orgId, query: { sharedWithMe: 'true' } },
      })
      expect(listed.body.items.map(({ id, access }) => [id, access])).toEqual([[storageItemId, accessType]])
      const item = '/rest-api/academy/storage/organization/{orgId}/storage-item' as const
      const opened = await opens('other')
      const changed = await call(`PUT ${item}/{storageItemId}`, { as, ...about, body: { name: 'Rules' } })
      const deleted = await call(`DELETE ${item}`, { as, orgId, body: { ids: [storageItemId] } })
      expect([opened, changed.status, deleted.status]).toEqual(may)
    },
  )
})
