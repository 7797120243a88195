import type { teams as contract } from '#shared/api/teams.ts'
import { inviteOf, organizationOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { type InviteStatus, unanswered } from '#shared/rules/invites.ts'
import type { CallOf } from '../serve.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { ignoreProblem } from '../table/ignore.ts'
import { invites } from '../table/invites.ts'
import { type Player, players } from '../table/players.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { type NewPlayer, teamPlayers } from '../table/rosters.ts'
import { all, retryOnConflict } from '../table/table.ts'
import { removedPlaces } from '../table/removedRows.ts'
import { type Team, teams } from '../table/teams.ts'
import { isLastWrittenBy, type Stored, type Stamp } from '../table/writes.ts'
import { farFuture, restoreInvites } from './removePlayer.ts'

type Api = typeof contract
type PlayersToAdd = CallOf<Api, 'POST /api/v1/addPlayersToTeam'>['body']['playersToAdd']

/** Adds players to a team or to the club. Idempotent: after an interruption the same call completes it. */
export async function addPlayers({ body, me, stamp, now }: CallOf<Api, 'POST /api/v1/addPlayersToTeam'>) {
  const { orgUnitId, playersToAdd, addToUpcomingEvents, inviteStatus, removal } = body
  const teamId = teamOf(orgUnitId)
  const { access } = await me
  const added = await retryOnConflict(async () => {
    const team = teamId === undefined ? undefined : await teams.read({ teamId })
    if (team?.archivedAt !== undefined) throw new Problem('team_archived')
    return addToTeam(stamp, playersToAdd, access, team, { removal, now })
  })
  let restoredInvites = 0
  if (teamId !== undefined && removal !== undefined)
    for (const { playerId } of playersToAdd)
      restoredInvites += await restoreInvites(stamp, playerId, teamId, removal, now)
  const invited =
    teamId !== undefined && addToUpcomingEvents === 'on'
      ? await inviteToUpcoming(stamp, teamId, playersToAdd, inviteStatus ?? 'Pending', now)
      : 0
  return { success: true, message: 'Added', added, invited: restoredInvites + invited }
}

type RemovalRef = { removal: string | undefined; now: string }

async function addToTeam(
  stamp: Stamp,
  playersToAdd: PlayersToAdd,
  access: Access,
  team: Team | undefined,
  { removal, now }: RemovalRef,
): Promise<number> {
  const rows = await players.getMany(playersToAdd, { consistent: true })
  const newPlayers = playersToAdd.filter((_, i) => !rows[i])
  const existingPlayers = rows.filter((player) => player !== undefined)
  if (newPlayers.some(({ firstName }) => firstName === undefined)) throw new Problem('not_found')
  // A player whom a removal took off this team may be put back by anyone who may remove them and knows the removal's id.
  const removedPlaceOf = async (playerId: string) => {
    const place = removal === undefined ? undefined : await removedPlaces.findOpen({ playerId, removal }, now)
    return place?.teamId === team?.teamId ? place : undefined
  }
  const places = new Map(
    await Promise.all(existingPlayers.map(async ({ playerId }) => [playerId, await removedPlaceOf(playerId)] as const)),
  )
  if (team) for (const player of existingPlayers) if (!places.get(player.playerId)) requireMayAdd(access, player, team)
  await refuseOther(stamp, playersToAdd, existingPlayers, team)
  await teamPlayers.addNew(stamp, newPlayers.map(newPlayer), team)
  const joiningPlayers = team
    ? existingPlayers.filter((player) => player.teams.every(({ id }) => id !== team.teamId))
    : []
  for (const { playerId } of joiningPlayers) {
    const place = places.get(playerId)
    const { number, position } = place ?? playersToAdd.find((each) => each.playerId === playerId) ?? {}
    const rosterFields = { ...(number && { number }), ...(position && { position }) }
    const consumed = place && removal !== undefined ? [removedPlaces.remove({ playerId, removal }, 'conflict')] : []
    if (team) await teamPlayers.add(stamp, playerId, team, rosterFields, ...consumed)
  }
  return newPlayers.length + joiningPlayers.length
}

const newPlayer = ({
  playerId,
  firstName = '',
  lastName = '',
  number,
  position,
  bornOn,
}: PlayersToAdd[number]): NewPlayer => ({
  playerId,
  firstName,
  lastName,
  ...(number && { number }),
  ...(position && { position }),
  ...(bornOn && { bornOn }),
})

/**
 * A new player who was created by the same user before, after a lost response. An identical request changes nothing; one that was
 * corrected in between is refused, as something else is stored.
 */
async function refuseOther(
  stamp: Stamp,
  playersToAdd: PlayersToAdd,
  existingPlayers: readonly Stored<Player>[],
  team: Team | undefined,
) {
  const ownPlayersById = new Map(
    existingPlayers.filter((player) => isLastWrittenBy(player, stamp)).map((player) => [player.playerId, player]),
  )
  const repeatedPlayers = playersToAdd.filter(
    ({ playerId, firstName }) => firstName !== undefined && ownPlayersById.has(playerId),
  )
  const rows = team
    ? await rosterRows.getMany(
        repeatedPlayers.map(({ playerId }) => ({ playerId, teamId: team.teamId })),
        { consistent: true },
      )
    : []
  const isSame = ({ playerId, firstName, lastName, bornOn, number, position }: PlayersToAdd[number], i: number) => {
    const [player, row] = [ownPlayersById.get(playerId), rows[i]]
    const isSamePerson =
      matches(firstName, player?.firstName) && matches(lastName, player?.lastName) && matches(bornOn, player?.bornOn)
    return isSamePerson && (!row || (matches(number, row.number) && matches(position, row.position)))
  }
  if (!repeatedPlayers.every(isSame)) throw new Problem('saved_before')
}
/** An omitted field matches anything. */
const matches = (sentValue: string | undefined, storedValue = ''): boolean =>
  sentValue === undefined || sentValue === storedValue

/** Users with the right on a single team can only add players who are already on another of their teams. */
function requireMayAdd(access: Access, player: Player, { teamId }: Team): void {
  const organizationId = organizationOf(player.playerId)
  const mayEdit = (id?: string) =>
    flagsOn(access, { organizationId, ...(id !== undefined && { teamId: id }) }).has('canEditPlayers')
  const isKnown = mayEdit() || player.teams.some(({ id }) => id === teamId || mayEdit(id))
  if (!isKnown) throw new Problem('not_allowed')
}

/** Invites them to all events of the team from now on; returns the number of invites. */
async function inviteToUpcoming(
  stamp: Stamp,
  teamId: string,
  playersToAdd: PlayersToAdd,
  status: InviteStatus,
  now: string,
) {
  const rosterItems = await rosterRows.getMany(
    playersToAdd.map(({ playerId }) => ({ teamId, playerId })),
    { consistent: true },
  )
  const roster = rosterItems.filter((player) => player !== undefined)
  const upcomingEvents = await retryOnConflict(async () => {
    const teamEvents = (await all<Event>({ ...events.between(teamId, now, farFuture), consistent: true })).filter(
      isVisible,
    )
    await invites.inviteMissing(stamp, teamEvents, roster, (player, event) => invites.unansweredInvite(event, player))
    return teamEvents
  })
  if (status !== 'Pending')
    for (const { eventId } of upcomingEvents)
      await Promise.all(roster.map(({ playerId }) => answerFirst(stamp, inviteOf(eventId, playerId), status)))
  return upcomingEvents.length * roster.length
}

/** An answer given meanwhile stays. */
async function answerFirst(stamp: Stamp, inviteId: string, status: InviteStatus): Promise<void> {
  await invites.answer(stamp, { inviteId, status, replaces: unanswered }).catch(ignoreProblem)
}
