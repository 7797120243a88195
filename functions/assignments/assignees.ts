import type { assignments as area } from '#shared/api/assignments.ts'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { byName, byTitle } from '#shared/rules/names.ts'
import { type Assignees, maxAssigned } from '#shared/rules/tasks.ts'
import { playerCard } from '../people/playerCard.ts'
import type { CallOf } from '../serve.ts'
import { playersShown } from '../access/pictureConsent.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import { type NamedPlayer, players } from '../table/players.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { all, startingWith } from '../table/table.ts'
import { checkUnit } from './existing.ts'
import { organizationTeams, teamPartition, teams } from '../table/teams.ts'

export const rosterOf = (teamId: string) =>
  all<TeamPlayer>({ pk: teamPartition({ teamId }), ...startingWith('TEAM#PLAYER#'), consistent: true })

/** The assigned players: the current rosters of the teams, and the players chosen individually; without duplicates. */
export async function resolveAssignees({ teamIds, playerIds }: Assignees): Promise<Map<string, NamedPlayer>> {
  const [rosters, namedPlayers] = await Promise.all([
    Promise.all([...new Set(teamIds)].map(rosterOf)),
    playersShown(playerIds),
  ])
  const assignedPlayers: NamedPlayer[] = [...rosters.flat(), ...namedPlayers.filter((player) => player !== undefined)]
  return new Map(assignedPlayers.map((player) => [player.playerId, player]))
}

/**
 * The ids of the players for whom it is due: of a team's assignment, assigned players on its roster while it is active; of a club's, those on
 * an active team of it, and the named ones.
 */
export async function currentAssigneeIds(assignmentId: string, assignees: Assignees): Promise<Set<string>> {
  const teamId = teamOf(assignmentId)
  const active = await activeTeamIds(teamId === undefined ? assignees.teamIds : [teamId])
  if (teamId === undefined) return new Set((await resolveAssignees({ ...assignees, teamIds: active })).keys())
  if (active.length === 0) return new Set()
  const [assigned, roster] = await Promise.all([resolveAssignees(assignees), rosterOf(teamId)])
  return new Set(roster.map(({ playerId }) => playerId).filter((id) => assigned.has(id)))
}

/** The teams that are not archived. */
async function activeTeamIds(teamIds: readonly string[]): Promise<string[]> {
  const ids = teamIds.map((teamId) => ({ teamId }))
  const foundTeams = await teams.getMany(ids, { consistent: true })
  return foundTeams.flatMap((team) => (team && team.archivedAt === undefined ? [team.teamId] : []))
}

const nobody: Assignees = { teamIds: [], playerIds: [] }
/**
 * Throws for an assignment to nobody, to too many, or to teams and players outside the unit. Players who were assigned `before` are allowed
 * even if they have left; a merged player is accepted by either id.
 */
export async function checkAssignees(orgUnitId: string, assignees: Assignees, before = nobody): Promise<void> {
  const { teamIds, playerIds } = assignees
  const mergedIds = await mergedPlayers.now([...new Set([...playerIds, ...before.playerIds])])
  const currentIdOf = (id: string) => mergedIds.get(id) ?? id
  const previousIds = new Set(before.playerIds.map(currentIdOf))
  const added = {
    teamIds: teamIds.filter((id) => !before.teamIds.includes(id)),
    playerIds: playerIds.map(currentIdOf).filter((id) => !previousIds.has(id)),
  }
  if (!(await areOfUnit(orgUnitId, added))) throw new Problem('not_found')
  const count = (await resolveAssignees({ teamIds, playerIds })).size
  if (count === 0) throw new Problem('bad_request', [faultAt('assignees', 'select_one')])
  if (count > maxAssigned) throw new Problem('bad_request', [faultAt('assignees', 'too_many', { limit: maxAssigned })])
}

async function areOfUnit(orgUnitId: string, { teamIds, playerIds }: Assignees): Promise<boolean> {
  const unitTeam = teamOf(orgUnitId)
  if (unitTeam !== undefined) {
    const roster = new Set((await rosterOf(unitTeam)).map(({ playerId }) => playerId))
    return teamIds.every((id) => id === unitTeam) && playerIds.every((id) => roster.has(id))
  }
  const [foundTeams, namedPlayers] = await Promise.all([
    teams.getMany(teamIds.map((teamId) => ({ teamId }))),
    players.getMany(playerIds.map((playerId) => ({ playerId }))),
  ])
  return [...foundTeams, ...namedPlayers].every((each) => each !== undefined)
}

/** The teams and players to whom a team or a club can assign. */
export async function listAssignees({
  params: { orgUnitId },
}: CallOf<typeof area, 'GET /rest-api/assignment/assignees/{orgUnitId}'>) {
  const organizationId = organizationOf(orgUnitId)
  const [listed] = await Promise.all([
    organizationTeams.of({ organizationId }, { consistent: false }),
    checkUnit(orgUnitId),
  ])
  const assignableTeams = listed.filter(({ teamId, archivedAt }) =>
    orgUnitId === organizationId ? archivedAt === undefined : teamId === orgUnitId,
  )
  const rosters = await Promise.all(assignableTeams.map(({ teamId }) => rosterOf(teamId)))
  const playersById = new Map<string, TeamPlayer & { teamIds: string[] }>()
  for (const [i, roster] of rosters.entries())
    for (const player of roster) {
      const knownTeamIds = playersById.get(player.playerId)?.teamIds ?? []
      playersById.set(player.playerId, { ...player, teamIds: [...knownTeamIds, assignableTeams[i]?.teamId ?? ''] })
    }
  return {
    teams: assignableTeams.map(({ teamId: id, name }) => ({ id, name })).toSorted(byTitle),
    players: [...playersById.values()]
      .toSorted(byName)
      .map((player) => ({ ...playerCard(player), teamIds: player.teamIds })),
  }
}
