import { expect } from 'vitest'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { routes } from '#shared/api/index.ts'
import { type Flag, flags, isOpen, isStaff } from '#shared/permissions.ts'
import { exampleRequest } from '../exampleRequest.ts'
import { call, send } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { type Dice, diceOf } from '../dice.ts'
import { beyond, everybody, names, rightsIn, standingsIn } from './standing.ts'
import { aFolder, tie, untoward } from './ties.ts'

/**
 * Ten thousand sequences of thirty calls in the long run, otherwise a few of random length. Each of two files runs every other
 * one.
 */
const { RUNS, SEED } = process.env
const sequences = Math.min(10_000, Number(RUNS ?? 6)) / 2
const firstSeed = Number(SEED ?? 1)
const maxCalls = 30

/** Five users with random rights on the club and one of its teams. */
const people = (club: Club, dice: Dice) =>
  Promise.all(
    names.map((name) => {
      const userId = club.user(name)
      const named = { userId, firstName: name, lastName: 'X' }
      const email = `${userId}@club.example`
      const flagsOf: Flag[] = name === 'nobody' ? [] : name === 'boss' ? [...flags] : dice.subset(flags)
      const member = { ...named, flags: flagsOf }
      const appoint =
        name === 'lead' || name === 'coach2'
          ? teamAdministrators.appoint(club.falcons, member)
          : organizationAdministrators.appoint(club.organization, member)
      const account = [profiles.create({ ...named, email }), emailUsers.upsert({ email }, { set: { userId } })]
      return write(stamp, ...account, ...(flagsOf.length > 0 ? appoint : []))
    }),
  )

/** Accepting an invitation is checked separately below. */
const others = routes.filter(
  ({ key, route: { can } }) =>
    !key.startsWith('GET ') && !isOpen(can) && !isStaff(can) && !key.endsWith('/invitation/{invitationId}/accept'),
)

/** Runs every other sequence, starting with the first or the second. */
export async function widenNobody(which: 0 | 1): Promise<void> {
  let done = 0
  const tied = new Set<string>()
  for (let seed = firstSeed + which; seed < firstSeed + 2 * sequences; seed += 2) {
    const dice = diceOf(seed)
    const club = await aClub()
    await people(club, dice)
    const invited: string[] = []
    const toFamily: Parameters<typeof tie>[2]['sent'] = []
    const folder = await aFolder(club, 'boss')
    const standings = standingsIn(club)
    let standing = await standings.anew()
    const calls = RUNS ? maxCalls : 1 + dice.below(maxCalls)
    for (let i = 0; i < calls; i++) {
      const ties = dice.below(5) === 0
      const name = dice.pick(ties ? everybody : names)
      const as = club.user(name)
      const whom = dice.pick([...names, 'admin'])
      const other = club.user(whom)
      const orgUnitId = dice.pick([club.organizationId, club.falcons.teamId, club.otters.teamId])
      const permissions = dice.subset(flags)
      const accepts = dice.below(5) === 0 && invited.length > 0
      let asks: Awaited<ReturnType<typeof tie>> = { key: '', status: 0 }
      const calling = [
        // Any other write, as a valid request: none of them grants rights.
        async () => {
          const { key } = dice.pick(others)
          asks = { key, status: 0 }
          return (await send(key, await exampleRequest(key, club, { as }))).status
        },
        async () => {
          const part = newPart('i')
          const email = `${dice.pick([as, other])}@club.example`
          const body = { part, email, permissions }
          const answer = await call('POST /rest-api/organization/administrators/{orgUnitId}/invite', {
            as,
            orgUnitId,
            body,
          })
          if (answer.status === 200) invited.push(answer.body.id)
          return answer.status
        },
        async () =>
          (
            await call('PUT /rest-api/organization/administrators/{orgUnitId}/{userId}', {
              as,
              orgUnitId,
              userId: dice.pick([as, other]),
              body: { permissions },
            })
          ).status,
        async () =>
          (
            await call('DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}', {
              as,
              orgUnitId,
              userId: other,
            })
          ).status,
        async () =>
          (
            await call('PATCH /rest-api/organization/settings/{orgId}', {
              as,
              orgId: club.organizationId,
              body: { isRosterVisible: false, revision: 1 },
            })
          ).status,
      ]
      const joins = async () => {
        asks = await tie(club, dice, { by: name, other: whom, folder, sent: toFamily })
        return asks.status
      }
      const status = await (ties ? joins : dice.pick(calling))()
      // Refused calls change nothing: if they did, the next check would find it, and the last one does.
      if (status === 200) {
        done += 1
        const now = await standings.now()
        expect([seed, i, name, beyond(standing, now, rightsIn(standing.mayGive, name))]).toEqual([seed, i, name, []])
        const untowards = untoward({ club, by: name, before: standing, ...asks }, now)
        expect([seed, i, name, asks.key, untowards]).toEqual([seed, i, name, asks.key, []])
        if ([...now.ties].some((each) => !standing.ties.has(each))) tied.add(asks.key)
        standing = now
      }
      if (!accepts) continue
      // Accepting an invitation grants no more rights than its sender still has.
      const invitationId = dice.pick(invited)
      const taker = dice.pick(names)
      await call('POST /rest-api/organization/invitation/{invitationId}/accept', {
        as: club.user(taker),
        invitationId,
      })
      const now = await standings.now()
      const givers = Object.values(standing.mayGive).filter((rights) => beyond(standing, now, rights).length === 0)
      expect([seed, i, taker, givers.length > 0]).toEqual([seed, i, taker, true])
      expect([seed, i, taker, [...now.ties]]).toEqual([seed, i, taker, [...standing.ties]])
      standing = now
    }
    expect([seed, await standings.anew()]).toEqual([seed, standing])
  }
  expect(others.length).toBeGreaterThan(150)
  // Sequences in which everything is refused would show nothing.
  expect(done).toBeGreaterThan(sequences)
  // Each call that may create a tie has done so.
  if (sequences >= 50) expect(tied.size).toBeGreaterThanOrEqual(4)
}
