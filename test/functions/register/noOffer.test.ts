import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it, vi } from 'vitest'
import { offerPlaces } from '#functions/register/release.ts'
import { registrationEntries } from '#functions/table/registrationEntries.ts'
import { registrationAddOns, registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aParent, aRegistration, entryOf, fillIn, option, finalize, shirt } from './registering.ts'

/** Waiting families are told why no place is offered. */

const standing = async (as: string, registrationId: string) =>
  (await call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId })).body.registered[0]
const give = (registrationId: string, places: number) =>
  write(stamp, registrations.change({ registrationId }, { set: { places } }))

it('a waiting family and the club see which chosen option or add-on is sold out', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club, {
    registration: { places: 1, waitingList: true },
    addOns: [{ ...shirt, places: 1 }],
  })
  const [ann, ben, cleo] = [await aParent(club, 'ann'), await aParent(club, 'ben'), await aParent(club, 'cleo')]
  const addOns: [string, string[]][] = [['shirt', ['s']]]
  const nora = await fillIn(ann, registrationId, 'Nora', { addOns })
  expect((await finalize(ann, [nora.registrationPlayerId], 12_000)).status).toBe(200)
  const ola = await fillIn(ben, registrationId, 'Ola', { addOns })
  await finalize(ben, [ola.registrationPlayerId], 12_000, { wait: true, now: '2026-11-21T18:01:00Z' })
  const pia = await fillIn(cleo, registrationId, 'Pia')
  await finalize(cleo, [pia.registrationPlayerId], 10_000, { wait: true, now: '2026-11-21T18:02:00Z' })
  await give(registrationId, 2)
  expect(await offerPlaces(stamp, registrationId)).toBe(1)
  expect(await standing(ben, registrationId)).toMatchObject({ state: 'waiting', before: 0, lacking: ['Shirt'] })
  expect(await standing(cleo, registrationId)).toMatchObject({ state: 'offered', lacking: [] })
  const tracked = async () => {
    const about = { as: club.user('admin'), registrationId, query: {} }
    const { body } = await call('GET /rest-api/registration/track/{registrationId}', about)
    return Object.fromEntries(body.entries.map(({ firstName, lacking }) => [firstName, lacking]))
  }
  expect(await tracked()).toEqual({ Nora: [], Ola: ['Shirt'], Pia: [] })
  await write(stamp, registrationAddOns.change({ registrationId }, { set: { addOns: [{ ...shirt, places: 2 }] } }))
  expect([(await standing(ben, registrationId))?.lacking, (await tracked()).Ola]).toEqual([[], []])
  await give(registrationId, 3)
  expect(await offerPlaces(stamp, registrationId)).toBe(1)
  expect((await entryOf(ola.registrationPlayerId))?.state).toBe('offered')
})

it('a waiting family is told that the closed list rests, and can pay its deposit only while it is open', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club, {
    registration: { places: 1, waitingList: true, depositInCents: 2000 },
  })
  const [ann, ben] = [await aParent(club, 'ann'), await aParent(club, 'ben')]
  await finalize(ann, [(await fillIn(ann, registrationId, 'Nora')).registrationPlayerId], 10_000)
  const { registrationPlayerId: id } = await fillIn(ben, registrationId, 'Ola')
  expect((await finalize(ben, [id], 10_000, { wait: true, deposit: 2000 })).status).toBe(200)
  const start = () =>
    call('POST /rest-api/register/{registrationId}/payment-intent', {
      as: ben,
      registrationId,
      body: { registrationPlayerIds: [id] },
    })
  const admin = club.user('admin')
  const close = () => call('POST /rest-api/registration/launch/{registrationId}/close', { as: admin, registrationId })
  const reopen = () =>
    call('POST /rest-api/registration/launch/{registrationId}/reopen', {
      as: admin,
      registrationId,
      body: { closeDate: null, closeTime: null },
    })
  expect([(await standing(ben, registrationId))?.rests, (await start()).status]).toEqual([false, 200])
  // Also if it is closed at that very moment.
  expect((await interleave('TransactWriteCommand', close, start)).refusal.code).toBe('registration_closed')
  expect([(await standing(ben, registrationId))?.rests, (await start()).refusal.code]).toEqual([
    true,
    'registration_closed',
  ])
  expect((await reopen()).status).toBe(200)
  expect([(await standing(ben, registrationId))?.rests, (await start()).status]).toEqual([false, 200])
})

it('families whose choices are sold out are skipped without a write, and the next one is offered the place', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club, {
    registration: { places: 1, waitingList: true },
    options: [option('season', 10_000), option('gone', 10_000, 1)],
    addOns: [{ ...shirt, places: 1 }],
  })
  const dora = await aParent(club, 'dora')
  const all = { optionIds: ['gone'], addOns: [['shirt', ['s']] as [string, string[]]] }
  const taken = await fillIn(dora, registrationId, 'Nora', all)
  expect((await finalize(dora, [taken.registrationPlayerId], 12_000)).status).toBe(200)
  const parents = await Promise.all(['ann', 'ben', 'cleo'].map((name) => aParent(club, name)))
  const wanted = [{ optionIds: ['gone'] }, { addOns: [['shirt', ['s']] as [string, string[]]] }, {}]
  const ids: string[] = []
  for (const [i, as] of parents.entries()) {
    const { registrationPlayerId: id } = await fillIn(as, registrationId, `Ola ${i}`, wanted[i])
    const sent = await finalize(as, [id], i === 1 ? 12_000 : 10_000, { wait: true, now: `2026-11-21T18:0${i}:00Z` })
    expect(sent.status).toBe(200)
    ids.push(id)
  }
  await give(registrationId, 5)
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
  expect(await offerPlaces(stamp, registrationId)).toBe(1)
  const tried = send.mock.calls.filter(([command]) => command instanceof TransactWriteCommand)
  send.mockRestore()
  expect(tried).toHaveLength(1)
  expect((await Promise.all(ids.map(entryOf))).map((entry) => entry?.state)).toEqual(['waiting', 'waiting', 'offered'])
})

it('the waiting list is read once for several free places, and again if an entry changes meanwhile', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club, {
    registration: { places: 0, waitingList: true },
    options: [option('season', 0)],
  })
  const as = await aParent(club, 'ann')
  const ids: string[] = []
  for (let i = 0; i < 4; i++) {
    const { registrationPlayerId: id } = await fillIn(as, registrationId, `Ola ${i}`)
    const sent = await finalize(as, [id], 0, { payBy: 'NONE', wait: true, now: `2026-11-21T18:0${i}:00Z` })
    expect(sent.status).toBe(200)
    ids.push(id)
  }
  const reads = vi.spyOn(registrationEntries, 'waiting')
  await give(registrationId, 2)
  expect([await offerPlaces(stamp, registrationId), reads.mock.calls.length]).toEqual([2, 1])
  await give(registrationId, 4)
  const [, , third = '', fourth = ''] = ids
  const withdraw = () =>
    call('POST /rest-api/register/{registrationId}/withdraw', {
      as,
      registrationId,
      body: { registrationPlayerId: third },
    })
  reads.mockClear()
  expect(await interleave('TransactWriteCommand', withdraw, () => offerPlaces(stamp, registrationId))).toBe(1)
  expect(reads.mock.calls.length).toBe(2)
  reads.mockRestore()
  expect((await Promise.all(ids.map(entryOf))).map((entry) => entry?.state)).toEqual([
    ...['offered', 'offered', 'cancelled', 'offered'],
  ])
  expect((await entryOf(fourth))?.heldUntil).toBeDefined()
})
