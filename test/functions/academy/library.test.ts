import { describe, expect, it } from 'vitest'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { libraries } from '#functions/table/libraries.ts'
import { organizations } from '#functions/table/organizations.ts'
import { profiles } from '#functions/table/profiles.ts'
import { placeIn, storageItems } from '#functions/table/storageItems.ts'
import { update, write } from '#functions/table/table.ts'
import { lastPart } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { repetitions } from '../sampling.ts'

const ADD = 'POST /rest-api/academy/storage/organization'
const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'
const ITEM = 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
const DELETE = 'DELETE /rest-api/academy/storage/organization/{orgId}/storage-item'
const MOVE = 'POST /rest-api/academy/storage/organization/{orgId}/move'
const SHARE = 'POST /rest-api/academy/storage/share/organization/{orgId}'
const FAVORITES = 'GET /rest-api/academy/storage/favorite'
const RECENT = 'GET /rest-api/academy/storage/recent'

/** A link that the Falcons’ coach has added to the club’s library. */
async function aLink({ organizationId, user }: Club, as = 'coach') {
  const body = { organizationId, type: 'LINK' as const, name: 'Set pieces', hyperLink: 'https://video.example/secret' }
  const { body: made } = await call(ADD, { as: user(as), body })
  return made.id
}
const read = ({ organizationId: orgId, user }: Club, name: string, storageItemId: string) =>
  call(ITEM, { as: user(name), orgId, storageItemId })

it('adding an item again with other values is rejected, and the first values stay', async () => {
  const club = await aClub()
  const { organizationId, user } = club
  const link = { type: 'LINK' as const, name: 'Laws', hyperLink: 'https://laws.example/', part: newPart('s') }
  const folder = { type: 'DIRECTORY' as const, name: 'Week 1', part: newPart('s') }
  const add = async (body: typeof link | typeof folder, changes: object = {}) => {
    const asked = { as: user('coach'), body: { organizationId, ...body, ...changes } }
    const { status, refusal } = await call(ADD, asked)
    return status === 200 ? 'added' : refusal.code
  }
  for (const each of [link, folder]) {
    expect([await add(each), await add(each), await add(each, { description: '' })]).toEqual(Array(3).fill('added'))
    for (const changes of [{ name: 'Rules' }, { description: 'Of the game' }])
      expect(await add(each, changes)).toBe('saved_before')
  }
  expect(await add(link, { hyperLink: 'https://laws.example/new' })).toBe('saved_before')
  expect((await read(club, 'coach', `${organizationId}.${link.part}`)).body).toMatchObject({
    name: 'Laws',
    hyperLink: link.hyperLink,
  })
})

describe('a shared item', () => {
  it('is visible to a team until unshared, also among favorites and recent items', async () => {
    const club = await aClub()
    const { organizationId: orgId, user, falcons } = club
    const storageItemId = await aLink(club)
    const share = (change: 'added' | 'deleted') => {
      const body = { storageItemId, [change]: { orgUnits: [{ orgUnitId: falcons.teamId }] } }
      return call(SHARE, { as: user('coach'), orgId, body })
    }
    expect((await read(club, 'parent', storageItemId)).status).toBe(404)
    expect((await share('added')).status).toBe(200)
    expect((await read(club, 'parent', storageItemId)).body.hyperLink).toBe('https://video.example/secret')
    const as = user('parent')
    await call('POST /rest-api/academy/storage/favorite/{storageItemId}', { as, storageItemId })
    await call('POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}', {
      as,
      orgId,
      storageItemId,
    })
    const seen = async () => {
      const lists = await Promise.all([
        call(LIST, { as, orgId, query: {} }),
        call(FAVORITES, { as, query: {} }),
        call(RECENT, { as, query: {} }),
      ])
      return lists.map(({ body }) => body.items.length)
    }
    expect(await seen()).toEqual([1, 1, 1])
    await share('deleted')
    expect(await seen()).toEqual([0, 0, 0])
    expect((await read(club, 'parent', storageItemId)).status).toBe(404)
  })

  it('is marked as shared only if somebody besides its author can see it', async () => {
    const club = await aClub()
    const { organizationId: orgId, user, falcons } = club
    const storageItemId = await aLink(club)
    const marks = async () =>
      (await call(LIST, { as: user('coach'), orgId, query: {} })).body.items.map(({ shared }) => shared)
    expect(await marks()).toEqual([false])
    const body = { storageItemId, added: { orgUnits: [{ orgUnitId: falcons.teamId }] } }
    await call(SHARE, { as: user('coach'), orgId, body })
    expect(await marks()).toEqual([true])
  })

  it('is listed in its folder for those who see the folder, and at the top level for others', async () => {
    const club = await aClub()
    const { organizationId: orgId, user, falcons } = club
    const as = user('coach')
    const storageItemId = await aLink(club)
    const body = { organizationId: orgId, type: 'DIRECTORY' as const, name: 'Week 1' }
    const { body: folder } = await call(ADD, { as, body })
    const moved = await call(MOVE, { as, orgId, body: { ids: [storageItemId], parentId: folder.id } })
    expect(moved.body).toEqual({ moved: 1, back: [{ ids: [storageItemId], parentId: null }] })
    const names = async (name: string, query: object = {}) =>
      (await call(LIST, { as: user(name), orgId, query })).body.items.map(({ name }) => name)
    expect(await names('coach')).toEqual(['Week 1'])
    expect(await names('coach', { storageItemParentId: folder.id })).toEqual(['Set pieces'])
    expect(await names('coach', { filter: 'set' })).toEqual(['Set pieces'])
    expect(await names('coach', { sharedWithMe: 'true' })).toEqual(['Week 1', 'Set pieces'])
    // A family that may see the link but not its folder finds it at the top level.
    const added = { orgUnits: [{ orgUnitId: falcons.teamId }] }
    await call(SHARE, { as, orgId, body: { storageItemId, added } })
    expect(await names('parent')).toEqual(['Set pieces'])
    await call(SHARE, { as, orgId, body: { storageItemId: folder.id, added } })
    expect(await names('parent')).toEqual(['Week 1'])
  })

  it('is no longer visible to a former coach, also among favorites', async () => {
    const club = await aClub()
    const as = club.user('coach')
    const storageItemId = await aLink(club)
    await call('POST /rest-api/academy/storage/favorite/{storageItemId}', { as, storageItemId })
    const marked = async () => (await call(FAVORITES, { as, query: {} })).body.items.length
    expect(await marked()).toBe(1)
    await write(stamp, ...teamAdministrators.dismiss({ userId: as, teamId: club.falcons.teamId }))
    expect(await marked()).toBe(0)
  })
})

it('a team’s items are listed to administrators of the club, but not to coaches of another team', async () => {
  const club = await aClub()
  const { organizationId: orgId, organization, otters, user } = club
  const treasurer = { userId: user('treasurer'), firstName: 'Tom', lastName: 'Okafor', flags: ['canEditFees' as const] }
  await write(stamp, ...organizationAdministrators.appoint(organization, treasurer))
  const ask = (name: string) => call(LIST, { as: user(name), orgId, query: { teamId: otters.teamId } })
  const answers = await Promise.all(['treasurer', 'admin', 'coach', 'parent'].map(ask))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403])
})

it('an item that would make the library too large to store is rejected, but deleting still works', async () => {
  const club = await aClub()
  const { organizationId } = club
  const add = () => call(ADD, { as: club.user('admin'), body: { organizationId, type: 'DIRECTORY', name: 'One more' } })
  const { body: made } = await add()
  const long = Array.from({ length: 1150 }, () => [newPart('s'), { name: 'é'.repeat(145) }] as const)
  const set = { nodes: { [lastPart(made.id)]: { name: 'One more' }, ...Object.fromEntries(long) } }
  await update(stamp, libraries.upsert({ organizationId }, { set }))
  expect((await add()).refusal.code).toBe('library_full')
  const gone = await call('DELETE /rest-api/academy/storage/organization/{orgId}/storage-item', {
    as: club.user('admin'),
    orgId: organizationId,
    body: { ids: [made.id] },
  })
  expect(gone.body).toEqual({ deleted: 1 })
})

it('families see shared items only if the club has its library enabled, coaches always', async () => {
  const club = await aClub()
  const { organizationId: orgId, falcons, user } = club
  const storageItemId = await aLink(club)
  const body = { storageItemId, added: { orgUnits: [{ orgUnitId: falcons.teamId }] } }
  await call(SHARE, { as: user('coach'), orgId, body })
  const switched = (academyEnabled: boolean) =>
    update(stamp, organizations.change({ organizationId: orgId }, { set: { academyEnabled } }))
  const seen = async (name: string) => (await call(LIST, { as: user(name), orgId, query: {} })).body.items.length
  await switched(false)
  expect([await seen('parent'), await seen('fan'), await seen('coach')]).toEqual([0, 0, 1])
  expect((await read(club, 'parent', storageItemId)).status).toBe(404)
  await switched(true)
  expect([await seen('parent'), await seen('fan'), await seen('coach')]).toEqual([1, 1, 1])
})

it('an item added to a folder that is deleted concurrently is rejected or restored with it', async () => {
  const club = await aClub()
  const { organizationId, user } = club
  const as = user('admin')
  for (let round = 0; round < repetitions(5); round++) {
    const { body: folder } = await call(ADD, { as, body: { organizationId, type: 'DIRECTORY', name: 'Old' } })
    const link = {
      organizationId,
      type: 'LINK' as const,
      name: 'x',
      hyperLink: 'https://x.example',
      parentId: folder.id,
    }
    const remove = call('DELETE /rest-api/academy/storage/organization/{orgId}/storage-item', {
      as,
      orgId: organizationId,
      body: { ids: [folder.id] },
    })
    const [added] = await Promise.all([call(ADD, { as, body: link }), remove])
    await call('POST /rest-api/academy/storage/organization/{orgId}/restore', {
      as,
      orgId: organizationId,
      body: { ids: [folder.id] },
    })
    const { body } = await call(LIST, { as, orgId: organizationId, query: { storageItemParentId: folder.id } })
    expect(body.items).toHaveLength(added.status === 200 ? 1 : 0)
  }
})

it('each item tells whether the reader may move and delete it', async () => {
  const club = await aClub()
  const { organizationId, organizationId: orgId, user } = club
  const admin = user('admin')
  const add = async (name: string, parentId?: string) => {
    const body = { organizationId, name, type: 'DIRECTORY' as const, ...(parentId && { parentId }) }
    return (await call(ADD, { as: admin, body })).body.id
  }
  const [alone, around] = [await add('Alone'), await add('Around')]
  const within = await add('Within', around)
  for (const storageItemId of [alone, around]) {
    const added = { admins: [{ userId: user('coach'), accessType: 'EDITOR' as const }] }
    await call(SHARE, { as: admin, orgId, body: { storageItemId, added } })
  }
  const movable = async (name: string) => {
    const items = await Promise.all([alone, around, within].map((id) => read(club, name, id)))
    return items.map(({ body }) => body.movable)
  }
  const remove = async (id: string) => (await call(DELETE, { as: user('coach'), orgId, body: { ids: [id] } })).status
  expect(await movable('admin')).toEqual([true, true, true])
  expect(await movable('coach')).toEqual([false, false, true])
  const listed = await call(LIST, { as: user('coach'), orgId, query: { storageItemParentId: around } })
  expect(listed.body.items.map((item) => [item.access, item.movable])).toEqual([['EDITOR', true]])
  expect([await remove(alone), await remove(around), await remove(within)]).toEqual([403, 403, 200])
})

it('erased accounts are omitted from the people an item is shared with', async () => {
  const { organizationId: orgId, organizationId, user } = await aClub()
  const as = user('admin')
  const body = { organizationId, name: 'Drills', type: 'DIRECTORY' as const }
  const { id: storageItemId } = (await call(ADD, { as, body })).body
  const userId = user('coach')
  const added = { admins: [{ userId, accessType: 'EDITOR' as const }] }
  await call(SHARE, { as, orgId, body: { storageItemId, added } })
  await write(stamp, profiles.create({ userId, email: 'tess@club.example', firstName: 'Tess', lastName: 'Okafor' }))
  const seers = async () => {
    const { body: seen } = await call(
      'GET /rest-api/academy/storage/share/organization/{orgId}/storage-item/{storageItemId}',
      { as, orgId, storageItemId },
    )
    return seen.admins.map(({ name }) => name)
  }
  expect(await seers()).toEqual(['Tess Okafor'])
  await write(stamp, profiles.remove({ userId }))
  expect(await seers()).toEqual([])
})

it('the five most recently opened items are listed, latest first', async () => {
  const club = await aClub()
  const { organizationId: orgId, user } = club
  const as = user('coach')
  const opened: string[] = []
  for (let i = 0; i < 6; i += 1) {
    const storageItemId = await aLink(club)
    const NOTE = 'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}'
    await call(NOTE, { as, orgId, storageItemId })
    opened.unshift(storageItemId)
  }
  const { body } = await call(RECENT, { as, query: { pageSize: '5' } })
  expect(body.items.map(({ id }) => id)).toEqual(opened.slice(0, 5))
})

it('the original file name is shown with an item and among favorites, but not in folder lists', async () => {
  const club = await aClub()
  const { organizationId, organizationId: orgId, user } = club
  const as = user('admin')
  const storageItemId = `${organizationId}.${newPart('s')}`
  const file = {
    type: 'FILE',
    name: 'Drill',
    fileName: 'drill-v2.pdf',
    media: 'application/pdf',
    amount: 1000,
  } as const
  const place = placeIn(organizationId, undefined)
  await write(stamp, storageItems.create({ ...file, storageItemId, place, addedBy: as, addedAt: stamp.at }))
  await call('POST /rest-api/academy/storage/favorite/{storageItemId}', { as, storageItemId })
  const { body } = await read(club, 'admin', storageItemId)
  const fileMetadata = { id: storageItemId.replace('.s', '.f'), contentType: 'application/pdf', size: 1000 }
  expect(body.fileMetadata).toEqual({ ...fileMetadata, fileName: 'drill-v2.pdf' })
  const marked = await call(FAVORITES, { as, query: {} })
  expect(marked.body.items[0]?.fileMetadata?.fileName).toBe('drill-v2.pdf')
  const listed = await call(LIST, { as, orgId, query: {} })
  expect(listed.body.items.map((item) => item.fileMetadata)).toEqual([fileMetadata])
})
