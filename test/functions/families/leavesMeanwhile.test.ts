import { expect, it } from 'vitest'
import { writeLink } from '#functions/http/links.ts'
import { playerContext } from '#functions/families/people/familyOf.ts'
import { families } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { inNoRole } from '../roles.ts'
import { inOtherProcess, runIntercepted } from '../simulatedProcess.ts'

/** A coach may invite families of their own team's players: also when a player leaves the team at that moment. */

const invite = async (club: Club) => {
  const invitationId = newPart('invitation')
  const body = { invitationId, name: 'Gran', email: 'gran@family.example', relation: 'own' as const }
  const { status } = await call('POST /rest-api/families/player/{playerId}/invite', {
    as: club.user('coach'),
    playerId: club.mia.playerId,
    body: { ...body, teamId: club.falcons.teamId },
  })
  return { invitationId, status }
}
const accept = async (club: Club, invitationId: string) => {
  const [made, ends] = ['2026-11-21T18:00:00Z', '2026-12-21T18:00:00Z']
  const about = { about: club.mia.playerId, userId: club.user('coach'), made, ends }
  const token = await writeLink('join', { ...about, data: [invitationId] })
  return (await call('POST /rest-api/families/invitation/accept', { as: club.user('gran'), body: { token } })).status
}

/** Lets Mia leave the team before the n-th call of the work; whether the work was `done` by then, and whether it has so many calls. */
async function leavesBefore(n: number, club: Club, isDone: () => Promise<boolean>, work: () => Promise<unknown>) {
  let [calls, done] = [0, false]
  await runIntercepted(async (outside) => {
    if (++calls === n)
      await inOtherProcess(() =>
        inNoRole(async () => {
          done = await isDone()
          await teamPlayers.remove(stamp, club.mia.playerId, club.falcons)
        }),
      )
    return outside()
  }, work)
  return { done, isReached: calls >= n }
}

it('an invitation of a coach is not accepted for a player who leaves the team meanwhile', async () => {
  const joined = async (club: Club) =>
    (await families.get({ playerId: club.mia.playerId, userId: club.user('gran') }, { consistent: true })) !== undefined
  for (let n = 1, isReached = true; isReached; n++) {
    const club = await aClub()
    const { invitationId } = await invite(club)
    let status = 0
    const round = await leavesBefore(
      n,
      club,
      () => joined(club),
      async () => void (status = await accept(club, invitationId)),
    )
    isReached = round.isReached
    const isAccepted = round.done || !isReached
    expect([n, await joined(club), status === 200]).toEqual([n, isAccepted, isAccepted])
  }
})

it('a coach does not send an invitation for a player who leaves the team meanwhile', async () => {
  for (let n = 1, isReached = true; isReached; n++) {
    const club = await aClub()
    const sent = async () => (await playerContext(club.mia.playerId)).invitations.length > 0
    let status = 0
    const round = await leavesBefore(n, club, sent, async () => void (status = (await invite(club)).status))
    isReached = round.isReached
    const isSent = round.done || !isReached
    expect([n, await sent(), status === 200]).toEqual([n, isSent, isSent])
  }
})
