import { expect, it } from 'vitest'
import { placeIn, storageItems } from '#functions/table/storageItems.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { aJpeg } from '../pictures.ts'

const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'
const PUT = 'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}/thumbnail'
const SHARE = 'POST /rest-api/academy/storage/share/organization/{orgId}'

/** A file that an administrator has added to the library itself. */
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

it('shows a small picture of a picture in lists, to those who see it there', async () => {
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
  // Of what one can only find there is the name.
  const found = { admins: [{ userId: user('coach'), accessType: 'SEARCH' as const }] }
  const deleted = { orgUnits: [{ orgUnitId: falcons.teamId }] }
  await call(SHARE, { as: user('admin'), orgId, body: { storageItemId: id, added: found, deleted } })
  expect(await pictureFor(club, 'coach')).toEqual([null])
})

it('takes as a small picture only a small JPEG, only of a picture or film, and only from who may change it', async () => {
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

it('names those who may have added something, to each other, and lists only what one of them has', async () => {
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
