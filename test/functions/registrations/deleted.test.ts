import { expect, it } from 'vitest'
import { newId } from '#functions/table/newId.ts'
import { files } from '#functions/table/files.ts'
import { countNames, registrationCounts, registrationDrafts } from '#functions/table/registrationEntries.ts'
import { registrationInvitations, registrationNotifications, registrations } from '#functions/table/registrations.ts'
import { all, write } from '#functions/table/table.ts'
import { playerOf, registrationPlayerOf } from '#shared/ids.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { failingCall, interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { aJpeg } from '../pictures.ts'
import { aParent, aRegistration, entryOf, fillIn, option, question, finalize, shirt } from '../register/registering.ts'

const club = await aClub()
const as = club.user('admin')
const remove = (registrationId: string) =>
  call('DELETE /rest-api/registration/{registrationId}', { as, registrationId })
const stateOf = async (registrationId: string) =>
  (await registrations.get({ registrationId }, { consistent: true }))?.state
const partition = async (registrationId: string) =>
  (await all<{ sk: string }>({ pk: registrations.key({ registrationId }).pk, from: '!', to: '~', consistent: true }))
    // Records of deletions are kept for a week.
    .filter(({ sk }) => !sk.startsWith('GONE#'))
    .map(({ sk }) => sk)

it('deleting a launched registration without entries deletes everything that belongs to it', async () => {
  const registrationId = await aRegistration(club, { options: [option('option-a', 0)] })
  const parent = await aParent(club, 'begun')
  const { registrationPlayerId } = await fillIn(parent, registrationId, 'Nora', { optionIds: ['option-a'] })
  const playerId = `${club.organizationId}.${newPart('p')}`
  const avatar = { fileId: `${club.organizationId}.${newId('f')}`, userId: parent, name: 'a.jpg' }
  const about = registrationPlayerOf(registrationId, playerId)
  await write(
    stamp,
    registrationInvitations.create({
      ...{ registrationId, email: 'gran@family.example', invitedAt: stamp.at },
      ...{ state: 'invited', mail: 'wanted' },
    }),
    registrationNotifications.create({ registrationId, userId: as, name: 'Ada', paymentsToo: false }),
    registrationCounts.touch({ registrationId, name: countNames.addOn('add-on-gone') }),
    registrationDrafts.create({
      ...{ registrationId, userId: parent, playerId, isNew: true, firstName: 'Ola', lastName: 'Moreno' },
      ...{ optionIds: [], addOns: [], answers: {}, savedAt: stamp.at, avatarId: avatar.fileId },
    }),
    registrationDrafts.carts.create({ registrationId, userId: parent }),
    files.create({ ...avatar, type: 'image/jpeg', size: 1, state: 'kept', about }),
  )
  expect((await partition(registrationId)).length).toBeGreaterThan(8)
  expect((await remove(registrationId)).status).toBe(200)
  expect(await partition(registrationId)).toEqual([])
  expect(await files.get({ fileId: avatar.fileId }, { consistent: true })).toBeUndefined()
  expect((await finalize(parent, [registrationPlayerId], 0, { payBy: 'NONE' })).refusal.code).toBe('not_found')
  expect((await remove(registrationId)).refusal.code).toBe('not_found')
})

it('a registration with registered, waiting or cancelled entries cannot be deleted', async () => {
  const registrationId = await aRegistration(club, { registration: { places: 1, waitingList: true } })
  const [ann, ben] = [await aParent(club, 'placed'), await aParent(club, 'waits')]
  const nora = await fillIn(ann, registrationId, 'Nora')
  expect((await finalize(ann, [nora.registrationPlayerId], 10_000)).status).toBe(200)
  expect((await remove(registrationId)).refusal.code).toBe('registration_in_use')
  const waiting = await aRegistration(club, { registration: { places: 0, waitingList: true } })
  const ola = await fillIn(ben, waiting, 'Ola')
  const sent = await finalize(ben, [ola.registrationPlayerId], 10_000, { wait: true })
  expect(sent.body.players[0]?.state).toBe('waiting')
  expect((await remove(waiting)).refusal.code).toBe('registration_in_use')
  const body = { registrationPlayerId: ola.registrationPlayerId }
  await call('POST /rest-api/register/{registrationId}/withdraw', { as: ben, registrationId: waiting, body })
  expect((await entryOf(ola.registrationPlayerId))?.state).toBe('cancelled')
  expect((await remove(waiting)).refusal.code).toBe('registration_in_use')
  expect([await stateOf(registrationId), await stateOf(waiting)]).toEqual(['launched', 'launched'])
})

it.each([
  ['takes a place', { places: 5 }, {}, 'registered'],
  ['joins the waiting list', { places: 0, waitingList: true }, { wait: true }, 'waiting'],
] as const)(
  'deleting is rejected if a family %s concurrently, which keeps its entry',
  async (_what, registration, how, state) => {
    const registrationId = await aRegistration(club, { registration })
    const parent = await aParent(club, `meanwhile-${state}`)
    const { registrationPlayerId } = await fillIn(parent, registrationId, 'Nora')
    const register = async () => {
      expect((await finalize(parent, [registrationPlayerId], 10_000, how)).body.players[0]?.state).toBe(state)
    }
    // They register after the check for entries, and before anything is written.
    const { refusal } = await interleave('TransactWriteCommand', register, () => remove(registrationId))
    expect([refusal.code, await stateOf(registrationId)]).toEqual(['registration_in_use', 'launched'])
    expect((await entryOf(registrationPlayerId))?.state).toBe(state)
  },
)

it.each([
  ['a place', { places: 5 }, {}],
  ['to join the waiting list', { places: 0, waitingList: true }, { wait: true }],
] as const)(
  'a family that wanted %s is rejected if the registration was deleted first',
  async (_what, registration, how) => {
    const registrationId = await aRegistration(club, { registration })
    const parent = await aParent(club, `late-${registration.places}`)
    const { registrationPlayerId } = await fillIn(parent, registrationId, 'Nora')
    const deleted = async () => {
      expect((await remove(registrationId)).status).toBe(200)
    }
    const { refusal } = await interleave('TransactWriteCommand', deleted, () =>
      finalize(parent, [registrationPlayerId], 10_000, how),
    )
    expect(refusal.code).toBe('not_found')
    expect(await entryOf(registrationPlayerId)).toBeUndefined()
    expect((await partition(registrationId)).filter((sk) => !sk.startsWith('COUNT#'))).toEqual([])
  },
)

it('after an interrupted deletion nobody can register, and the deletion can be repeated', async () => {
  const registrationId = await aRegistration(club)
  const parent = await aParent(club, 'cut-short')
  const { registrationPlayerId } = await fillIn(parent, registrationId, 'Nora')
  // The first write turns it back into a draft; the second, of its parts, is never made.
  const cutShort = () => failingCall('TransactWriteCommand', () => remove(registrationId), 2)
  const { refusal } = await interleave('TransactWriteCommand', cutShort, () =>
    finalize(parent, [registrationPlayerId], 10_000),
  )
  expect([refusal.code, await stateOf(registrationId)]).toEqual(['not_found', 'draft'])
  expect(await entryOf(registrationPlayerId)).toBeUndefined()
  expect((await remove(registrationId)).status).toBe(200)
  expect(await partition(registrationId)).toEqual([])
})

/** A registration that asks for a file of each child; `sent` uploads one as a parent. */
async function askingForAFile() {
  const questions = [...firstQuestions, question({ id: 'card', answerType: 'FILE_ATTACHMENT', optional: true })]
  const registrationId = await aRegistration(club, { questions })
  const sent = async (parent: string) => {
    const file = new File([new Uint8Array(aJpeg())], 'card.jpg', { type: 'image/jpeg' })
    const { body } = await call('POST /rest-api/register/{registrationId}/file', {
      ...{ as: parent, registrationId, body: { file } },
    })
    return body.fileId
  }
  return { registrationId, sent }
}
const isKept = async (fileId: string) => (await files.get({ fileId }, { consistent: true })) !== undefined

it('deleting also deletes files uploaded for drafts', async () => {
  const { registrationId, sent } = await askingForAFile()
  const parent = await aParent(club, 'answering')
  const fileId = await sent(parent)
  expect((await fillIn(parent, registrationId, 'Nora', { answers: { card: [fileId] } })).status).toBe(200)
  expect(await isKept(fileId)).toBe(true)
  expect((await remove(registrationId)).status).toBe(200)
  expect(await isKept(fileId)).toBe(false)
})

it('deleting also deletes a file attached to a draft concurrently', async () => {
  const { registrationId, sent } = await askingForAFile()
  const parent = await aParent(club, 'still-answering')
  const { registrationPlayerId: about } = await fillIn(parent, registrationId, 'Nora')
  const fileId = await sent(parent)
  const draft = { registrationId, userId: parent, playerId: playerOf(about) }
  const answered = () =>
    write(
      stamp,
      registrationDrafts.change(draft, { set: { answers: { card: [fileId] } } }),
      files.attach(fileId, { userId: parent, about }),
    )
  // The first write turns it back into a draft; the second is of its parts.
  expect((await interleave('TransactWriteCommand', answered, () => remove(registrationId), 2)).status).toBe(200)
  expect([await isKept(fileId), await partition(registrationId)]).toEqual([false, []])
})

it('deleting is rejected if the registration is launched again concurrently and has an entry', async () => {
  const registrationId = await aRegistration(club)
  const parent = await aParent(club, 'launched-anew')
  await fillIn(parent, registrationId, 'Nora')
  const launched = async () => {
    const { body } = await call('GET /rest-api/registration/step-details/{registrationId}', { as, registrationId })
    const dates = { launchDate: null, launchTime: null, closeDate: null, closeTime: null }
    const launch = { ...dates, revision: body.revision }
    const there = { as, registrationId, body: launch }
    expect((await call('POST /rest-api/registration/launch/{registrationId}', there)).status).toBe(200)
    const ola = await fillIn(parent, registrationId, 'Ola')
    expect((await finalize(parent, [ola.registrationPlayerId], 10_000)).status).toBe(200)
  }
  // The second write is of its parts, when it already is a draft.
  const { refusal } = await interleave('TransactWriteCommand', launched, () => remove(registrationId), 2)
  expect([refusal.code, await stateOf(registrationId)]).toEqual(['registration_in_use', 'launched'])
})

it('a registration with two add-ons that share a picture can be deleted', async () => {
  const fileId = `${club.organizationId}.${newId('f')}`
  const addOns = ['cap', 'shirt'].map((id) => ({ ...shirt, id, addOnName: id, addOns: [], fileMetadataId: fileId }))
  const registrationId = await aRegistration(club, { addOns })
  const file = { fileId, userId: as, name: 'cap.jpg', type: 'image/jpeg', size: 1, state: 'kept' as const }
  await write(stamp, files.create({ ...file, about: registrationId }))
  expect((await remove(registrationId)).status).toBe(200)
  expect(await isKept(fileId)).toBe(false)
})
