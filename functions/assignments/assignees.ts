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
export async function playersIn({ teamIds, playerIds }: Assignees): Promise<Map<string, NamedPlayer>> {
  const [rosters, named] = await Promise.all([
    Promise.all([...new Set(teamIds)].map(rosterOf)),
    playersShown(playerIds),
  ])
  const found: NamedPlayer[] = [...rosters.flat(), ...named.filter((player) => player !== undefined)]
  return new Map(found.map((player) => [player.playerId, player]))
}

/** What decides whether an assignment is due for a player. `isOn`: they are on the roster of the team, and it is active. */
type Standing = { isNamed: boolean; isOn: (teamId: string) => boolean }
/**
 * Whether an assignment is due for a player: they are named, or on one of its teams. A team's assignment is only for players on that team.
 */
export function isMeant(assignmentId: string, { teamIds }: Assignees, { isNamed, isOn }: Standing): boolean {
  const unit = teamOf(assignmentId)
  return (unit === undefined || isOn(unit)) && (isNamed || teamIds.some(isOn))
}

/** The ids of all players for whom it is due. */
export async function stillMeant(assignmentId: string, assignees: Assignees): Promise<Set<string>> {
  const unit = teamOf(assignmentId)
  const active = await activeAmong([...new Set([...assignees.teamIds, ...(unit === undefined ? [] : [unit])])])
  const [rosters, named] = await Promise.all([Promise.all(active.map(rosterOf)), playersShown(assignees.playerIds)])
  const on = new Map(active.map((teamId, i) => [teamId, idsOf(rosters[i] ?? [])]))
  const names = idsOf(named.filter((player) => player !== undefined))
  const standing = (playerId: string): Standing => ({
    isNamed: names.has(playerId),
    isOn: (teamId) => on.get(teamId)?.has(playerId) ?? false,
  })
  const anybody = [names, ...on.values()].flatMap((ids) => [...ids])
  return new Set(anybody.filter((playerId) => isMeant(assignmentId, assignees, standing(playerId))))
}

const idsOf = (people: readonly { playerId: string }[]) => new Set(people.map(({ playerId }) => playerId))

/** The teams that are not archived. */
async function activeAmong(teamIds: readonly string[]): Promise<string[]> {
  const ids = teamIds.map((teamId) => ({ teamId }))
  const found = await teams.getMany(ids, { consistent: true })
  return found.flatMap((team) => (team && team.archivedAt === undefined ? [team.teamId] : []))
}

const nobody: Assignees = { teamIds: [], playerIds: [] }
/**
 * Throws for an assignment to nobody, to too many, or to teams and players outside the unit. Players who were assigned `before` are allowed
 * even if they have left; a merged player is accepted by either id.
 */
export async function checkAssignees(orgUnitId: string, assignees: Assignees, before = nobody): Promise<void> {
  const { teamIds, playerIds } = assignees
  const now = await mergedPlayers.currentIds([...new Set([...playerIds, ...before.playerIds])])
  const nowOf = (id: string) => now.get(id) ?? id
  const had = new Set(before.playerIds.map(nowOf))
  const fresh = {
    teamIds: teamIds.filter((id) => !before.teamIds.includes(id)),
    playerIds: playerIds.map(nowOf).filter((id) => !had.has(id)),
  }
  if (!(await areOfUnit(orgUnitId, fresh))) throw new Problem('not_found')
  const count = (await playersIn({ teamIds, playerIds })).size
  if (count === 0) throw new Problem('bad_request', [faultAt('assignees', 'select_one')])
  if (count > maxAssigned) throw new Problem('bad_request', [faultAt('assignees', 'too_many', { limit: maxAssigned })])
}

async function areOfUnit(orgUnitId: string, { teamIds, playerIds }: Assignees): Promise<boolean> {
  const unitTeam = teamOf(orgUnitId)
  if (unitTeam !== undefined) {
    const roster = new Set((await rosterOf(unitTeam)).map(({ playerId }) => playerId))
    return teamIds.every((id) => id === unitTeam) && playerIds.every((id) => roster.has(id))
  }
  const [found, named] = await Promise.all([
    teams.getMany(teamIds.map((teamId) => ({ teamId }))),
    players.getMany(playerIds.map((playerId) => ({ playerId }))),
  ])
  return [...found, ...named].every((each) => each !== undefined)
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
  const meant = listed.filter(({ teamId, archivedAt }) =>
    orgUnitId === organizationId ? archivedAt === undefined : teamId === orgUnitId,
  )
  const rosters = await Promise.all(meant.map(({ teamId }) => rosterOf(teamId)))
  const found = new Map<string, TeamPlayer & { teamIds: string[] }>()
  for (const [i, roster] of rosters.entries())
    for (const player of roster) {
      const known = found.get(player.playerId)?.teamIds ?? []
      found.set(player.playerId, { ...player, teamIds: [...known, meant[i]?.teamId ?? ''] })
    }
  return {
    teams: meant.map(({ teamId: id, name }) => ({ id, name })).toSorted(byTitle),
    players: [...found.values()].toSorted(byName).map((player) => ({ ...playerCard(player), teamIds: player.teamIds })),
  }
}
