import type { teams as contract } from '#shared/api/teams.ts'
import { inviteOf, organizationOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { type InviteStatus, unanswered } from '#shared/rules/invites.ts'
import type { CallOf } from '../serve.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import { type Player, players } from '../table/players.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { type NewPlayer, teamPlayers } from '../table/rosters.ts'
import { all, retryOnConflict } from '../table/table.ts'
import { removedPlaces } from '../table/removedRows.ts'
import { type Team, teams } from '../table/teams.ts'
import { isLastWrittenBy, type Stored, type Stamp } from '../table/writes.ts'
import { far, inviteAsBefore } from './removePlayer.ts'

type Api = typeof contract
type Wanted = CallOf<Api, 'POST /api/v1/addPlayersToTeam'>['body']['playersToAdd']

/** Adds players to a team or to the club. Idempotent: after an interruption the same call completes it. */
export async function addPlayers({ body, me, stamp, now }: CallOf<Api, 'POST /api/v1/addPlayersToTeam'>) {
  const { orgUnitId, playersToAdd: wanted, addToUpcomingEvents, inviteStatus, removal } = body
  const teamId = teamOf(orgUnitId)
  const { access } = await me
  const added = await retryOnConflict(async () => {
    const team = teamId === undefined ? undefined : await teams.read({ teamId })
    if (team?.archivedAt !== undefined) throw new Problem('team_archived')
    return putOn(stamp, wanted, access, team, { removal, now })
  })
  let back = 0
  if (teamId !== undefined && removal !== undefined)
    for (const { playerId } of wanted) back += await inviteAsBefore(stamp, playerId, teamId, removal, now)
  const invited =
    teamId !== undefined && addToUpcomingEvents === 'on'
      ? await inviteToComing(stamp, teamId, wanted, inviteStatus ?? 'Pending', now)
      : 0
  return { success: true, message: 'Added', added, invited: back + invited }
}

type Undoing = { removal: string | undefined; now: string }

async function putOn(
  stamp: Stamp,
  wanted: Wanted,
  access: Access,
  team: Team | undefined,
  { removal, now }: Undoing,
): Promise<number> {
  const there = await players.getMany(wanted, { consistent: true })
  const fresh = wanted.filter((_, i) => !there[i])
  const before = there.filter((player) => player !== undefined)
  if (fresh.some(({ firstName }) => firstName === undefined)) throw new Problem('not_found')
  // A player whom a removal took off this team may be put back by anyone who may remove them and knows the removal's id.
  const takenFrom = async (playerId: string) => {
    const place = removal === undefined ? undefined : await removedPlaces.findOpen({ playerId, removal }, now)
    return place?.teamId === team?.teamId ? place : undefined
  }
  const places = new Map(
    await Promise.all(before.map(async ({ playerId }) => [playerId, await takenFrom(playerId)] as const)),
  )
  if (team) for (const player of before) if (!places.get(player.playerId)) mayBring(access, player, team)
  await refuseOther(stamp, wanted, before, team)
  await teamPlayers.addNew(stamp, fresh.map(newPlayer), team)
  const joining = team ? before.filter((player) => player.teams.every(({ id }) => id !== team.teamId)) : []
  for (const { playerId } of joining) {
    const place = places.get(playerId)
    const { number, position } = place ?? wanted.find((each) => each.playerId === playerId) ?? {}
    const stood = { ...(number && { number }), ...(position && { position }) }
    const used = place && removal !== undefined ? [removedPlaces.remove({ playerId, removal }, 'conflict')] : []
    if (team) await teamPlayers.add(stamp, playerId, team, stood, ...used)
  }
  return fresh.length + joining.length
}

const newPlayer = ({
  playerId,
  firstName = '',
  lastName = '',
  number,
  position,
  bornOn,
}: Wanted[number]): NewPlayer => ({
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
async function refuseOther(stamp: Stamp, wanted: Wanted, before: readonly Stored<Player>[], team: Team | undefined) {
  const own = new Map(
    before.filter((player) => isLastWrittenBy(player, stamp)).map((player) => [player.playerId, player]),
  )
  const again = wanted.filter(({ playerId, firstName }) => firstName !== undefined && own.has(playerId))
  const rows = team
    ? await rosterRows.getMany(
        again.map(({ playerId }) => ({ playerId, teamId: team.teamId })),
        { consistent: true },
      )
    : []
  const isSame = ({ playerId, firstName, lastName, bornOn, number, position }: Wanted[number], i: number) => {
    const [player, row] = [own.get(playerId), rows[i]]
    const isPerson =
      stands(firstName, player?.firstName) && stands(lastName, player?.lastName) && stands(bornOn, player?.bornOn)
    return isPerson && (!row || (stands(number, row.number) && stands(position, row.position)))
  }
  if (!again.every(isSame)) throw new Problem('saved_before')
}
/** An omitted field matches anything. */
const stands = (sent: string | undefined, said = ''): boolean => sent === undefined || sent === said

/** Users with the right on a single team can only add players who are already on another of their teams. */
function mayBring(access: Access, player: Player, { teamId }: Team): void {
  const organizationId = organizationOf(player.playerId)
  const has = (id?: string) =>
    flagsOn(access, { organizationId, ...(id !== undefined && { teamId: id }) }).has('canEditPlayers')
  const isKnown = has() || player.teams.some(({ id }) => id === teamId || has(id))
  if (!isKnown) throw new Problem('not_allowed')
}

/** Invites them to all events of the team from now on; returns the number of invites. */
async function inviteToComing(stamp: Stamp, teamId: string, wanted: Wanted, status: InviteStatus, now: string) {
  const found = await rosterRows.getMany(
    wanted.map(({ playerId }) => ({ teamId, playerId })),
    { consistent: true },
  )
  const roster = found.filter((player) => player !== undefined)
  const coming = await retryOnConflict(async () => {
    const listed = (await all<Event>({ ...events.between(teamId, now, far), consistent: true })).filter(isVisible)
    await invites.inviteMissing(stamp, listed, roster, (player, event) => invites.unansweredInvite(event, player))
    return listed
  })
  if (status !== 'Pending')
    for (const { eventId } of coming)
      await Promise.all(roster.map(({ playerId }) => answerFirst(stamp, inviteOf(eventId, playerId), status)))
  return coming.length * roster.length
}

/** An answer given meanwhile stays. */
async function answerFirst(stamp: Stamp, inviteId: string, status: InviteStatus): Promise<void> {
  try {
    await invites.answer(stamp, { inviteId, status, replaces: unanswered })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}
