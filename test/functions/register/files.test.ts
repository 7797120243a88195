import { expect, it } from 'vitest'
import { getObject } from '#functions/media/bucket.ts'
import { files } from '#functions/table/files.ts'
import { families, players } from '#functions/table/players.ts'
import { registrationDrafts } from '#functions/table/registrationEntries.ts'
import { rosterRows } from '#functions/table/rosterRows.ts'
import { update, write } from '#functions/table/table.ts'
import { playerOf } from '#shared/ids.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aJpeg, cameraData } from '../pictures.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, question, finalize } from './registering.ts'

const jpeg = (bytes = aJpeg()) => new Uint8Array(bytes)
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'card.jpg', type = 'image/jpeg') =>
  new File([bytes], name, { type })

async function aFamily() {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const questions = [...firstQuestions, question({ id: 'card', answerType: 'FILE_ATTACHMENT' })]
  const registrationId = await aRegistration(club, { questions })
  const put = (file: File) =>
    call('POST /rest-api/register/{registrationId}/file', { as, registrationId, body: { file } })
  return { club, as, registrationId, put }
}

it('an uploaded file has its location metadata removed, and a replaced one is deleted', async () => {
  const { as, registrationId, put } = await aFamily()
  const { status, body } = await put(fileOf(jpeg(aJpeg({ before: [cameraData()] }))))
  expect(status).toBe(200)
  expect((await getObject(`files/${body.fileId}`))?.length).toBe(aJpeg().length)
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', { answers: { card: [body.fileId] } })
  expect(await files.get({ fileId: body.fileId })).toMatchObject({ about: id })
  // The same file again, then another one: the first one is deleted.
  const other = (await put(fileOf(jpeg()))).body.fileId
  const answers = { 'question-firstname': ['Nora'], 'question-lastname': ['Moreno'], card: [other] }
  const again = {
    registrationPlayerId: id,
    playerId: 'new_player',
    optionIds: ['season'],
    addOnFormResponses: [],
    answers,
  }
  const key = 'POST /rest-api/register/{registrationId}/details'
  expect((await call(key, { as, registrationId, body: again })).status).toBe(200)
  expect((await call(key, { as, registrationId, body: again })).status).toBe(200)
  expect(await files.get({ fileId: body.fileId })).toBeUndefined()
  await finalize(as, [id], 10_000)
  expect((await entryOf(id))?.answers['card']).toEqual([other])
})

it('a file with malware is rejected as an answer, and marked as harmful where it was answered before', async () => {
  const { club, as, registrationId, put } = await aFamily()
  const [card, other] = [(await put(fileOf(jpeg()))).body.fileId, (await put(fileOf(jpeg()))).body.fileId]
  await update(stamp, files.markHarmful(other))
  const answers = { 'question-firstname': ['Nora'], 'question-lastname': ['Moreno'], card: [other] }
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', { answers: { card: [card] } })
  const refused = await call('POST /rest-api/register/{registrationId}/details', {
    as,
    registrationId,
    body: { registrationPlayerId: id, playerId: 'new_player', optionIds: ['season'], addOnFormResponses: [], answers },
  })
  expect([refused.status, refused.refusal.code]).toEqual([412, 'file_harmful'])
  // Clean when it was saved, found harmful before it is submitted.
  const saved = (await put(fileOf(jpeg()))).body.fileId
  const { registrationPlayerId: later } = await fillIn(as, registrationId, 'Mia', { answers: { card: [saved] } })
  await update(stamp, files.markHarmful(saved))
  expect((await finalize(as, [later], 10_000)).refusal.code).toBe('file_harmful')
  expect(await entryOf(later)).toBeUndefined()
  await finalize(as, [id], 10_000)
  await update(stamp, files.markHarmful(card))
  const { body } = await call('GET /rest-api/registration/track/{registrationId}/entry', {
    as: club.user('admin'),
    registrationId,
    query: { playerId: playerOf(id) },
  })
  expect(body.answers.at(-1)).toMatchObject({ answer: 'card.jpg', harmful: true })
})

it('files of a draft expire with the draft, and are kept once it is submitted', async () => {
  const { as, registrationId, put } = await aFamily()
  const [card, other] = [(await put(fileOf(jpeg()))).body.fileId, (await put(fileOf(jpeg()))).body.fileId]
  const nora = await fillIn(as, registrationId, 'Nora', { answers: { card: [card] } })
  const ola = await fillIn(as, registrationId, 'Ola', { answers: { card: [other] } })
  const picture = await call('POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}', {
    as,
    registrationId,
    registrationPlayerId: nora.registrationPlayerId,
    body: { avatar: fileOf(jpeg(), 'player.jpg') },
  })
  const untilOf = async (fileId: string) => (await files.get({ fileId }, { consistent: true }))?.until ?? ''
  // The draft expires after sixty days; DynamoDB may take two more days to delete it.
  const daysLeft = async (fileId: string, from: string) =>
    (Date.parse(await untilOf(fileId)) - Date.parse(from)) / 86_400_000
  const { drafts } = await registrationDrafts.of({ registrationId, userId: as })
  const savedAt = drafts.find(({ firstName }) => firstName === 'Nora')?.savedAt ?? ''
  for (const fileId of [card, picture.body.avatarId]) expect(await daysLeft(fileId, savedAt)).toBe(64)
  // Saving it again a month later extends all of it by a month.
  const later = new Date(Date.parse(savedAt) + 30 * 86_400_000).toISOString()
  const again = await call('POST /rest-api/register/{registrationId}/details', {
    as,
    registrationId,
    now: later,
    body: {
      registrationPlayerId: nora.registrationPlayerId,
      playerId: 'new_player',
      optionIds: ['season'],
      addOnFormResponses: [],
      answers: { 'question-firstname': ['Nora'], 'question-lastname': ['Moreno'], card: [card] },
    },
  })
  expect(again.status).toBe(200)
  for (const fileId of [card, picture.body.avatarId]) expect(await daysLeft(fileId, later)).toBe(64)
  expect((await finalize(as, [nora.registrationPlayerId], 10_000)).status).toBe(200)
  for (const fileId of [card, picture.body.avatarId]) expect(await untilOf(fileId)).toBe('')
  expect(await daysLeft(other, savedAt)).toBeGreaterThan(60)
  expect(await entryOf(ola.registrationPlayerId)).toBeUndefined()
})

it('a missing file or another user’s file is rejected as an answer', async () => {
  const { club, registrationId, put } = await aFamily()
  const { body } = await put(fileOf(jpeg()))
  const other = await aParent(club, 'ben')
  expect((await fillIn(other, registrationId, 'Ola', { answers: { card: [body.fileId] } })).refusal.code).toBe(
    'file_missing',
  )
  expect((await fillIn(other, registrationId, 'Ola', { answers: { card: ['card.jpg'] } })).refusal.code).toBe(
    'file_missing',
  )
})

it.each([
  ['a file larger than 3 MB', fileOf(new Uint8Array(3_000_001)), 'bad_request'],
  ['HTML declared as a picture', fileOf(new TextEncoder().encode('<script>')), 'wrong_file'],
  ['an unsupported type of file', fileOf(jpeg(), 'a.svg', 'image/svg+xml'), 'bad_request'],
  ['a file named with a path', fileOf(jpeg(), '..'), 'bad_request'],
])('uploading %s is rejected', async (_, file, code) => {
  const { put } = await aFamily()
  expect((await put(file)).refusal.code).toBe(code)
})

it('a player’s picture of at most 200 by 200 pixels is kept with the draft, and becomes the player’s own', async () => {
  const { club, as, registrationId, put } = await aFamily()
  const card = (await put(fileOf(jpeg()))).body.fileId
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora', { answers: { card: [card] } })
  const send = (bytes: Uint8Array<ArrayBuffer>) =>
    call('POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}', {
      as,
      registrationId,
      registrationPlayerId,
      body: { avatar: fileOf(bytes, 'player.jpg') },
    })
  const first = await send(jpeg())
  expect(first.status).toBe(200)
  expect((await send(jpeg())).status).toBe(200)
  expect(await files.get({ fileId: first.body.avatarId })).toBeUndefined()
  expect((await send(jpeg(aJpeg({ width: 201 })))).refusal.code).toBe('not_a_picture')
  const { body } = await call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId })
  expect(body.drafts[0]?.avatar).toContain('/files/')
  // Once the child is registered, the picture belongs to the player and is deleted with them.
  await finalize(as, [registrationPlayerId], 10_000)
  await deliverEntry(registrationPlayerId)
  await deliverEntry(registrationPlayerId)
  const player = await players.get({ playerId: playerOf(registrationPlayerId) }, { consistent: true })
  expect(player?.picture).toBe((await entryOf(registrationPlayerId))?.avatarId)
  expect(await files.get({ fileId: player?.picture ?? '' })).toMatchObject({ about: player?.playerId })
  const { teamId } = club.falcons
  expect(await rosterRows.get({ teamId, playerId: player?.playerId ?? '' })).toMatchObject({ picture: player?.picture })
  const tracked = await call('GET /rest-api/registration/track/{registrationId}/entry', {
    as: club.user('admin'),
    registrationId,
    query: { playerId: player?.playerId ?? '' },
  })
  expect(tracked.body.avatar).toContain('/files/')
})

it('a picture from a guardian without the right to edit the player stays with the registration', async () => {
  const club = await aClub()
  const [as, registrationId] = [await aParent(club, 'parent'), await aRegistration(club)]
  const { playerId } = club.mia
  await write(stamp, ...families.limitRights({ playerId, userId: as }, ['sees']))
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Mia', { playerId })
  const avatar = fileOf(jpeg(), 'player.jpg')
  const key = 'POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}'
  expect((await call(key, { as, registrationId, registrationPlayerId, body: { avatar } })).status).toBe(200)
  expect((await finalize(as, [registrationPlayerId], 10_000)).status).toBe(200)
  await deliverEntry(registrationPlayerId)
  expect((await entryOf(registrationPlayerId))?.avatarId).toBeDefined()
  expect((await players.get({ playerId }, { consistent: true }))?.picture).toBeUndefined()
})
