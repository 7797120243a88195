import { beforeAll, describe, expect, it } from 'vitest'
import { fees } from '#functions/table/fees.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { familyLink, payLinks } from '#functions/table/payments.ts'
import { families, players } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import { routes } from '#shared/api/index.ts'
import { textOf } from '#shared/permissions.ts'
import { exampleRequest, prepare } from '../exampleRequest.ts'
import { call, send } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { leaveFamily } from '../today/answerLinks.ts'

/**
 * What is reserved for a parent or guardian; a child's own account may do everything else in a family: see, answer, chat, leave.
 */
const ofGuardians = [
  'PUT /rest-api/chat/player-account/{playerId}',
  'POST /rest-api/families/player/{playerId}/invite',
  'POST /rest-api/families/player/{playerId}/remove',
  'POST /rest-api/families/player/{playerId}/withdraw',
  'POST /rest-api/fee/cards/{orgId}',
  'POST /rest-api/fee/cards/{orgId}/kept',
  'POST /rest-api/fee/payment-link',
  'POST /rest-api/payments/create/org/subscription',
  'POST /rest-api/fee/pay-link/{feePlayerId}',
  'DELETE /rest-api/fee/pay-link/{feePlayerId}',
  'DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}',
  'POST /rest-api/register/{registrationId}/accept',
  'POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}',
  'POST /rest-api/register/{registrationId}/details',
  'POST /rest-api/register/{registrationId}/file',
  'POST /rest-api/register/{registrationId}/finalize',
  'POST /rest-api/register/{registrationId}/payment-intent',
  'POST /rest-api/register/{registrationId}/payment-plan',
  'POST /rest-api/register/{registrationId}/promo-code',
  'POST /rest-api/register/{registrationId}/withdraw',
  'DELETE /rest-api/pictures/player/{playerId}',
  'PUT /rest-api/pictures/player/{playerId}',
  'PUT /rest-api/pictures/player/{playerId}/audience',
  'PUT /rest-api/teams/player/{playerId}',
]

const SELECT = 'GET /api/v1/playersAndTeams'

let club: Club
const born = (bornOn?: string) => {
  const [{ playerId }, userId] = [club.mia, club.user('parent')]
  return write(
    stamp,
    players.change({ playerId }, { set: { bornOn } }),
    playerAccounts.upsert({ userId }, { set: { userId, playerId } }),
  )
}
const refusalOf = async (key: string, as = 'parent') => {
  const { refusal } = await send(key, await exampleRequest(key, club, { as: club.user(as) }))
  return refusal?.code
}
beforeAll(async () => {
  club = await aClub()
})

describe('a child’s own account', () => {
  it('is excluded by the contract of exactly these routes', () => {
    const found = routes.filter(({ route }) => textOf(route.can).endsWith(', no child’s own account'))
    expect(found.map(({ key }) => key).toSorted()).toEqual(ofGuardians.toSorted())
  })

  it.each(ofGuardians)('is rejected with guardian_does by %s', async (key) => {
    await prepare(key, club.user('parent'), club)
    for (const bornOn of ['2014-05-31', undefined]) {
      await born(bornOn)
      expect([bornOn, await refusalOf(key)]).toEqual([bornOn, 'guardian_does'])
    }
    await born('1994-05-31')
    expect(await refusalOf(key)).not.toBe('guardian_does')
  })

  it('may see, answer and leave', async () => {
    await born('2014-05-31')
    const [as, { playerId }] = [club.user('parent'), club.mia]
    const { body: seen } = await call('GET /rest-api/teams/player/{playerId}', { as, playerId, query: {} })
    expect([seen.medical, seen.contacts]).toEqual([expect.any(String), expect.any(Array)])
    for (const key of ['GET /rest-api/families/player/{playerId}', 'GET /user/updateInviteStatus/{inviteFile}'])
      expect([key, await refusalOf(key)]).toEqual([key, undefined])
    expect((await call(SELECT, { as })).body.child).toBe(true)
    expect((await call('POST /rest-api/families/leave', { as, body: { playerId } })).status).toBe(200)
    expect((await call(SELECT, { as })).body.players.map(({ id }) => id)).not.toContain(playerId)
  })

  it('cannot pay by a mailed link, and is told why', async () => {
    const [userId, { organizationId }] = [club.user('parent'), club]
    await families.join(stamp, { playerId: club.mia.playerId, userId, relation: 'own' })
    await born('2014-05-31')
    const link = familyLink(stamp.at, organizationId, userId)
    await write(stamp, payLinks.create(link))
    const { payId } = link
    expect((await call('GET /rest-api/pay/{payId}', { as: undefined, payId })).body.child).toBe(true)
    const START = 'POST /rest-api/pay/{payId}/start'
    const start = async () => send(START, await exampleRequest(START, club, { payId }))
    expect((await start()).refusal.code).toBe('guardian_does')
    expect((await fees.ofPlayer(club.mia.playerId, { consistent: true })).every(({ paying }) => !paying)).toBe(true)
    // A grown-up player may pay: the payment has started, whatever the provider's response.
    await born('1994-05-31')
    expect((await start()).refusal?.code).not.toBe('guardian_does')
    expect((await fees.ofPlayer(club.mia.playerId, { consistent: true })).some(({ paying }) => paying)).toBe(true)
  })

  it('is only that of a minor, not of an adult player or another family account', async () => {
    const elsewhere = await aClub()
    const isChilds = async () => (await call(SELECT, { as: elsewhere.user('parent') })).body.child
    expect(await isChilds()).toBeUndefined()
    const { playerId } = elsewhere.mia
    await write(
      stamp,
      players.change({ playerId }, { set: { bornOn: '1994-05-31' } }),
      playerAccounts.create({ userId: elsewhere.user('parent'), playerId }),
    )
    expect(await isChilds()).toBeUndefined()
  })
})

it('agreements are requested from a parent, never from a child’s account', async () => {
  const elsewhere = await aClub()
  const { organizationId: orgId, falcons, mia, user } = elsewhere
  const body = { part: newPart('w'), title: 'Code of conduct', text: 'We play fair.' }
  await call('POST /rest-api/agreements/club/{orgId}', { as: user('admin'), orgId, body })
  await write(
    stamp,
    playerAccounts.create({ userId: user('parent2'), playerId: mia.playerId }),
    players.change(mia, { set: { bornOn: '2014-05-31' } }),
  )
  const ask = (now: string) =>
    call('POST /rest-api/agreements/ask/{teamId}', { as: user('coach'), teamId: falcons.teamId, now })
  expect((await ask('2026-11-21T18:00:00Z')).body).toEqual({ asked: 1, alone: 0 })
  await leaveFamily(elsewhere, 'parent')
  expect((await ask('2026-11-23T18:00:00Z')).refusal?.code).toBe('nobody_to_ask')
})
