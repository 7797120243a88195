import { expect, it } from 'vitest'
import { registrationDrafts } from '#functions/table/registrationEntries.ts'
import { registrationAddOns } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { playerOf } from '#shared/ids.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { aClub, stamp } from '../club.ts'
import { aParent, aRegistration, entryOf, fillIn, question, finalize, shirt } from './registering.ts'

// A DynamoDB item may have 400 KB. Each of these texts has the maximum length, with three bytes per character.
const club = await aClub()
const long = (characters: number, begins: string) => begins.padEnd(characters, '界')
const kindId = (i: number) => `kind-${String(i).padStart(32, '0')}`
const addOn = (i: number, kinds: number, name: (begins: string) => string) => ({
  ...shirt,
  id: `add-on-${i}`,
  addOnName: name(`Shirt ${i} `),
  addOns: Array.from({ length: kinds }, (_, nth) => ({ id: kindId(nth), name: name(`${nth} `), priceInCents: 0 })),
  customerCanNotPurchaseMoreThan: null,
})
const many = (length: number, kinds: number, name: (begins: string) => string) =>
  Array.from({ length }, (_, i) => addOn(i, kinds, name))
const short = (begins: string) => begins.trim()
const draftOf = (registrationId: string, userId: string, registrationPlayerId: string) =>
  registrationDrafts.get({ registrationId, userId, playerId: playerOf(registrationPlayerId) }, { consistent: true })

it('a draft too large to store with its signatures is rejected, and the earlier draft stays', async () => {
  const waivers = Array.from({ length: 37 }, (_, i) =>
    question({
      id: `question-${i}`,
      answerType: 'WAIVER',
      questionTitle: long(255, `${i} `),
      description: long(2000, `${i} `),
    }),
  )
  const addOns = many(5, 1, short)
  const registrationId = await aRegistration(club, { questions: [...firstQuestions, ...waivers], addOns })
  const parent = await aParent(club, 'signs-much')
  const answers = Object.fromEntries(waivers.map(({ id }) => [id, ['Rosa Moreno']]))
  const { status, registrationPlayerId } = await fillIn(parent, registrationId, 'Nora', { answers })
  expect(status).toBe(200)
  const units = Array.from({ length: 870 }, () => kindId(0))
  const much = await fillIn(parent, registrationId, 'Nora', {
    again: registrationPlayerId,
    answers,
    addOns: addOns.map(({ id }) => [id, units]),
  })
  expect([much.status, much.refusal.code]).toEqual([412, 'too_much_kept'])
  const kept = await draftOf(registrationId, parent, registrationPlayerId)
  expect([kept?.signed?.length, kept?.addOns]).toEqual([37, []])
})

it('a registration that became too large to store by longer names is rejected, and the draft stays', async () => {
  const addOns = many(30, 30, short)
  const registrationId = await aRegistration(club, { addOns })
  const parent = await aParent(club, 'chooses-much')
  const kinds = Array.from({ length: 30 }, (_, i) => kindId(i))
  const chosen = { addOns: addOns.map(({ id }): [string, string[]] => [id, kinds]) }
  const { status, registrationPlayerId } = await fillIn(parent, registrationId, 'Nora', chosen)
  expect(status).toBe(200)
  const renamed = many(30, 30, (begins) => long(100, begins))
  await write(stamp, registrationAddOns.change({ registrationId }, { set: { addOns: renamed } }))
  const sent = await finalize(parent, [registrationPlayerId], 10_000)
  expect([sent.status, sent.refusal.code]).toEqual([412, 'too_much_kept'])
  expect(await entryOf(registrationPlayerId)).toBeUndefined()
  expect(await draftOf(registrationId, parent, registrationPlayerId)).toBeDefined()
  // Filling it in again is refused at once, rather than when it is submitted.
  const again = await fillIn(parent, registrationId, 'Nora', { ...chosen, again: registrationPlayerId })
  expect(again.refusal.code).toBe('too_much_kept')
})
