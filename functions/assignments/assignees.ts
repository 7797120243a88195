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

/** What decides whether an assignment is due for a player. `isOn`: they are on the roster of the team, and it is active. */
type PlayerPlace = { isNamed: boolean; isOn: (teamId: string) => boolean }
/**
 * Whether an assignment is due for a player: they are named, or on one of its teams. A team's assignment is only for players on that team.
 */
export function isAssigned(assignmentId: string, { teamIds }: Assignees, { isNamed, isOn }: PlayerPlace): boolean {
  const teamId = teamOf(assignmentId)
  return (teamId === undefined || isOn(teamId)) && (isNamed || teamIds.some(isOn))
}

/** The ids of all players for whom it is due. */
export async function currentAssigneeIds(assignmentId: string, assignees: Assignees): Promise<Set<string>> {
  const unitTeam = teamOf(assignmentId)
  const teamIds = await activeTeamIds([
    ...new Set([...assignees.teamIds, ...(unitTeam === undefined ? [] : [unitTeam])]),
  ])
  const [rosters, named] = await Promise.all([Promise.all(teamIds.map(rosterOf)), playersShown(assignees.playerIds)])
  const rosterIds = new Map(teamIds.map((teamId, i) => [teamId, idsOf(rosters[i] ?? [])]))
  const namedIds = idsOf(named.filter((player) => player !== undefined))
  const placeOf = (playerId: string): PlayerPlace => ({
    isNamed: namedIds.has(playerId),
    isOn: (teamId) => rosterIds.get(teamId)?.has(playerId) ?? false,
  })
  const candidates = [namedIds, ...rosterIds.values()].flatMap((ids) => [...ids])
  return new Set(candidates.filter((playerId) => isAssigned(assignmentId, assignees, placeOf(playerId))))
}

const idsOf = (people: readonly { playerId: string }[]) => new Set(people.map(({ playerId }) => playerId))

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
  const mergedIds = await mergedPlayers.currentIds([...new Set([...playerIds, ...before.playerIds])])
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
