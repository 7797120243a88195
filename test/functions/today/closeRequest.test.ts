// own: mail goes to a service of its own
import { describe, expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { guardians } from '#functions/table/guardians.ts'
import { leftPlaces } from '#functions/table/leftPlaces.ts'
import { meOf } from '#functions/table/me.ts'
import { mergedPlayers } from '#functions/table/mergedPlayers.ts'
import { families, players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { closedRequests } from '#functions/table/requests.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { repetitions } from '../sampling.ts'
import { aClubWithPost, deliverRequests, askCoach, emailOf, requestsOf } from './coachRequests.ts'
import { openPost } from '../mail/post.ts'

const GRANT = 'POST /rest-api/today/requests/{requestId}/grant'
const DECLINE = 'POST /rest-api/today/requests/{requestId}/decline'
const MINE = 'GET /rest-api/today/my-requests'

const post = openPost()

/** A club whose coach has a request from `nobody`. */
async function asked() {
  const club = await aClubWithPost()
  await askCoach(club, emailOf(club, 'coach'), 'Leo Moreno', undefined, 'nobody')
  await deliverRequests(club, post, { as: 'nobody' })
  const [request] = await requestsOf(club.user('coach'))
  return { club, requestId: request?.requestId ?? '' }
}
type Relation = 'own' | 'following'
const grant = (club: Club, requestId: string, relation: Relation = 'own', { as = 'coach', player = club.leo } = {}) =>
  call(GRANT, {
    as: club.user(as),
    requestId,
    body: { playerId: player.playerId, teamId: club.falcons.teamId, relation },
  })
const mine = async (club: Club) =>
  (await call(MINE, { as: club.user('nobody') })).body.requests.map(({ to, playerName, state }) => [
    to,
    playerName,
    state,
  ])
const accessOf = async (club: Club) => (await meOf({ userId: club.user('nobody') })).access
const familyOf = async (club: Club) =>
  (await families.of({ playerId: club.leo.playerId }))
    .filter(({ userId }) => userId === club.user('nobody'))
    .map(({ relation }) => relation)

describe('a coach with an access request', () => {
  it('is shown it as long as they coach or administer anything', async () => {
    const { club } = await asked()
    const as = club.user('coach')
    const shown = async () => (await call('GET /rest-api/today/requests', { as })).body.requests.length
    const coach = { userId: as, firstName: 'Coach', lastName: 'Okafor' }
    expect(await shown()).toBe(1)
    await write(stamp, ...teamAdministrators.dismiss({ userId: as, teamId: club.falcons.teamId }))
    expect(await shown()).toBe(0)
    expect(await mine(club)).toEqual([[emailOf(club, 'coach'), 'Leo Moreno', 'waiting']])
    await write(stamp, ...teamAdministrators.appoint(club.falcons, { ...coach, flags: ['canEditPlayers'] }))
    expect(await shown()).toBe(1)
  })

  it.each(['own', 'following'] as const)(
    'grants it as %s: access at once, removed from the list, and shown as granted to the requester',
    async (relation) => {
      const { club, requestId } = await asked()
      expect(await mine(club)).toEqual([[emailOf(club, 'coach'), 'Leo Moreno', 'waiting']])
      expect((await grant(club, requestId, relation)).status).toBe(200)
      const { players: own, following } = await accessOf(club)
      expect((relation === 'own' ? own : following).map(({ firstName, teams }) => [firstName, teams[0]?.name])).toEqual(
        [['Leo', 'Falcons']],
      )
      expect(relation === 'own' ? following : own).toEqual([])
      expect(await familyOf(club)).toEqual([relation])
      expect(await requestsOf(club.user('coach'))).toEqual([])
      expect(await mine(club)).toEqual([[emailOf(club, 'coach'), 'Leo Moreno', 'granted']])
    },
  )

  describe.each(['own', 'following'] as const)('from somebody whose access was taken', (relation) => {
    const taken = { accessTakenAt: '2026-11-10T12:00:00Z' }
    const expectRefused = async ({ club, requestId }: Awaited<ReturnType<typeof asked>>) => {
      expect((await grant(club, requestId, relation)).refusal).toMatchObject({
        code: 'access_taken',
        message: expect.stringContaining('Invite them on the player’s own page'),
      })
      expect(await familyOf(club)).toEqual([])
      expect(await requestsOf(club.user('coach'))).toHaveLength(1)
      expect(await mine(club)).toEqual([[emailOf(club, 'coach'), 'Leo Moreno', 'waiting']])
    }

    it.each(['nobody', 'old.nobody'])(`does not grant it as ${relation}: known by the address of %s`, async (name) => {
      const { club, requestId } = await asked()
      const emailsBefore = [`old.${emailOf(club, 'nobody')}`]
      const email = name === 'nobody' ? emailOf(club, 'nobody') : emailsBefore[0]
      const guardian = { playerId: club.leo.playerId, guardianId: newPart('g'), name: 'Dad', email, ...taken }
      await write(
        stamp,
        profiles.change({ userId: club.user('nobody') }, { set: { emailsBefore } }),
        guardians.create(guardian),
      )
      await expectRefused({ club, requestId })
      expect(await guardians.get(guardian)).toMatchObject(taken)
    })

    it(`does not grant it as ${relation}: removed as family, also before the player was merged`, async () => {
      for (const isMerged of [false, true]) {
        const { club, requestId } = await asked()
        const id = isMerged ? `${club.organizationId}.${newPart('p')}` : club.leo.playerId
        await write(
          stamp,
          leftPlaces.record({ userId: club.user('nobody'), id, is: 'player', ...taken }),
          ...(isMerged ? [mergedPlayers.create({ playerId: id, keepId: club.leo.playerId })] : []),
        )
        await expectRefused({ club, requestId })
      }
    })

    it(`grants it as ${relation} after somebody else’s access was taken, or they left by themselves`, async () => {
      const { club, requestId } = await asked()
      const { playerId } = club.leo
      await write(
        stamp,
        leftPlaces.record({ userId: club.user('nobody'), id: playerId, is: 'player' }),
        guardians.create({ playerId, guardianId: newPart('g'), name: 'Aunt', email: 'aunt@club.example', ...taken }),
      )
      expect((await grant(club, requestId, relation)).status).toBe(200)
      expect(await familyOf(club)).toEqual([relation])
    })
  })

  it('declines it: no access, and shown as declined to the requester', async () => {
    const { club, requestId } = await asked()
    expect((await call(DECLINE, { as: club.user('coach'), requestId })).status).toBe(200)
    expect(await familyOf(club)).toEqual([])
    expect(await requestsOf(club.user('coach'))).toEqual([])
    expect(await mine(club)).toEqual([[emailOf(club, 'coach'), 'Leo Moreno', 'declined']])
  })

  it('may repeat the same decision, but not change it', async () => {
    const { club, requestId } = await asked()
    await grant(club, requestId)
    const { version } = (await players.get(club.leo)) ?? {}
    expect((await grant(club, requestId)).status).toBe(200)
    expect((await players.get(club.leo))?.version).toBe(version)
    expect((await grant(club, requestId, 'following')).refusal.code).toBe('answered_meanwhile')
    expect((await call(DECLINE, { as: club.user('coach'), requestId })).refusal.code).toBe('answered_meanwhile')
    expect(await familyOf(club)).toEqual(['own'])
  })

  it('may grant only players of their own team, for requests on their own list', async () => {
    const { club, requestId } = await asked()
    const other = await aClubWithPost()
    expect((await grant(club, requestId, 'own', { player: club.sam })).status).toBe(403)
    expect((await grant(club, requestId, 'own', { as: 'parent' })).status).toBe(403)
    expect((await grant(club, requestId, 'own', { as: 'admin' })).status).toBe(404)
    expect((await grant(other, requestId)).status).toBe(404)
    expect((await call(DECLINE, { as: club.user('parent'), requestId })).status).toBe(404)
    const nobodys = { ...club.leo, playerId: `${club.organizationId}.${newPart('p')}` }
    expect((await grant(club, requestId, 'own', { player: nobodys })).status).toBe(403)
    expect(await requestsOf(club.user('coach'))).toHaveLength(1)
    expect(await mine(club)).toEqual([[emailOf(club, 'coach'), 'Leo Moreno', 'waiting']])
  })

  it('turns a follower into family by granting own, and never family into a follower', async () => {
    const { club, requestId } = await asked()
    await grant(club, requestId, 'following')
    const again = async (now: string, relation: Relation) => {
      await askCoach(club, emailOf(club, 'coach'), 'Leo Moreno', now, 'nobody')
      await deliverRequests(club, post, { as: 'nobody' })
      const [request] = await requestsOf(club.user('coach'))
      expect((await grant(club, request?.requestId ?? '', relation)).status).toBe(200)
      const { players: own, following } = await accessOf(club)
      return [await familyOf(club), own.length, following.length]
    }
    expect(await again('2026-11-23T18:00:00Z', 'own')).toEqual([['own'], 1, 0])
    expect(await again('2026-11-25T18:00:00Z', 'following')).toEqual([['own'], 1, 0])
  })
})

describe('concurrent decisions', () => {
  it('on one request result in exactly one of them, completely', async () => {
    for (let round = 0; round < repetitions(5); round++) {
      const { club, requestId } = await asked()
      const coach = club.user('coach')
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => grant(club, requestId, 'own')),
        ...Array.from({ length: 4 }, () => grant(club, requestId, 'following')),
        ...Array.from({ length: 4 }, () => call(DECLINE, { as: coach, requestId })),
      ])
      const words = [answers.slice(0, 4), answers.slice(4, 8), answers.slice(8)]
      const won = words.map((same) => same.every(({ status }) => status === 200))
      expect(won.filter(Boolean)).toHaveLength(1)
      const lost = words.filter((_, i) => !won[i]).flat()
      expect(new Set(lost.map(({ refusal }) => refusal.code))).toEqual(new Set(['answered_meanwhile']))
      const [relation] = ([['own'], ['following'], []] as const)[won.indexOf(true)] ?? []
      expect(await familyOf(club)).toEqual(relation ? [relation] : [])
      const { players: own, following } = await accessOf(club)
      expect([own.length, following.length]).toEqual([relation === 'own' ? 1 : 0, relation === 'following' ? 1 : 0])
      const closed = await closedRequests.get({ userId: coach, requestId })
      expect(closed).toMatchObject({ outcome: relation ? 'granted' : 'declined' })
      expect(await mine(club)).toEqual([[emailOf(club, 'coach'), 'Leo Moreno', closed?.outcome]])
    }
  })
})

describe('a requester', () => {
  it('sees requests as waiting whether or not the address belongs to a coach', async () => {
    const club = await aClubWithPost()
    for (const email of [emailOf(club, 'coach'), emailOf(club, 'parent'), 'nobody-at-all@club.example'])
      await askCoach(club, email, 'Leo Moreno', undefined, 'nobody')
    await deliverRequests(club, post, { as: 'nobody' })
    expect((await mine(club)).map(([, , state]) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  })

  it('sees only their own requests, newest first', async () => {
    const { club } = await asked()
    await askCoach(club, 'other@club.example', 'Mia Moreno', '2026-11-22T18:00:00Z', 'nobody')
    expect((await mine(club)).map(([to]) => to)).toEqual(['other@club.example', emailOf(club, 'coach')])
    expect((await call(MINE, { as: club.user('parent') })).body.requests).toEqual([])
  })
})
