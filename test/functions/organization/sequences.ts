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
import { addedBeyond, allNames, names, rightsIn, standingReaderOf } from './standingReader.ts'
import { aFolder, createTie, unexpectedTies } from './ties.ts'

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
      const userFields = { userId, firstName: name, lastName: 'X' }
      const email = `${userId}@club.example`
      const flagsOf: Flag[] = name === 'nobody' ? [] : name === 'boss' ? [...flags] : dice.subset(flags)
      const member = { ...userFields, flags: flagsOf }
      const appoint =
        name === 'lead' || name === 'coach2'
          ? teamAdministrators.appoint(club.falcons, member)
          : organizationAdministrators.appoint(club.organization, member)
      const account = [profiles.create({ ...userFields, email }), emailUsers.upsert({ email }, { set: { userId } })]
      return write(stamp, ...account, ...(flagsOf.length > 0 ? appoint : []))
    }),
  )

/** Accepting an invitation is checked separately below. */
const otherRoutes = routes.filter(
  ({ key, route: { can } }) =>
    !key.startsWith('GET ') && !isOpen(can) && !isStaff(can) && !key.endsWith('/invitation/{invitationId}/accept'),
)

/** Runs every other sequence, starting with the first or the second. */
export async function widenNobody(half: 0 | 1): Promise<void> {
  let successCount = 0
  const tieRoutes = new Set<string>()
  for (let seed = firstSeed + half; seed < firstSeed + 2 * sequences; seed += 2) {
    const dice = diceOf(seed)
    const club = await aClub()
    await people(club, dice)
    const invitationTokens: string[] = []
    const toFamily: Parameters<typeof createTie>[2]['sent'] = []
    const folder = await aFolder(club, 'boss')
    const standingReader = standingReaderOf(club)
    let standing = await standingReader.anew()
    const calls = RUNS ? maxCalls : 1 + dice.below(maxCalls)
    for (let i = 0; i < calls; i++) {
      const isTieRound = dice.below(5) === 0
      const name = dice.pick(isTieRound ? allNames : names)
      const as = club.user(name)
      const otherName = dice.pick([...names, 'admin'])
      const otherId = club.user(otherName)
      const orgUnitId = dice.pick([club.organizationId, club.falcons.teamId, club.otters.teamId])
      const permissions = dice.subset(flags)
      const accepts = dice.below(5) === 0 && invitationTokens.length > 0
      let request: Awaited<ReturnType<typeof createTie>> = { key: '', status: 0 }
      const callOptions = [
        // Any other write, as a valid request: none of them grants rights.
        async () => {
          const { key } = dice.pick(otherRoutes)
          request = { key, status: 0 }
          return (await send(key, await exampleRequest(key, club, { as }))).status
        },
        async () => {
          const part = newPart('i')
          const email = `${dice.pick([as, otherId])}@club.example`
          const body = { part, email, permissions }
          const answer = await call('POST /rest-api/organization/administrators/{orgUnitId}/invite', {
            as,
            orgUnitId,
            body,
          })
          if (answer.status === 200) invitationTokens.push(answer.body.id)
          return answer.status
        },
        async () =>
          (
            await call('PUT /rest-api/organization/administrators/{orgUnitId}/{userId}', {
              as,
              orgUnitId,
              userId: dice.pick([as, otherId]),
              body: { permissions },
            })
          ).status,
        async () =>
          (
            await call('DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}', {
              as,
              orgUnitId,
              userId: otherId,
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
      const acceptInvitation = async () => {
        request = await createTie(club, dice, { by: name, other: otherName, folder, sent: toFamily })
        return request.status
      }
      const status = await (isTieRound ? acceptInvitation : dice.pick(callOptions))()
      // Refused calls change nothing: if they did, the next check would find it, and the last one does.
      if (status === 200) {
        successCount += 1
        const newStanding = await standingReader.now()
        expect([seed, i, name, addedBeyond(standing, newStanding, rightsIn(standing.mayGive, name))]).toEqual([
          seed,
          i,
          name,
          [],
        ])
        const foundTies = unexpectedTies({ club, by: name, before: standing, ...request }, newStanding)
        expect([seed, i, name, request.key, foundTies]).toEqual([seed, i, name, request.key, []])
        if ([...newStanding.ties].some((each) => !standing.ties.has(each))) tieRoutes.add(request.key)
        standing = newStanding
      }
      if (!accepts) continue
      // Accepting an invitation grants no more rights than its sender still has.
      const invitationId = dice.pick(invitationTokens)
      const recipient = dice.pick(names)
      await call('POST /rest-api/organization/invitation/{invitationId}/accept', {
        as: club.user(recipient),
        invitationId,
      })
      const newStanding = await standingReader.now()
      const givableRights = Object.values(standing.mayGive).filter(
        (rights) => addedBeyond(standing, newStanding, rights).length === 0,
      )
      expect([seed, i, recipient, givableRights.length > 0]).toEqual([seed, i, recipient, true])
      expect([seed, i, recipient, [...newStanding.ties]]).toEqual([seed, i, recipient, [...standing.ties]])
      standing = newStanding
    }
    expect([seed, await standingReader.anew()]).toEqual([seed, standing])
  }
  expect(otherRoutes.length).toBeGreaterThan(150)
  // Sequences in which everything is refused would show nothing.
  expect(successCount).toBeGreaterThan(sequences)
  // Each call that may create a tie has done so.
  if (sequences >= 50) expect(tieRoutes.size).toBeGreaterThanOrEqual(4)
}
