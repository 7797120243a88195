import { describe, expect, it } from 'vitest'
import { registrationQuestions } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { aParent, aRegistration, entryOf, fillIn, question, finalize } from './registering.ts'

const waiver = question({
  id: 'waiver',
  answerType: 'WAIVER',
  questionTitle: 'Waiver',
  description: 'We play at our own risk.',
})

describe('a waiver', () => {
  it('is signed once per person, and keeps its text, version, time and name', async () => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const registrationId = await aRegistration(club, { questions: [...firstQuestions, waiver] })
    const first = await fillIn(as, registrationId, 'Nora', {
      answers: { waiver: ['Rosa Moreno'] },
      now: '2026-11-21T18:00:00Z',
    })
    const second = await fillIn(as, registrationId, 'Ola', { now: '2026-11-21T18:05:00Z' })
    expect([first.status, second.status]).toEqual([200, 200])
    const mine = await call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId })
    const text = { title: 'Waiver', text: 'We play at our own risk.', name: 'Rosa Moreno' }
    const at = '2026-11-21T18:00:00.000Z'
    expect(new Map(mine.body.signed.map(({ registrationPlayerId, ...each }) => [registrationPlayerId, each]))).toEqual(
      new Map([first, second].map(({ registrationPlayerId }) => [registrationPlayerId, { ...text, signedAt: at }])),
    )
    // A signature stays valid when the child it was given for is not registered after all.
    await call('DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}', {
      as,
      registrationId,
      registrationPlayerId: first.registrationPlayerId,
    })
    expect((await finalize(as, [second.registrationPlayerId], 10_000)).status).toBe(200)
    const signed = [{ ...text, questionId: 'waiver', signedAt: at, version: 1 }]
    expect((await entryOf(second.registrationPlayerId))?.signed).toEqual(signed)
    const third = await fillIn(as, registrationId, 'Pia')
    expect((await finalize(as, [third.registrationPlayerId], 10_000)).status).toBe(200)
    expect((await entryOf(third.registrationPlayerId))?.signed).toEqual(signed)
    // It does not count for another person.
    const other = await aParent(club, 'peter')
    expect((await fillIn(other, registrationId, 'Quin')).refusal.faults?.[0]?.at).toBe('answers.waiver')
  })

  it('that is optional is signed for each child separately', async () => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const registrationId = await aRegistration(club, { questions: [...firstQuestions, { ...waiver, optional: true }] })
    const filled = [
      await fillIn(as, registrationId, 'Nora', { answers: { waiver: ['Rosa Moreno'] } }),
      await fillIn(as, registrationId, 'Ola'),
      await fillIn(as, registrationId, 'Pia', { answers: { waiver: ['Rosa Moreno'] } }),
    ]
    const ids = filled.map(({ registrationPlayerId }) => registrationPlayerId)
    expect((await finalize(as, ids, 30_000)).status).toBe(200)
    const signed = (await Promise.all(ids.map(entryOf))).map((entry) => entry?.signed.map(({ name }) => name))
    expect(signed).toEqual([['Rosa Moreno'], [], ['Rosa Moreno']])
  })

  it('must be signed again after its text has changed, even if a draft was signed before', async () => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const registrationId = await aRegistration(club, { questions: [...firstQuestions, waiver] })
    const answers = { waiver: ['Rosa Moreno'] }
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', { answers })
    const questions = [...firstQuestions, { ...waiver, description: 'We play at our own risk, and pay for it.' }]
    await write(stamp, registrationQuestions.change({ registrationId }, { set: { questions } }))
    expect((await finalize(as, [id], 10_000)).refusal.code).toBe('registration_changed')
    expect((await fillIn(as, registrationId, 'Ola')).refusal.faults?.[0]?.at).toBe('answers.waiver')
    const again = await fillIn(as, registrationId, 'Ola', { answers })
    expect((await finalize(as, [again.registrationPlayerId], 10_000)).status).toBe(200)
    expect((await entryOf(again.registrationPlayerId))?.signed).toMatchObject([
      { text: 'We play at our own risk, and pay for it.', version: 2 },
    ])
  })

  it('must be signed again for each child, and the rejection names the children it is missing for', async () => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const registrationId = await aRegistration(club, { questions: [...firstQuestions, waiver] })
    const answers = { waiver: ['Rosa Moreno'] }
    const filled = [await fillIn(as, registrationId, 'Nora', { answers }), await fillIn(as, registrationId, 'Ola')]
    const ids = filled.map(({ registrationPlayerId }) => registrationPlayerId)
    const questions = [...firstQuestions, { ...waiver, description: 'We pay for all that we break.' }]
    await write(stamp, registrationQuestions.change({ registrationId }, { set: { questions } }))
    const concerned = async () =>
      (await finalize(as, ids, 20_000)).refusal.faults?.map(({ at }) => ids.findIndex((id) => at.endsWith(`.${id}`)))
    expect((await concerned())?.toSorted((a, b) => a - b)).toEqual([0, 1])
    await fillIn(as, registrationId, 'Nora', { answers, again: ids[0] ?? '' })
    expect(await concerned()).toEqual([1])
    await fillIn(as, registrationId, 'Ola', { answers, again: ids[1] ?? '' })
    expect((await finalize(as, ids, 20_000)).status).toBe(200)
  })

  it('cannot be signed by staff acting for a user, but the user’s own signature counts', async () => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const registrationId = await aRegistration(club, { questions: [...firstQuestions, waiver] })
    const who = { as: 'stella', groups: ['ROLE_ADMIN'], session: crypto.randomUUID() }
    const body = { reason: 'They cannot fill it in and have asked by telephone.' }
    const { cookies } = await call('POST /rest-api/staff/user/{userId}/in-place', { ...who, userId: as, body })
    const inPlace = cookies.map((cookie) => cookie.split(';')[0] ?? '')
    const fill = (by: object, waivers: object) => {
      const registrationPlayerId = `${registrationId}.${newPart('p')}`
      const answers = { 'question-firstname': ['Nora'], 'question-lastname': ['Moreno'], ...waivers }
      const filled = { playerId: 'new_player', optionIds: ['season'], addOnFormResponses: [], answers }
      const sent = { registrationId, body: { registrationPlayerId, ...filled } }
      return call('POST /rest-api/register/{registrationId}/details', { as, ...by, ...sent })
    }
    const acting = { ...who, inPlace }
    expect((await fill(acting, { waiver: ['Rosa Moreno'] })).refusal.code).toBe('only_themselves')
    expect((await fill({ now: '2026-11-21T18:05:00Z' }, { waiver: ['Rosa Moreno'] })).status).toBe(200)
    expect((await fill(acting, {})).status).toBe(200)
  })
})

it('the family’s address is prefilled for the parent who entered it, and for nobody else', async () => {
  const club = await aClub()
  const as = club.user('parent')
  const street = question({ id: 'street', standardLabel: 'ADDRESS' })
  const allergy = question({ id: 'allergy' })
  const registrationId = await aRegistration(club, { questions: [...firstQuestions, street, allergy] })
  const { playerId } = club.mia
  const home = {
    street: ['12 River Road'],
    'street:city': ['Chicago'],
    'street:state': ['IL'],
    'street:zip': ['60601'],
  }
  const answers = { ...home, allergy: ['Nuts'] }
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Mia', { playerId, answers })
  const seenBy = async (name: string) =>
    (await call('GET /rest-api/register/{registrationId}/my-players', { as: club.user(name), registrationId })).body
  expect((await seenBy('parent')).home).toBeUndefined()
  await finalize(as, [id], 10_000)
  expect((await seenBy('parent')).home).toEqual(home)
  expect((await seenBy('parent2')).home).toBeUndefined()
})
