import { afterEach, expect, it, vi } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { offerPlaces } from '#functions/register/release.ts'
import { fees } from '#functions/table/fees.ts'
import { outbox } from '#functions/table/outbox.ts'
import { families } from '#functions/table/players.ts'
import { registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { registrationOf } from '#shared/ids.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, finalize } from './registering.ts'

/**
 * A club's player is managed by the guardian who registered them as long as that guardian pays for them; then by any guardian.
 */

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** One of Mia's parents has put her on the waiting list; she has another parent. */
async function miaWaits(club: Club) {
  const registrationId = await aRegistration(club, { registration: { places: 1, waitingList: true } })
  const ann = await aParent(club, 'ann')
  await finalize(ann, [(await fillIn(ann, registrationId, 'Nora')).registrationPlayerId], 10_000)
  const [one, other] = [club.user('parent'), club.user('parent2')]
  const { registrationPlayerId: id } = await fillIn(one, registrationId, 'Mia', { playerId: club.mia.playerId })
  expect((await finalize(one, [id], 10_000, { wait: true })).status).toBe(200)
  return { registrationId, one, other, id }
}
async function offers(registrationId: string) {
  await write(stamp, registrations.change({ registrationId }, { set: { places: 2 } }))
  expect(await offerPlaces({ actor: 'the-test', at: '2026-11-21T18:00:00.000Z' }, registrationId)).toBe(1)
}
const accept = (as: string, id: string) =>
  call('POST /rest-api/register/{registrationId}/accept', {
    as,
    registrationId: registrationOf(id),
    body: { registrationPlayerId: id, payBy: 'BILL' },
  })
const withdraw = (as: string, id: string) =>
  call('POST /rest-api/register/{registrationId}/withdraw', {
    as,
    registrationId: registrationOf(id),
    body: { registrationPlayerId: id },
  })
const standing = async (as: string, registrationId: string) =>
  (await call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId })).body.registered.map(
    ({ state, isMine, isTakenOver }) => [state, isMine, isTakenOver],
  )
const remove = (club: Club, userId: string) =>
  call('POST /rest-api/families/player/{playerId}/remove', {
    as: club.user('admin'),
    playerId: club.mia.playerId,
    body: { userId },
  })
const limit = ({ mia: { playerId } }: Club, userId: string) =>
  write(stamp, ...families.limitRights({ playerId, userId }, ['pays']))
const mailed = (want: { mock: { calls: Parameters<typeof outbox.add>[] } }) =>
  want.mock.calls.map(([, { letter, to }]) => [letter, 'userId' in to && to.userId])
const written = async (letter: 'placeOffered' | 'registered' | 'registrationCancelled', as: string, id: string) =>
  (await writers[letter](
    { registrationPlayerId: id },
    { to: { userId: as, email: 'a@family.example' }, now: '2026-11-21T18:00:00.000Z', say: sayIn('en') },
  )) !== undefined

it.each([
  ['a parent', remove],
  ['a parent’s right to pay', limit],
] as const)(
  'after the club has removed %s, the other parent is offered the child’s place by mail and can accept it',
  async (_, takes) => {
    vi.stubEnv('SITE_URL', 'https://touchline.test')
    const club = await aClub()
    const { registrationId, one, other, id } = await miaWaits(club)
    expect([await standing(one, registrationId), await standing(other, registrationId)]).toEqual([
      [['waiting', true, false]],
      [['waiting', false, false]],
    ])
    await takes(club, one)
    const want = vi.spyOn(outbox, 'add')
    await offers(registrationId)
    expect(mailed(want)).toEqual([['placeOffered', other]])
    expect([await standing(one, registrationId), await standing(other, registrationId)]).toEqual([
      [],
      [['offered', true, true]],
    ])
    expect([await written('placeOffered', one, id), await written('placeOffered', other, id)]).toEqual([false, true])
    expect([(await accept(one, id)).status, (await withdraw(one, id)).status]).toEqual([404, 404])
    expect((await accept(other, id)).body.players).toMatchObject([{ state: 'registered', isMine: true }])
    await deliverEntry(id)
    expect((await fees.ofPlayer(club.mia.playerId, { consistent: true })).map(({ amount }) => amount)).toEqual([10_000])
    const cancelled = {
      as: club.user('admin'),
      registrationId,
      body: { registrationPlayerId: id, paid: 'credit' as const },
    }
    expect((await call('POST /rest-api/register/{registrationId}/cancel', cancelled)).status).toBe(200)
    expect(mailed(want).slice(1)).toEqual([
      ['registered', other],
      ['registrationCancelled', other],
    ])
    expect(await written('registrationCancelled', one, id)).toBe(false)
  },
)

it('only the parent who registered the child is mailed the offer and can respond, while they may pay', async () => {
  const club = await aClub()
  const { registrationId, one, other, id } = await miaWaits(club)
  const want = vi.spyOn(outbox, 'add')
  await offers(registrationId)
  expect(mailed(want)).toEqual([['placeOffered', one]])
  expect((await accept(other, id)).status).toBe(404)
  expect((await withdraw(one, id)).status).toBe(200)
})

it('a parent removed while accepting a place does not get it', async () => {
  const club = await aClub()
  const { registrationId, one, id } = await miaWaits(club)
  await offers(registrationId)
  const late = await interleave(
    'TransactWriteCommand',
    () => remove(club, one),
    () => accept(one, id),
  )
  expect([late.status, (await entryOf(id))?.state]).toEqual([404, 'offered'])
})

it('a parent who may no longer pay cannot pay the child’s deposit', async () => {
  const club = await aClub()
  const { registrationId, one, other, id } = await miaWaits(club)
  await limit(club, one)
  const start = (as: string) =>
    call('POST /rest-api/register/{registrationId}/payment-intent', {
      as,
      registrationId,
      body: { registrationPlayerIds: [id] },
    })
  expect((await start(one)).status).toBe(404)
  // Allowed, but there is no deposit here.
  expect((await start(other)).refusal.code).toBe('fee_changed')
})
