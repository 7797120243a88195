import { expect, it } from 'vitest'
import { getObject } from '#functions/media/bucket.ts'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { files } from '#functions/table/files.ts'
import { playerOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { call } from '../call.ts'
import { aClub } from '../club.ts'
import { aJpeg } from '../pictures.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, question, finalize } from './registering.ts'

const questions = [
  ...firstQuestions,
  question({ id: 'allergies', medical: true, optional: true }),
  question({ id: 'card', answerType: 'FILE_ATTACHMENT', optional: true }),
  question({ id: 'waiver', answerType: 'WAIVER', description: 'At our own risk.', optional: true }),
]
const aPicture = () => new File([new Uint8Array(aJpeg())], 'player.jpg', { type: 'image/jpeg' })
const day = 24

/** A child with medical information, a file, a picture and a signature, registered and taken off again at `off`. */
async function takenOff() {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club, { questions })
  const put = () =>
    call('POST /rest-api/register/{registrationId}/file', { as, registrationId, body: { file: aPicture() } })
  const card = (await put()).body.fileId
  const answers = { allergies: ['Nuts'], card: [card], waiver: ['Rosa Moreno'] }
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', { answers })
  const { body } = await call('POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}', {
    ...{ as, registrationId },
    registrationPlayerId: id,
    body: { avatar: aPicture() },
  })
  expect((await finalize(as, [id], 10_000)).status).toBe(200)
  await deliverEntry(id)
  const off = new Date().toISOString()
  const { status } = await call('POST /rest-api/register/{registrationId}/cancel', {
    ...{ as: club.user('admin'), registrationId, now: off },
    body: { registrationPlayerId: id, paid: 'credit' },
  })
  expect(status).toBe(200)
  const admin = club.user('admin')
  const seen = async () =>
    (
      await call('GET /rest-api/registration/track/{registrationId}/entry', {
        ...{ as: admin, registrationId },
        query: { playerId: playerOf(id) },
      })
    ).body
  return { as, registrationId, id, card, avatar: body.avatarId, off, put, seen }
}
const isThere = async (fileId: string) => (await files.get({ fileId }, { consistent: true })) !== undefined

it('answers and files of a cancelled entry are deleted after sixty days, but signatures are kept', async () => {
  const { id, card, avatar, off, seen } = await takenOff()
  const due = addHours(off, 60 * day)
  expect(await seen()).toMatchObject({ answersGo: { at: due, areGone: false } })
  await lapse({ time: addHours(due, -1) })
  expect([(await entryOf(id))?.answers['allergies'], await isThere(card)]).toEqual([['Nuts'], true])
  await lapse({ time: addHours(due, 1) })
  await lapse({ time: addHours(due, 2) })
  expect([(await entryOf(id))?.answers, await isThere(card)]).toEqual([{}, false])
  const { answers, answersGo, signed, given } = await seen()
  expect({ answers, answersGo, given: given.answers }).toEqual({
    answers: [],
    answersGo: { at: addHours(due, 1), areGone: true },
    given: {},
  })
  expect(signed).toMatchObject([{ name: 'Rosa Moreno', text: 'At our own risk.' }])
  // The picture is the player's own since the child has landed.
  expect([await isThere(avatar), (await getObject(`files/${avatar}`))?.length]).toEqual([true, aJpeg().length])
})

it('an entry registered again keeps its new answers, and its earlier files are deleted at once', async () => {
  const { as, registrationId, id, card, off, put, seen } = await takenOff()
  const { body } = await call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId })
  expect(body.registered[0]?.filled).toMatchObject({ playerId: playerOf(id), avatar: null })
  expect(Object.keys(body.registered[0]?.filled?.answers ?? {})).not.toContain('card')
  const other = (await put()).body.fileId
  await fillIn(as, registrationId, 'Nora', { playerId: playerOf(id), answers: { allergies: ['Milk'], card: [other] } })
  expect((await finalize(as, [id], 10_000)).status).toBe(200)
  expect([await isThere(card), await isThere(other)]).toEqual([false, true])
  await lapse({ time: addHours(off, 61 * day) })
  expect((await entryOf(id))?.answers).toMatchObject({ allergies: ['Milk'], card: [other] })
  expect((await seen()).answersGo).toBeNull()
})

it('answers of a lost place are prefilled for the parent who gave them, and not for other guardians', async () => {
  const club = await aClub()
  const [one, other] = [await aParent(club, 'parent'), club.user('parent2')]
  const registrationId = await aRegistration(club, { questions, registration: { places: 0, waitingList: true } })
  const answers = { allergies: ['Nuts'], waiver: ['Rosa Moreno'] }
  const mia = { playerId: club.mia.playerId, answers }
  const { registrationPlayerId } = await fillIn(one, registrationId, 'Mia', mia)
  expect((await finalize(one, [registrationPlayerId], 10_000, { wait: true })).status).toBe(200)
  const filled = async (as: string) => {
    const { body } = await call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId })
    return body.registered.map((each) => each.filled)
  }
  expect(await filled(one)).toEqual([undefined])
  const id = { as: one, registrationId, body: { registrationPlayerId } }
  expect((await call('POST /rest-api/register/{registrationId}/withdraw', id)).status).toBe(200)
  expect(await filled(other)).toEqual([undefined])
  const [kept] = await filled(one)
  expect(kept).toMatchObject({ playerId: mia.playerId, optionIds: ['season'], avatar: null })
  // Signatures are not prefilled.
  expect([kept?.answers['allergies'], kept?.answers['waiver']]).toEqual([['Nuts'], undefined])
  await lapse({ time: addHours(new Date().toISOString(), 61 * day) })
  expect(await filled(one)).toEqual([undefined])
})

it('discarding a draft is idempotent', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  const gone = { as, registrationId, registrationPlayerId }
  const throwAway = () =>
    call('DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}', gone).then(({ status }) => status)
  expect([await throwAway(), await throwAway()]).toEqual([200, 200])
})
