import { beforeAll, describe, expect, it } from 'vitest'
import { files } from '#functions/table/files.ts'
import { ownPlayers } from '#functions/table/me.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { families, players } from '#functions/table/players.ts'
import { rosterRows } from '#functions/table/rosterRows.ts'
import { write } from '#functions/table/table.ts'
import { type GuardianRight, guardianRights } from '#shared/permissions.ts'
import { exampleRequest, prepare } from '../exampleRequest.ts'
import { call, send } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { linkFor } from '../today/answerLinks.ts'

const LIMIT = 'PUT /rest-api/families/player/{playerId}/rights'
const READ = 'GET /rest-api/families/player/{playerId}'

/** Written by hand: the guardian right that each of these requires. */
const table: [route: string, takes: GuardianRight][] = [
  ['GET /user/updateInviteStatus/{inviteFile}', 'answers'],
  ['POST /rest-api/today/one-tap/answer', 'answers'],
  ['GET /rest-api/fee/details/{feePlayerId}', 'pays'],
  ['POST /rest-api/fee/pay-link/{feePlayerId}', 'pays'],
  ['GET /rest-api/teams/player/{playerId}', 'sees'],
  ['PUT /rest-api/teams/player/{playerId}', 'sees'],
  ['PUT /rest-api/pictures/player/{playerId}/audience', 'sees'],
  ['GET /rest-api/families/player/{playerId}', 'sees'],
  ['GET /rest-api/attendance/player/{playerId}', 'sees'],
  ['POST /rest-api/feeds/player/{playerId}', 'sees'],
  ['POST /rest-api/agreements/agreement/{agreementId}/sign', 'sees'],
]

const limit = (club: Club, whose: string, lacks: GuardianRight[], as = 'admin') =>
  call(LIMIT, { as: club.user(as), playerId: club.mia.playerId, body: { userId: club.user(whose), lacks } })

/** The response to a user on a route about Mia. */
async function ask(club: Club, key: string, as: string): Promise<number> {
  await prepare(key, club.user(as), club)
  const sent = await exampleRequest(key, club, { as: club.user(as) })
  if (key === 'POST /rest-api/today/one-tap/answer') {
    const { as: _nobody, ...link } = sent
    return (
      await send(key, { ...link, as: undefined, body: { token: await linkFor(club, { userId: club.user(as) }) } })
    ).status
  }
  return (await send(key, sent)).status
}

describe('two homes of one child', () => {
  let club: Club
  beforeAll(async () => {
    club = await aClub()
  })

  it.each([[[]], [['answers']], [['pays']], [['sees']], [['answers', 'pays', 'sees']]] as [GuardianRight[]][])(
    'a guardian without %j is rejected exactly where that is required; the other home is not affected',
    async (lacks) => {
      expect((await limit(club, 'parent', lacks)).status).toBe(200)
      for (const [key, takes] of table) {
        expect([key, await ask(club, key, 'parent')]).toEqual([key, lacks.includes(takes) ? 403 : 200])
        expect([key, await ask(club, key, 'parent2')]).toEqual([key, 200])
      }
    },
  )

  it('a guardian sees events, answers and fees according to their rights', async () => {
    const view = async () => {
      const as = club.user('parent')
      const query = { startUtc: '2026-11-21T06:00:00Z' }
      const [today, coming, fees] = await Promise.all([
        call('GET /api/v1/today', { as, query }),
        call('GET /api/v1/playerEvents', { as, query }),
        call('GET /rest-api/fee/my-fees', { as }),
      ])
      const mayAnswer = (events: { invite: unknown }[]) => events.map(({ invite }) => invite !== null)
      return [mayAnswer(today.body.todaysEvents), mayAnswer(coming.body.events), fees.body.fees.length]
    }
    await prepare('GET /rest-api/fee/details/{feePlayerId}', club.user('parent'), club)
    await limit(club, 'parent', [])
    expect(await view()).toEqual([[true], [true], 1])
    await limit(club, 'parent', ['answers'])
    expect(await view()).toEqual([[false], [false], 1])
    await limit(club, 'parent', ['pays', 'sees'])
    expect(await view()).toEqual([[true], [true], 0])
  })
})

describe('leaving a family', () => {
  it('removes a guardian’s private contacts, and the last guardian’s leave also removes the picture', async () => {
    const club = await aClub()
    const { playerId } = club.mia
    const { teamId } = club.falcons
    const contact = (name: string, more: object = {}) => ({ name, relation: '', email: '', phone: '1', ...more })
    const picture = `${club.organizationId}.${newPart('f')}`
    const file = { fileId: picture, userId: 'u', name: 'picture.jpg', type: 'image/jpeg', size: 1, about: playerId }
    const shown = { picture, pictures: 'club' as const }
    const contacts = [
      contact('Gran', { private: true, enteredBy: club.user('parent') }),
      contact('Uncle', { private: true, enteredBy: club.user('parent2') }),
      contact('Doctor'),
    ]
    const said = { picturesSaid: { userId: club.user('parent2'), at: stamp.at }, contacts: ['Gran', 'Uncle', 'Doctor'] }
    await write(
      stamp,
      files.create({ ...file, state: 'kept' }),
      playerDetails.upsert({ playerId }, { set: { contacts } }),
      players.change({ playerId }, { set: { ...shown, ...said } }),
      rosterRows.change({ playerId, teamId }, { set: shown }),
    )
    const leave = (who: string) => call('POST /rest-api/families/leave', { as: club.user(who), body: { playerId } })
    const now = async () => {
      const [player, details, row, there] = await Promise.all([
        players.get({ playerId }, { consistent: true }),
        playerDetails.get({ playerId }, { consistent: true }),
        rosterRows.get({ playerId, teamId }, { consistent: true }),
        files.get({ fileId: picture }, { consistent: true }),
      ])
      const names = details?.contacts?.map(({ name }) => name)
      expect(player?.contacts).toEqual(names)
      return [names, player?.pictures, row?.picture === picture, row?.pictures, there !== undefined]
    }
    for (const who of ['fan', 'fan', 'nobody']) expect((await leave(who)).status).toBe(200)
    expect((await call('GET /api/v1/playersAndTeams', { as: club.user('fan') })).body.following).toEqual([])
    // Nor does a guardian who may no longer see it keep it.
    await limit(club, 'parent', ['sees'])
    expect((await leave('parent')).status).toBe(200)
    expect(await now()).toEqual([['Uncle', 'Doctor'], 'club', true, 'club', true])
    // The child's own account has no say in pictures, and does not keep them.
    await families.join(stamp, { playerId, userId: club.user('kid'), relation: 'own' })
    await write(stamp, playerAccounts.create({ userId: club.user('kid'), playerId }))
    expect((await leave('parent2')).status).toBe(200)
    expect(await now()).toEqual([['Doctor'], undefined, false, undefined, false])
  })
})

describe('a guardian’s rights', () => {
  it('can be changed only by the club, and only for family members', async () => {
    const club = await aClub()
    for (const as of ['parent', 'parent2', 'fan', 'coach'])
      expect((await limit(club, 'parent', ['pays'], as)).refusal.code).toBe('not_allowed')
    const { playerId } = club.mia
    const asCoach = await call(LIMIT, {
      as: club.user('coach'),
      playerId,
      body: { userId: club.user('parent'), lacks: ['pays'], teamId: club.falcons.teamId },
    })
    expect(asCoach.status).toBe(200)
    expect((await limit(club, 'fan', ['pays'])).status).toBe(404)
    expect((await limit(club, 'nobody', ['pays'])).status).toBe(404)
  })

  it('are stored in both rows, and shown to the club and the guardian only', async () => {
    const club = await aClub()
    const id = { userId: club.user('parent'), playerId: club.mia.playerId }
    await limit(club, 'parent', ['sees', 'pays', 'sees'])
    for (const kind of [families, ownPlayers])
      expect((await kind.get(id, { consistent: true }))?.lacks).toEqual(['sees', 'pays'])
    const lacksOf = async (as: string) => {
      const { body } = await call(READ, { as: club.user(as), playerId: id.playerId, query: {} })
      return body.people.find(({ userId }) => userId === id.userId)?.lacks
    }
    expect(await lacksOf('admin')).toEqual(['sees', 'pays'])
    expect(await lacksOf('parent2')).toEqual([])
    await limit(club, 'parent', [])
    expect((await families.get(id, { consistent: true }))?.lacks).toBeUndefined()
    expect(guardianRights).toEqual(['answers', 'pays', 'sees'])
  })
})

it('a change of a guardian’s rights based on stale rights is rejected with conflict', async () => {
  const club = await aClub()
  const upon = (before: GuardianRight[], lacks: GuardianRight[]) =>
    call(LIMIT, {
      as: club.user('admin'),
      playerId: club.mia.playerId,
      body: { userId: club.user('parent'), lacks, before },
    })
  const stands = async () =>
    (await families.get({ playerId: club.mia.playerId, userId: club.user('parent') }, { consistent: true }))?.lacks
  expect((await upon([], ['sees'])).status).toBe(200)
  // From a page that still shows full rights.
  expect((await upon([], ['pays'])).refusal.code).toBe('conflict')
  expect(await stands()).toEqual(['sees'])
  // Repeated after a lost response.
  expect((await upon([], ['sees'])).status).toBe(200)
  expect((await upon(['sees'], ['sees', 'pays'])).status).toBe(200)
  expect(await stands()).toEqual(['sees', 'pays'])
})
