import { expect, it } from 'vitest'
import { files } from '#functions/table/files.ts'
import { registrationAddOns, registrations } from '#functions/table/registrations.ts'
import { getObject, putObject } from '#functions/media/bucket.ts'
import { newId } from '#functions/table/newId.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { aJpeg } from '../pictures.ts'
import { aRegistration, shirt } from '../register/registering.ts'

/** A launched registration with a shirt that has a picture, a cap without one, and an id for its copy. */
async function withAPicture() {
  const club = await aClub()
  const as = club.user('admin')
  const fileId = `${club.organizationId}.${newId('f')}`
  const addOns = [
    { ...shirt, id: 'add-on-shirt', addOns: [], fileMetadataId: fileId },
    { ...shirt, id: 'add-on-cap', addOns: [], addOnName: 'Cap' },
  ]
  const registrationId = await aRegistration(club, { addOns })
  const file = { fileId, userId: as, name: 'shirt.jpg', type: 'image/jpeg', size: aJpeg().length }
  await write(stamp, files.create({ ...file, state: 'kept', about: registrationId }))
  await putObject(`files/${fileId}`, aJpeg(), { 'content-type': 'image/jpeg' })
  return { club, as, registrationId, fileId, into: `${club.falcons.teamId}.${newPart('r')}` }
}
const addOnsOf = async (registrationId: string) =>
  (await registrationAddOns.get({ registrationId }, { consistent: true }))?.addOns ?? []
const pictureIn = async (registrationId: string) => (await addOnsOf(registrationId))[0]?.fileMetadataId ?? ''

it('a copied registration has its own copy of an add-on’s picture, independent of the original', async () => {
  const { as, registrationId, fileId, into } = await withAPicture()
  const body = { registrationId: into }
  const copy = () => call('POST /rest-api/registration/copy/{registrationId}', { as, registrationId, body })
  expect((await copy()).status).toBe(200)
  const copied = await pictureIn(into)
  expect([copied === '', copied === fileId, (await addOnsOf(into))[1]?.fileMetadataId]).toEqual([false, false, null])
  const file = await files.get({ fileId: copied }, { consistent: true })
  expect(file).toMatchObject({ name: 'shirt.jpg', type: 'image/jpeg', state: 'kept', about: into })
  // It is not scheduled for deletion.
  expect([file?.until, file?.ttl]).toEqual([undefined, undefined])
  expect(Buffer.from((await getObject(`files/${copied}`)) ?? [])).toEqual(Buffer.from(aJpeg()))
  const shown = await call('GET /rest-api/registration/add-ons/{registrationId}', { as, registrationId: into })
  expect(shown.body.pictures[copied]).toContain(`/files/${copied}`)
  // Repeating the request returns the same copy, and the first one keeps its own picture.
  expect((await copy()).status).toBe(200)
  expect(await pictureIn(into)).toBe(copied)
  const deleted = await call('DELETE /rest-api/registration/{registrationId}', { as, registrationId })
  expect(deleted.status).toBe(200)
  const [gone, left] = await files.getMany([{ fileId }, { fileId: copied }], { consistent: true })
  expect([gone, left?.about]).toEqual([undefined, into])
})

it('a registration cannot be copied to an archived team, and an earlier copy stays', async () => {
  const { club, as, registrationId, into } = await withAPicture()
  const copy = async (id: string) => {
    const asked = { as, registrationId, body: { registrationId: id } }
    const { status, refusal } = await call('POST /rest-api/registration/copy/{registrationId}', asked)
    return [status, refusal.code]
  }
  await copy(into)
  await teams.archive(stamp, club.falcons)
  const next = `${club.falcons.teamId}.${newPart('r')}`
  expect(await copy(next)).toEqual([412, 'team_archived'])
  expect(await registrations.get({ registrationId: next }, { consistent: true })).toBeUndefined()
  expect((await copy(into))[0]).toBe(200)
  expect((await copy(`${club.otters.teamId}.${newPart('r')}`))[0]).toBe(200)
})

it('a copied add-on gets a copy of its picture, or none if the picture is gone', async () => {
  const { club, as, registrationId, fileId } = await withAPicture()
  const other = await aRegistration(club, { registration: { state: 'draft' } })
  const copyInto = (into: string) =>
    call('POST /rest-api/registration/add-ons/{registrationId}/copy-existing', {
      as,
      registrationId: into,
      body: { from: registrationId, addOnIds: ['add-on-shirt'] },
    })
  const { body } = await copyInto(other)
  const [copied] = body.addOns
  expect(body.pictures[copied?.fileMetadataId ?? '']).toContain('/files/')
  expect((await files.get({ fileId: copied?.fileMetadataId ?? '' }, { consistent: true }))?.about).toBe(other)
  // An existing add-on stays, with its picture.
  expect((await copyInto(other)).body.addOns).toEqual(body.addOns)
  await write(stamp, files.removeAttached(fileId, registrationId))
  const third = await aRegistration(club, { registration: { state: 'draft' } })
  expect((await copyInto(third)).body.addOns.map(({ fileMetadataId }) => fileMetadataId)).toEqual([null])
})

it('a picture shared by two add-ons is copied once, with the registration or with the add-ons', async () => {
  const { club, as, registrationId, fileId, into } = await withAPicture()
  const addOns = (await addOnsOf(registrationId)).map((addOn) => ({ ...addOn, fileMetadataId: fileId }))
  await write(stamp, registrationAddOns.change({ registrationId }, { set: { addOns } }))
  const whole = await call('POST /rest-api/registration/copy/{registrationId}', {
    ...{ as, registrationId, body: { registrationId: into } },
  })
  const alone = await aRegistration(club, { registration: { state: 'draft' } })
  const addOnIds = addOns.map(({ id }) => id)
  const copied = await call('POST /rest-api/registration/add-ons/{registrationId}/copy-existing', {
    ...{ as, registrationId: alone, body: { from: registrationId, addOnIds } },
  })
  expect([whole.status, copied.status]).toEqual([200, 200])
  for (const id of [into, alone]) {
    const [one, other] = await addOnsOf(id)
    const own = one?.fileMetadataId ?? ''
    expect([own === fileId, other?.fileMetadataId]).toEqual([false, own])
    expect((await files.get({ fileId: own }, { consistent: true }))?.about).toBe(id)
  }
})
