import { expect, it } from 'vitest'
import type { GuardianRight } from '#shared/permissions.ts'
import { placeIn, storageItems } from '#functions/table/storageItems.ts'
import { families, players } from '#functions/table/players.ts'
import { update, write } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { aJpeg } from '../pictures.ts'

const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'
const PUT = 'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}/thumbnail'
const READ = 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
const ITEM = 'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
const SHARE = 'POST /rest-api/academy/storage/share/organization/{orgId}'

/** A file added by an administrator at the top level of the library. */
async function aFile({ organizationId, user }: Club, name: string, media: string, by = 'admin') {
  const storageItemId = `${organizationId}.${newPart('s')}`
  const place = placeIn(organizationId, undefined)
  const item = { storageItemId, name, media, amount: 1000, place, addedBy: user(by), addedAt: stamp.at }
  await write(stamp, storageItems.create({ ...item, type: 'FILE' }))
  return storageItemId
}
const put = ({ organizationId: orgId, user }: Club, storageItemId: string, jpeg: Buffer, as = 'admin') =>
  call(PUT, { as: user(as), orgId, storageItemId, body: { jpeg: jpeg.toString('base64') } })
async function pictureFor({ organizationId: orgId, user }: Club, as: string) {
  const { body } = await call(LIST, { as: user(as), orgId, query: {} })
  return body.items.map(({ thumbnailPresignedUrl: url }) => url?.split('?')[0] ?? null)
}

it('a picture’s thumbnail is listed to users who may open it, but not with search access only', async () => {
  const club = await aClub()
  const { organizationId: orgId, user, falcons } = club
  const id = await aFile(club, 'Shirts.jpg', 'image/jpeg')
  expect(await pictureFor(club, 'admin')).toEqual([null])
  expect((await put(club, id, aJpeg())).status).toBe(200)
  const address = `/files/${id.replace('.s', '.f')}.thumb`
  expect(await pictureFor(club, 'admin')).toEqual([address])
  const added = { orgUnits: [{ orgUnitId: falcons.teamId }] }
  await call(SHARE, { as: user('admin'), orgId, body: { storageItemId: id, added } })
  expect(await pictureFor(club, 'parent')).toEqual([address])
  // With search access, only the name is visible.
  const found = { admins: [{ userId: user('coach'), accessType: 'SEARCH' as const }] }
  const deleted = { orgUnits: [{ orgUnitId: falcons.teamId }] }
  await call(SHARE, { as: user('admin'), orgId, body: { storageItemId: id, added: found, deleted } })
  expect(await pictureFor(club, 'coach')).toEqual([null])
})

it('a thumbnail must be a small JPEG of a picture or film, from a user who may edit the item', async () => {
  const club = await aClub()
  const id = await aFile(club, 'Shirts.jpg', 'image/jpeg')
  const paper = await aFile(club, 'Rules.pdf', 'application/pdf')
  const codes = [
    await put(club, id, Buffer.from('<svg onload=alert(1)>')),
    await put(club, id, aJpeg({ width: 2000 })),
    await put(club, paper, aJpeg()),
    await put(club, id, aJpeg(), 'coach'),
    await put(club, id, aJpeg(), 'parent'),
  ].map(({ refusal }) => refusal.code)
  expect(codes).toEqual(['wrong_file', 'wrong_file', 'wrong_file', 'not_found', 'not_allowed'])
  expect(await pictureFor(club, 'admin')).toEqual([null, null])
})

it('people who may add items are listed to coaches and administrators, and items can be filtered by them', async () => {
  const club = await aClub()
  const { organizationId: orgId, user } = club
  await aFile(club, 'Hers.pdf', 'application/pdf', 'coach')
  await aFile(club, 'His.pdf', 'application/pdf')
  const PEOPLE = 'GET /rest-api/academy/storage/organization/{orgId}/people'
  const { people } = (await call(PEOPLE, { as: user('coach'), orgId })).body
  expect(people.map(({ name }) => name)).toEqual(['admin Okafor', 'coach Okafor'])
  expect((await call(PEOPLE, { as: user('parent'), orgId })).status).toBe(403)
  const { body } = await call(LIST, { as: user('admin'), orgId, query: { orgAdmins: user('coach') } })
  expect(body.items.map(({ name }) => name)).toEqual(['Hers.pdf'])
})

it('a picture is visible to other families only as the families of all players shown in it allow', async () => {
  const club = await aClub()
  const { organizationId: orgId, user, mia, leo, sam } = club
  const id = await aFile(club, 'Team.jpg', 'image/jpeg')
  const join = (name: string, { playerId }: { playerId: string }) =>
    families.join(stamp, { playerId, userId: user(name), relation: 'own' })
  await Promise.all([join('leos', leo), join('sams', sam)])
  const added = { orgUnits: [{ orgUnitId: orgId }] }
  await call(SHARE, { as: user('admin'), orgId, body: { storageItemId: id, added } })
  const show = (as: string, shows: string[]) => call(ITEM, { as: user(as), orgId, storageItemId: id, body: { shows } })
  const said = (pictures: 'nobody' | 'team' | 'club' | undefined) =>
    update(stamp, players.change({ playerId: mia.playerId }, { set: { pictures } }))
  /** Users who see it in their list; they can open it, and nobody else can. */
  async function seers() {
    const seen: string[] = []
    for (const name of ['coach', 'parent', 'leos', 'sams', 'fan']) {
      const { body } = await call(LIST, { as: user(name), orgId, query: { sharedWithMe: 'true' } })
      const opened = await call(READ, { as: user(name), orgId, storageItemId: id })
      expect([name, opened.status]).toEqual([name, body.items.length === 1 ? 200 : 404])
      if (opened.status === 200) seen.push(name)
    }
    return seen
  }
  expect(await seers()).toEqual(['coach', 'parent', 'leos', 'sams', 'fan'])
  expect((await show('admin', [mia.playerId])).status).toBe(200)
  expect(await seers()).toEqual(['parent'])
  await said('team')
  expect(await seers()).toEqual(['coach', 'parent', 'leos'])
  await said('club')
  expect(await seers()).toEqual(['coach', 'parent', 'leos', 'sams', 'fan'])
  await said('nobody')
  expect(await seers()).toEqual(['parent'])
  // The administrator has added it, and is told the family's choice.
  const { body } = await call(READ, { as: user('admin'), orgId, storageItemId: id })
  expect(body.shown).toEqual([{ playerId: mia.playerId, name: 'Mia Moreno', audience: 'nobody' }])
  // A guardian without the right to see sees what others do.
  const sees = (lacks: GuardianRight[]) =>
    write(stamp, ...families.limitRights({ playerId: mia.playerId, userId: user('parent') }, lacks))
  await sees(['sees'])
  expect(await seers()).toEqual([])
  // Nor does such a guardian count as the family of a player on the team.
  await said('team')
  expect(await seers()).toEqual(['coach', 'leos'])
  await sees([])
  // It shows two players: both families must have allowed it.
  await said('club')
  await show('admin', [mia.playerId, leo.playerId])
  expect(await seers()).toEqual(['leos'])
  expect((await show('admin', [`${orgId}.${newPart('p')}`])).status).toBe(404)
  const paper = await aFile(club, 'Rules.pdf', 'application/pdf')
  const shows = [mia.playerId]
  expect((await call(ITEM, { as: user('admin'), orgId, storageItemId: paper, body: { shows } })).status).toBe(400)
})

it('an editor who cannot see a player of another team keeps that player in the picture', async () => {
  const club = await aClub()
  const { organizationId: orgId, user, mia, sam } = club
  const id = await aFile(club, 'Derby.jpg', 'image/jpeg')
  const added = { admins: [{ userId: user('coach'), accessType: 'EDITOR' as const }] }
  await call(SHARE, { as: user('admin'), orgId, body: { storageItemId: id, added } })
  const show = (as: string, shows: string[]) => call(ITEM, { as: user(as), orgId, storageItemId: id, body: { shows } })
  const shown = async (as: string) =>
    (await call(READ, { as: user(as), orgId, storageItemId: id })).body.shown.map(({ playerId }) => playerId).toSorted()
  await show('admin', [mia.playerId, sam.playerId])
  expect(await shown('coach')).toEqual([mia.playerId])
  expect((await show('coach', [mia.playerId])).status).toBe(200)
  expect(await shown('admin')).toEqual([mia.playerId, sam.playerId].toSorted())
  expect((await show('coach', [])).status).toBe(200)
  expect(await shown('admin')).toEqual([sam.playerId])
  expect((await show('admin', [])).status).toBe(200)
  expect(await shown('admin')).toEqual([])
})

it('concurrent changes of the players shown are merged', async () => {
  const club = await aClub()
  const { organizationId: orgId, user, mia, leo, sam } = club
  const id = await aFile(club, 'Derby.jpg', 'image/jpeg')
  const show = (shows: string[], began?: { shows: string[] }) =>
    call(ITEM, { as: user('admin'), orgId, storageItemId: id, body: { shows, ...(began && { began }) } })
  const shown = async () =>
    (await call(READ, { as: user('admin'), orgId, storageItemId: id })).body.shown.map(({ playerId }) => playerId)
  const all = (...players: { playerId: string }[]) => players.map(({ playerId }) => playerId).toSorted()
  await show([mia.playerId])
  const began = { shows: [mia.playerId] }
  const meanwhile = () => show([mia.playerId, sam.playerId], began)
  const one = await interleave('UpdateCommand', meanwhile, () => show([mia.playerId, leo.playerId], began))
  expect([one.status, (await shown()).toSorted()]).toEqual([200, all(mia, leo, sam)])
  expect((await show([leo.playerId], { shows: [mia.playerId, leo.playerId] })).status).toBe(200)
  expect((await shown()).toSorted()).toEqual(all(leo, sam))
  // Without the version they began with, a request replaces the whole list.
  await show([mia.playerId])
  expect(await shown()).toEqual([mia.playerId])
})

it('a merged player is shown as the one who was kept', async () => {
  const club = await aClub()
  const { organizationId: orgId, user, mia, leo, sam } = club
  const id = await aFile(club, 'Cup.jpg', 'image/jpeg')
  await families.join(stamp, { playerId: sam.playerId, userId: user('sams'), relation: 'own' })
  await call(SHARE, {
    as: user('admin'),
    orgId,
    body: { storageItemId: id, added: { orgUnits: [{ orgUnitId: orgId }] } },
  })
  const shows = [leo.playerId, mia.playerId]
  expect((await call(ITEM, { as: user('admin'), orgId, storageItemId: id, body: { shows } })).status).toBe(200)
  await update(stamp, players.change({ playerId: mia.playerId }, { set: { pictures: 'club' } }))
  const merge = { mergeId: newPart('merge'), keepId: mia.playerId, goneId: leo.playerId }
  expect(
    (await call('POST /rest-api/duplicates/{orgId}/merge', { as: user('admin'), orgId, body: merge })).status,
  ).toBe(200)
  const read = await call(READ, { as: user('admin'), orgId, storageItemId: id })
  expect(read.body.shown).toEqual([{ playerId: mia.playerId, name: 'Mia Moreno', audience: 'club' }])
  expect([read.body.others, read.body.allowed]).toEqual([0, true])
  expect((await call(READ, { as: user('sams'), orgId, storageItemId: id })).status).toBe(200)
})

it('a picture edited after a merge needs the consent of both families again once the merge is undone', async () => {
  const club = await aClub()
  const { organizationId: orgId, user, mia, leo, sam } = club
  const id = await aFile(club, 'Cup.jpg', 'image/jpeg')
  await families.join(stamp, { playerId: sam.playerId, userId: user('sams'), relation: 'own' })
  const everybody = { storageItemId: id, added: { orgUnits: [{ orgUnitId: orgId }] } }
  await call(SHARE, { as: user('admin'), orgId, body: everybody })
  const show = async (...shows: string[]) =>
    (await call(ITEM, { as: user('admin'), orgId, storageItemId: id, body: { shows } })).status
  const opens = async () => (await call(READ, { as: user('sams'), orgId, storageItemId: id })).status
  for (const { playerId } of [mia, sam])
    await update(stamp, players.change({ playerId }, { set: { pictures: 'club' } }))
  expect([await show(leo.playerId), await opens()]).toEqual([200, 404])
  const mergeId = newPart('merge')
  const merge = { mergeId, keepId: mia.playerId, goneId: leo.playerId }
  await call('POST /rest-api/duplicates/{orgId}/merge', { as: user('admin'), orgId, body: merge })
  expect(await show(mia.playerId, sam.playerId)).toBe(200)
  const undo = { as: user('admin'), orgId, body: { mergeId } }
  expect((await call('POST /rest-api/duplicates/{orgId}/undo', undo)).status).toBe(200)
  expect(await opens()).toBe(404)
  const { shown } = (await call(READ, { as: user('admin'), orgId, storageItemId: id })).body
  expect(shown.map(({ playerId }) => playerId).toSorted()).toEqual([leo.playerId, sam.playerId].toSorted())
})
