import { expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { write } from '#functions/table/table.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { aClub, stamp } from '../club.ts'
import { call } from '../call.ts'
import { aJpeg } from '../pictures.ts'
import { aParent, aRegistration, fillIn, option, question, sendOff, shirt } from '../register/registering.ts'

/** A registration that is launched, and its club’s administrator. */
async function aLaunchedOne(parts: Parameters<typeof aRegistration>[1]) {
  const club = await aClub()
  const { organizationId } = club
  await write(stamp, organizations.change({ organizationId }, { set: { customRegistrationEnabled: true } }))
  const as = club.user('admin')
  const registrationId = await aRegistration(club, parts)
  const removeOption = (optionId: string) =>
    call('DELETE /rest-api/registration/event-options/{registrationId}/{optionId}', { as, registrationId, optionId })
  const removeAddOn = (addOnId: string) =>
    call('DELETE /rest-api/registration/add-ons/{registrationId}/{addOnId}', { as, registrationId, addOnId })
  return { club, as, registrationId, removeOption, removeAddOn }
}

it('keeps the options and add-ons that somebody has chosen or waits for, and its last option', async () => {
  const { club, registrationId, removeOption, removeAddOn } = await aLaunchedOne({
    registration: { places: 1, waitingList: true },
    options: ['option-a', 'option-b', 'option-c'].map((id) => option(id, 0)),
    addOns: ['add-on-shirt', 'add-on-cap'].map((id) => ({
      ...shirt,
      id,
      addOns: [{ id: 'kind-s', name: 'S', priceInCents: 2000 }],
    })),
  })
  const [ann, ben] = [await aParent(club, 'ann'), await aParent(club, 'ben')]
  const bought: [string, string[]][] = [['add-on-shirt', ['kind-s']]]
  const first = await fillIn(ann, registrationId, 'Nora', { optionIds: ['option-a'], addOns: bought })
  expect((await sendOff(ann, [first.registrationPlayerId], 2000)).status).toBe(200)
  const second = await fillIn(ben, registrationId, 'Ola', { optionIds: ['option-b'] })
  const waits = await sendOff(ben, [second.registrationPlayerId], 0, { payBy: 'NONE', wait: true })
  expect(waits.body.players[0]?.state).toBe('waiting')
  expect((await removeOption('option-a')).refusal.code).toBe('option_in_use')
  expect((await removeOption('option-b')).refusal.code).toBe('option_in_use')
  expect((await removeAddOn('add-on-shirt')).refusal.code).toBe('option_in_use')
  expect((await removeOption('option-c')).body.options.map(({ id }) => id)).toEqual(['option-a', 'option-b'])
  expect((await removeAddOn('add-on-cap')).body.addOns.map(({ id }) => id)).toEqual(['add-on-shirt'])
  const single = await aLaunchedOne({ options: [option('option-a', 10_000)] })
  expect((await single.removeOption('option-a')).refusal.code).toBe('last_option')
})

it('of who chooses an option and who takes it away at the same instant, one is refused', async () => {
  const { club, registrationId, removeOption } = await aLaunchedOne({
    options: [option('option-a', 10_000), option('option-b', 0)],
  })
  const ann = await aParent(club, 'ann')
  const { registrationPlayerId } = await fillIn(ann, registrationId, 'Nora', { optionIds: ['option-a'] })
  const [sent, removed] = await Promise.all([sendOff(ann, [registrationPlayerId], 10_000), removeOption('option-a')])
  expect([sent.status, removed.status].toSorted((one, other) => one - other)).toEqual([200, 412])
})

it('shows all of an address and opens a file that answers, and lists who waits', async () => {
  const questions = [
    ...firstQuestions,
    question({ id: 'home', standardLabel: 'ADDRESS' }),
    question({ id: 'card', answerType: 'FILE_ATTACHMENT' }),
  ]
  const { club, as, registrationId } = await aLaunchedOne({
    questions,
    registration: { places: 1, waitingList: true },
  })
  const ann = await aParent(club, 'ann')
  const send = async (name: string, wait: boolean) => {
    const file = new File([new Uint8Array(aJpeg())], 'card.jpg', { type: 'image/jpeg' })
    const body = { file }
    const sent = await call('POST /rest-api/register/{registrationId}/file', { as: ann, registrationId, body })
    const home = { home: ['1 Main St'], 'home:city': ['Springfield'], 'home:state': ['IL'], 'home:zip': ['62701'] }
    const answers = { ...home, card: [sent.body.fileId] }
    const { registrationPlayerId } = await fillIn(ann, registrationId, name, { answers })
    const { body: done } = await sendOff(ann, [registrationPlayerId], 10_000, wait ? { wait } : {})
    return done.players[0]?.playerId ?? ''
  }
  const playerId = await send('Nora', false)
  await send('Ola', true)
  const { body } = await call('GET /rest-api/registration/track/{registrationId}/entry', {
    as,
    registrationId,
    query: { playerId },
  })
  expect(body.answers.slice(2)).toEqual([
    { question: 'home', answer: '1 Main St, Springfield, IL, 62701' },
    { question: 'card', answer: 'card.jpg', url: expect.stringContaining('/files/') },
  ])
  const listed = async (query: object) => {
    const { body: page } = await call('GET /rest-api/registration/track/{registrationId}', {
      as,
      registrationId,
      query,
    })
    return page.entries.map(({ firstName, trackType }) => [firstName, trackType])
  }
  expect(await listed({})).toEqual([
    ['Nora', 'REGISTERED'],
    ['Ola', 'WAITING'],
  ])
  expect(await listed({ trackType: 'WAITING' })).toEqual([['Ola', 'WAITING']])
})
