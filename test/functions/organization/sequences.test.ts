import { describe, expect, it } from 'vitest'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { meOf } from '#functions/table/me.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { routes } from '#shared/api/index.ts'
import { type Flag, flags, flagsOn, isOpen, isStaff } from '#shared/permissions.ts'
import { asked } from '../asked.ts'
import { call, send } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'

/** Ten thousand and more when the long run is asked for. */
const { RUNS, SEED } = process.env
const sequences = Number(RUNS ?? 5)
const firstSeed = Number(SEED ?? 1)
const mostCalls = 30

/** A dice that falls the same way for the same seed: a sequence that went wrong can be played again. */
function diceOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  return {
    among: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    some: <T>(list: readonly T[]): T[] => list.filter(() => next() < 0.4),
    below: (most: number) => Math.floor(next() * most),
  }
}
type Dice = ReturnType<typeof diceOf>

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

const rightsOf = async (club: Club, name: string) => {
  const { access } = await meOf({ userId: club.user(name) })
  const of = (teamId?: string) => [
    ...flagsOn(access, { organizationId: club.organizationId, ...(teamId && { teamId }) }),
  ]
  return { club: of(), falcons: of(club.falcons.teamId), otters: of(club.otters.teamId) }
}
type Rights = Awaited<ReturnType<typeof rightsOf>>
/** With what nobody who runs the club has any more, which who edits its administrators can take up, for all its teams. */
async function withUnheld(club: Club, rights: Rights): Promise<Rights> {
  if (!rights.club.includes('canEditAdministrators')) return rights
  const held = (await organizationAdministrators.of(club.organization)).flatMap((row) => row.flags)
  const unheld = flags.filter((flag) => !held.includes(flag))
  const more = (own: Flag[]) => [...own, ...unheld]
  return { club: more(rights.club), falcons: more(rights.falcons), otters: more(rights.otters) }
}
const isWithin = (one: Rights, other: Rights) =>
  (['club', 'falcons', 'otters'] as const).every((place) => one[place].every((flag) => other[place].includes(flag)))

describe('whatever somebody does in whatever order', () => {
  it('never gives them a right that they had not, nor anybody one that its giver had not, while anybody has it', async () => {
    let done = 0
    for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
      const dice = diceOf(seed)
      const club = await aClub()
      await people(club, dice)
      const invited: string[] = []
      const calls = 1 + dice.below(mostCalls)
      for (let i = 0; i < calls; i++) {
        const name = dice.among(names)
        const as = club.user(name)
        const other = club.user(dice.among([...names, 'admin']))
        const orgUnitId = dice.among([club.organizationId, club.falcons.teamId, club.otters.teamId])
        const permissions = dice.some(flags)
        const before = await withUnheld(club, await rightsOf(club, name))
        const accepts = dice.below(5) === 0 && invited.length > 0
        const status = await dice.among([
          // Anything else that changes something, as it is rightly asked: none of it gives rights.
          async () => {
            const { key } = dice.among(others)
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
        ])()
        if (status === 200) done += 1
        const after = await rightsOf(club, name)
        expect([seed, i, name, isWithin(after, before)]).toEqual([seed, i, name, true])
        if (!accepts) continue
        // Somebody accepts what another has offered: no more than that one has by then.
        const invitationId = dice.among(invited)
        const everybody = await Promise.all(
          [...names, 'admin'].map(async (each) => withUnheld(club, await rightsOf(club, each))),
        )
        const taker = dice.among(names)
        const had = await rightsOf(club, taker)
        await call('POST /rest-api/organization/invitation/{invitationId}/accept', {
          as: club.user(taker),
          invitationId,
        })
        const has = await rightsOf(club, taker)
        const place = invitationId.startsWith(club.falcons.teamId)
          ? 'falcons'
          : invitationId.startsWith(club.otters.teamId)
            ? 'otters'
            : 'club'
        const gained = has[place].filter((flag) => !had[place].includes(flag))
        const giver = everybody.some((rights) => gained.every((flag) => rights[place].includes(flag)))
        expect([seed, i, taker, giver]).toEqual([seed, i, taker, true])
      }
    }
    expect(others.length).toBeGreaterThan(150)
    // Sequences in which everything is refused would show nothing.
    expect(done).toBeGreaterThan(sequences)
  })
})
