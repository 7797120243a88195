import { isId, organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { organizations } from '../table/organizations.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { teamPlayers } from '../table/rosters.ts'
import { organizationTeams, teams } from '../table/teams.ts'

/** The fields of its team or club that an event repeats. */
export type OrgUnit = { teamName: string; fieldLabel: string; zone?: string }

/** Whether it is an archived team, which gets no new events. */
export async function isArchivedTeam(orgUnitId: string): Promise<boolean> {
  const team = isId('team', orgUnitId) ? await teams.get({ teamId: orgUnitId }) : undefined
  return team?.archivedAt !== undefined
}
export async function refuseArchived(orgUnitId: string): Promise<void> {
  if (await isArchivedTeam(orgUnitId)) throw new Problem('team_archived')
}

export async function readOrgUnit(orgUnitId: string): Promise<OrgUnit> {
  if (isId('team', orgUnitId)) {
    const team = await teams.get({ teamId: orgUnitId })
    if (!team) throw new Problem('not_found')
    return { teamName: team.name, fieldLabel: team.sport.fieldLabel }
  }
  const organization = await organizations.get({ organizationId: orgUnitId })
  if (!organization) throw new Problem('not_found')
  return { teamName: organization.name, fieldLabel: organization.sport.fieldLabel }
}

/** A team with its roster, in one query; or a club with the players of all its teams. */
export async function withPlayers(
  orgUnitId: string,
): Promise<{ orgUnit: OrgUnit; players: TeamPlayer[]; isArchived?: boolean }> {
  if (!isId('team', orgUnitId)) {
    const [orgUnit, players] = await Promise.all([readOrgUnit(orgUnitId), playersOfClub(orgUnitId)])
    return { orgUnit, players }
  }
  const { team, players } = await teamPlayers.withTeam({ teamId: orgUnitId })
  if (!team) throw new Problem('not_found')
  const isArchived = team.archivedAt !== undefined
  return { orgUnit: { teamName: team.name, fieldLabel: team.sport.fieldLabel }, players, isArchived }
}

/** The same; throws for an archived team, which gets no new events. */
export async function activeWithPlayers(orgUnitId: string) {
  const { isArchived, ...unit } = await withPlayers(orgUnitId)
  if (isArchived) throw new Problem('team_archived')
  return unit
}

export const playersOf = async (orgUnitId: string): Promise<TeamPlayer[]> => (await withPlayers(orgUnitId)).players

async function playersOfClub(orgUnitId: string): Promise<TeamPlayer[]> {
  const active = await organizationTeams.active({ organizationId: organizationOf(orgUnitId) })
  const rosters = await Promise.all(active.map(({ teamId }) => teamPlayers.withTeam({ teamId })))
  const all = rosters.flatMap(({ players }) => players)
  return [...new Map(all.map((player) => [player.playerId, player])).values()]
}
