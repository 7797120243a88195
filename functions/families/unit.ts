import { isId, organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { organizations } from '../table/organizations.ts'
import { organizationTeams, type OrganizationTeam, teams } from '../table/teams.ts'

export type Unit = { orgUnitId: string; organizationId: string; teams: ReadonlyMap<string, OrganizationTeam> }

/** A club with its teams, or one team. A coach of a team reaches no other one, and no player who is not on it. */
export async function unitOf(orgUnitId: string): Promise<Unit> {
  const organizationId = organizationOf(orgUnitId)
  if (isId('team', orgUnitId)) {
    const team = await teams.get({ teamId: orgUnitId }, { consistent: true })
    if (!team) throw new Problem('not_found')
    return { orgUnitId, organizationId, teams: new Map([[orgUnitId, team]]) }
  }
  const [organization, list] = await Promise.all([
    organizations.get({ organizationId }),
    organizationTeams.of({ organizationId }),
  ])
  if (!organization) throw new Problem('not_found')
  return { orgUnitId, organizationId, teams: new Map(list.map((team) => [team.teamId, team])) }
}
