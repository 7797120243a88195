import { describe, expect, it } from 'vitest'
import { libraries, libraryUsage } from '#functions/table/libraries.ts'
import { update } from '#functions/table/table.ts'
import { maxNodes } from '#shared/rules/shares.ts'
import { storageItemOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { aFilm } from '../recordings/films.ts'

const ADD = 'POST /rest-api/academy/storage/organization'
const DELETE = 'DELETE /rest-api/academy/storage/organization/{orgId}/storage-item'
const SHARE = 'POST /rest-api/academy/storage/share/organization/{orgId}'

describe('the library’s bin', () => {
  const BIN = 'GET /rest-api/academy/storage/organization/{orgId}/bin'
  const EMPTY = 'DELETE /rest-api/academy/storage/organization/{orgId}/bin'
  const RESTORE = 'POST /rest-api/academy/storage/organization/{orgId}/restore'
  /** A folder of the club with a link, deleted by the coach, who may edit the folder. */
  async function binned() {
    const club = await aClub()
    const { organizationId, organizationId: orgId, user } = club
    const admin = user('admin')
    const folder = { organizationId, type: 'DIRECTORY' as const, name: 'Drills' }
    const { body: around } = await call(ADD, { as: admin, body: folder })
    const link = { organizationId, type: 'LINK' as const, name: 'Corners', hyperLink: 'https://video.example/secret' }
    const { body: made } = await call(ADD, { as: admin, body: { ...link, parentId: around.id } })
    const share = (change: 'added' | 'deleted') =>
      call(SHARE, {
        as: admin,
        orgId,
        body: {
          storageItemId: around.id,
          [change]: { admins: [{ userId: user('coach'), accessType: 'EDITOR' as const }] },
        },
      })
    await share('added')
    const ids = [made.id]
    await call(DELETE, { as: user('coach'), orgId, body: { ids } })
    const listed = async (name: string) =>
      (await call(BIN, { as: user(name), orgId })).body.items.map(({ name, access, forGood }) => [
        name,
        access,
        forGood,
      ])
    const empty = (name: string, given = ids) => call(EMPTY, { as: user(name), orgId, body: { ids: given } })
    const restore = () => call(RESTORE, { as: user('coach'), orgId, body: { ids } })
    const both = [made.id, around.id]
    const restoreBoth = () => call(RESTORE, { as: user('admin'), orgId, body: { ids: both } })
    return { club, share, listed, empty, restore, restoreBoth, around: around.id }
  }

  it('shows deleted items to users who may edit them, who can restore them, as long as they may', async () => {
    const { share, listed, empty, restore } = await binned()
    expect(await listed('coach')).toEqual([['Corners', 'EDITOR', false]])
    await share('deleted')
    expect([await listed('coach'), await listed('admin')]).toEqual([[], [['Corners', 'OWNER', true]]])
    expect([(await restore()).status, (await empty('coach')).status]).toEqual([404, 404])
    await share('added')
    expect((await restore()).body).toEqual({ restored: 1 })
  })

  it('lets administrators delete the club’s items for good, and coaches only their own', async () => {
    const { club, listed, empty } = await binned()
    const { organizationId: orgId, user } = club
    expect((await empty('coach')).status).toBe(403)
    const link = { organizationId: orgId, type: 'LINK' as const, name: 'Set pieces', hyperLink: 'https://x.example' }
    const own = (await call(ADD, { as: user('coach'), body: link })).body.id
    const body = { organizationId: orgId, type: 'DIRECTORY' as const, name: 'Mine' }
    const folder = (await call(ADD, { as: user('coach'), body })).body.id
    await call(DELETE, { as: user('coach'), orgId, body: { ids: [own, folder] } })
    const found = await listed('coach')
    expect(found).toHaveLength(3)
    expect(found).toEqual(
      expect.arrayContaining([
        ['Corners', 'EDITOR', false],
        ['Mine', 'OWNER', false],
        ['Set pieces', 'OWNER', true],
      ]),
    )
    // A folder may contain items of the club.
    expect((await empty('coach', [folder])).status).toBe(403)
    expect((await empty('coach', [own])).body).toEqual({ deleted: 1 })
    expect((await empty('admin')).body).toEqual({ deleted: 1 })
  })

  it('restores an item into its folder if both are restored together', async () => {
    const { club, around, restoreBoth } = await binned()
    const { organizationId: orgId, user } = club
    await call(DELETE, { as: user('admin'), orgId, body: { ids: [around] } })
    expect((await restoreBoth()).body).toEqual({ restored: 2 })
    const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'
    const listed = async (query: object) => (await call(LIST, { as: user('admin'), orgId, query })).body.items
    expect((await listed({})).map(({ name }) => name)).toEqual(['Drills'])
    expect((await listed({ storageItemParentId: around })).map(({ name }) => name)).toEqual(['Corners'])
  })
})

it('deleting also accepts a plain list of ids', async () => {
  const { organizationId, organizationId: orgId, user } = await aClub()
  const as = user('coach')
  const add = async (name: string) =>
    (await call(ADD, { as, body: { organizationId, type: 'DIRECTORY' as const, name } })).body.id
  const ids = [await add('Drills'), await add('Laws')]
  const [admin, coach] = [user('admin'), as]
  const byParent = await call(DELETE, { as: user('parent'), orgId, body: ids })
  const byCoach = await call(DELETE, { as: coach, orgId, body: ids })
  expect([byParent.status, byCoach.body, (await call(DELETE, { as: admin, orgId, body: [] })).status]).toEqual([
    403,
    { deleted: 2 },
    400,
  ])
})

it('adding the same file again is idempotent, even if the library is full by then', async () => {
  const club = await aClub()
  const { organizationId, user } = club
  const as = user('coach')
  const fileMetadataId = await aFilm(club, as, { size: 5000 })
  const body = { organizationId, type: 'FILE' as const, name: 'Corners', fileMetadataId }
  const { body: made } = await call(ADD, { as, body })
  expect(made).toEqual({ id: storageItemOf(fileMetadataId) })
  const nodes = Object.fromEntries(Array.from({ length: maxNodes }, () => [newPart('s'), { name: 'x' }] as const))
  await update(stamp, libraries.upsert({ organizationId }, { set: { nodes } }))
  const again = await call(ADD, { as, body })
  expect([again.status, again.body]).toEqual([200, made])
  expect(await libraryUsage.get({ organizationId })).toMatchObject({ bytes: 5000 })
})
