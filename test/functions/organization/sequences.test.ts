import { describe, expect, it } from 'vitest'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { type Me, meOf } from '#functions/table/me.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { routes } from '#shared/api/index.ts'
import { type Flag, flags, flagsOn, isOpen, isStaff } from '#shared/permissions.ts'
import { asked } from '../asked.ts'
import { call, send } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { type Dice, diceOf } from '../dice.ts'
import { aFolder, type Standing as Stands, tie, tiesIn, untoward } from './ties.ts'

/** In the long run ten thousand, each of thirty calls; otherwise a few, of as many as fall. */
const { RUNS, SEED } = process.env
const sequences = Math.min(10_000, Number(RUNS ?? 5))
const firstSeed = Number(SEED ?? 1)
const mostCalls = 30

const names = ['boss', 'aide', 'lead', 'coach2', 'nobody'] as const
/** Five people with rights as they fall, on a club and one of its teams. */
async function people(club: Club, dice: Dice) {
  for (const name of names) {
    const userId = club.user(name)
    const named = { userId, firstName: name, lastName: 'X' }
    const email = `${userId}@club.example`
    await write(stamp, profiles.create({ ...named, email }), emailUsers.upsert({ email }, { set: { userId } }))
    const own: Flag[] = name === 'nobody' ? [] : name === 'boss' ? [...flags] : dice.some(flags)
    if (own.length > 0 && name !== 'lead' && name !== 'coach2')
      await write(stamp, ...organizationAdministrators.appoint(club.organization, { ...named, flags: own }))
    else if (own.length > 0) await write(stamp, ...teamAdministrators.appoint(club.falcons, { ...named, flags: own }))
  }
}

/** Taking what another has offered is looked at by itself, below. */
const others = routes.filter(
  ({ key, route: { can } }) =>
    !key.startsWith('GET ') && !isOpen(can) && !isStaff(can) && !key.endsWith('/invitation/{invitationId}/accept'),
)

/** The flags of somebody at each place. */
type Rights = { club: Flag[]; falcons: Flag[]; otters: Flag[] }
const places = ['club', 'falcons', 'otters'] as const
function rightsOf(club: Club, { access }: Me): Rights {
  const of = (teamId?: string) => [
    ...flagsOn(access, { organizationId: club.organizationId, ...(teamId && { teamId }) }),
  ]
  return { club: of(), falcons: of(club.falcons.teamId), otters: of(club.otters.teamId) }
}
/**
 * What everybody may do, and what they may give: that, and where they edit the administrators of the club also what nobody who
 * runs it has any more, which they can take up, for all its teams.
 */
type Standing = Stands & { mayGive: Record<string, Rights> }
/** Beside those who may do something, a guardian and a follower of a player. */
const everybody = [...names, 'admin', 'parent', 'fan']
async function standingIn(club: Club): Promise<Standing> {
  const [people, rows] = await Promise.all([
    Promise.all(everybody.map(async (name) => [name, await meOf({ userId: club.user(name) })] as const)),
    organizationAdministrators.of(club.organization),
  ])
  const all = people.map(([name, me]) => [name, rightsOf(club, me)] as const)
  const held = rows.flatMap((row) => row.flags)
  const unheld = flags.filter((flag) => !held.includes(flag))
  const withUnheld = (own: Rights): Rights =>
    own.club.includes('canEditAdministrators')
      ? { club: [...own.club, ...unheld], falcons: [...own.falcons, ...unheld], otters: [...own.otters, ...unheld] }
      : own
  return {
    may: Object.fromEntries(all),
    mayGive: Object.fromEntries(all.map(([name, own]) => [name, withUnheld(own)])),
    ties: await tiesIn(club, people),
  }
}
const rightsIn = (all: Record<string, Rights>, name: string): Rights =>
  all[name] ?? { club: [], falcons: [], otters: [] }
/** Who has become more than these rights are, beyond what they had. */
const beyond = (before: Standing, after: Standing, rights: Rights): string[] =>
  Object.keys(after.may).filter((name) => {
    const [had, has] = [rightsIn(before.may, name), rightsIn(after.may, name)]
    return places.some((place) =>
      has[place].some((flag) => !had[place].includes(flag) && !rights[place].includes(flag)),
    )
  })

describe('whatever somebody does in whatever order', () => {
  it('never gives them a right that they had not, nor anybody one that its giver had not, while anybody has it; nor a child, a conversation or a folder, but by what is there for it', async () => {
    let done = 0
    const tied = new Set<string>()
    for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
      const dice = diceOf(seed)
      const club = await aClub()
      await people(club, dice)
      const invited: string[] = []
      const toFamily: Parameters<typeof tie>[2]['sent'] = []
      const folder = await aFolder(club, 'boss')
      let standing = await standingIn(club)
      const calls = RUNS ? mostCalls : 1 + dice.below(mostCalls)
      for (let i = 0; i < calls; i++) {
        const ties = dice.below(5) === 0
        const name = dice.among(ties ? everybody : names)
        const as = club.user(name)
        const whom = dice.among([...names, 'admin'])
        const other = club.user(whom)
        const orgUnitId = dice.among([club.organizationId, club.falcons.teamId, club.otters.teamId])
        const permissions = dice.some(flags)
        const accepts = dice.below(5) === 0 && invited.length > 0
        let asks: Awaited<ReturnType<typeof tie>> = { key: '', status: 0 }
        const calling = [
          // Anything else that changes something, as it is rightly asked: none of it gives rights.
          async () => {
            const { key } = dice.among(others)
            asks = { key, status: 0 }
            return (await send(key, await asked(key, club, { as }))).status
          },
          async () => {
            const part = newPart('i')
            const email = `${dice.among([as, other])}@club.example`
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
                userId: dice.among([as, other]),
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
        const status = await (ties ? joins : dice.among(calling))()
        // What is refused changes nothing: the next look would find it, and the last one does.
        if (status === 200) {
          done += 1
          const now = await standingIn(club)
          expect([seed, i, name, beyond(standing, now, rightsIn(standing.mayGive, name))]).toEqual([seed, i, name, []])
          const untowards = untoward({ club, by: name, before: standing, ...asks }, now)
          expect([seed, i, name, asks.key, untowards]).toEqual([seed, i, name, asks.key, []])
          if ([...now.ties].some((each) => !standing.ties.has(each))) tied.add(asks.key)
          standing = now
        }
        if (!accepts) continue
        // Somebody accepts what another has offered: no more than that one has by then.
        const invitationId = dice.among(invited)
        const taker = dice.among(names)
        await call('POST /rest-api/organization/invitation/{invitationId}/accept', {
          as: club.user(taker),
          invitationId,
        })
        const now = await standingIn(club)
        const givers = Object.values(standing.mayGive).filter((rights) => beyond(standing, now, rights).length === 0)
        expect([seed, i, taker, givers.length > 0]).toEqual([seed, i, taker, true])
        expect([seed, i, taker, [...now.ties]]).toEqual([seed, i, taker, [...standing.ties]])
        standing = now
      }
      expect([seed, await standingIn(club)]).toEqual([seed, standing])
    }
    expect(others.length).toBeGreaterThan(150)
    // Sequences in which everything is refused would show nothing.
    expect(done).toBeGreaterThan(sequences)
    // Each of those that may tie somebody to something has done so.
    if (sequences >= 50) expect(tied.size).toBeGreaterThanOrEqual(4)
  })
})
