import { expect, it } from 'vitest'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aJpeg } from '../pictures.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { playerOf } from '#shared/ids.ts'
import { aParent, aRegistration, fillIn, deliverEntry, question, finalize } from '../register/registering.ts'

it('a coach reads only the answers open to coaches, of registered players on the team, and no medical ones', async () => {
  const club = await aClub()
  const parent = await aParent(club, 'rosa')
  const questions = [
    ...firstQuestions,
    question({ id: 'shirt', questionTitle: 'Shirt', readers: 'COACHES' }),
    question({ id: 'photos', answerType: 'WAIVER', questionTitle: 'Photos', optional: true, readers: 'COACHES' }),
    question({ id: 'health', questionTitle: 'Health' }),
    // Against the contract, which does not allow saving this.
    question({ id: 'diet', questionTitle: 'Diet', readers: 'COACHES', medical: true }),
  ]
  const registrationId = await aRegistration(club, { questions, registration: { places: 1, waitingList: true } })
  const answers = { shirt: ['128'], health: ['Asthma'], diet: ['Peanuts'] }
  const nora = await fillIn(parent, registrationId, 'Nora', { answers })
  await finalize(parent, [nora.registrationPlayerId], 10_000)
  await deliverEntry(nora.registrationPlayerId)
  const ola = await fillIn(parent, registrationId, 'Ola', { answers })
  await finalize(parent, [ola.registrationPlayerId], 10_000, { wait: true })
  const read = () =>
    call('GET /rest-api/registration/answers/{teamId}', { as: club.user('coach'), teamId: club.falcons.teamId })
  const { body } = await read()
  expect(body.registrations).toMatchObject([
    {
      name: 'Fall season',
      questions: [{ questionTitle: 'Shirt' }, { questionTitle: 'Photos' }],
      // A consent that was not given is listed as such, not as if it had not been asked for.
      players: [{ firstName: 'Nora', answers: [{ answer: '128' }, { answer: '', unsigned: true }] }],
    },
  ])
  expect(body.registrations[0]?.players).toHaveLength(1)
  expect(JSON.stringify(body)).not.toMatch(/Asthma|Peanuts|Diet/)
  await teamPlayers.remove(stamp, playerOf(nora.registrationPlayerId), club.falcons)
  expect((await read()).body.registrations).toEqual([])
})

it('a picture sent with a registration is shown to coaches and registrars only as far as the family allows', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const questions = [...firstQuestions, question({ id: 'shirt', optional: true, readers: 'COACHES' })]
  const registrationId = await aRegistration(club, { questions })
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  await call('POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}', {
    ...{ as, registrationId, registrationPlayerId },
    body: { avatar: new File([new Uint8Array(aJpeg())], 'nora.jpg', { type: 'image/jpeg' }) },
  })
  await finalize(as, [registrationPlayerId], 10_000)
  await deliverEntry(registrationPlayerId)
  const playerId = playerOf(registrationPlayerId)
  const shown = async (to?: 'nobody' | 'team') => {
    const key = 'PUT /rest-api/pictures/player/{playerId}/audience'
    if (to) expect((await call(key, { as, playerId, query: {}, body: { to } })).status).toBe(200)
    const answers = await call('GET /rest-api/registration/answers/{teamId}', {
      ...{ as: club.user('coach'), teamId: club.falcons.teamId },
    })
    const tracked = await call('GET /rest-api/registration/track/{registrationId}/entry', {
      ...{ as: club.user('admin'), registrationId, query: { playerId } },
    })
    return [answers.body.registrations[0]?.players[0]?.avatar, tracked.body.avatar].map(
      (url) => typeof url === 'string',
    )
  }
  expect(await shown()).toEqual([true, true])
  expect(await shown('nobody')).toEqual([false, false])
  expect(await shown('team')).toEqual([true, true])
})
