import { isId, organizationOf } from '#shared/ids.ts'
import type { PlayerField } from '#shared/rules/organizations.ts'
import { Problem } from '#shared/problems.ts'
import { organizations } from '../table/organizations.ts'
import { organizationTeams, type OrganizationTeam, teams } from '../table/teams.ts'

/** A club or a team. `questions`: the club's own questions about its players. */
export type Unit = {
  orgUnitId: string
  organizationId: string
  teams: ReadonlyMap<string, OrganizationTeam>
  questions: readonly PlayerField[]
}

/** A club with all its teams, or one team alone. Throws `not_found`. */
export async function unitOf(orgUnitId: string): Promise<Unit> {
  const organizationId = organizationOf(orgUnitId)
  if (isId('team', orgUnitId)) {
    const [team, club] = await Promise.all([
      teams.get({ teamId: orgUnitId }, { consistent: true }),
      organizations.get({ organizationId }),
    ])
    if (!team) throw new Problem('not_found')
    return { orgUnitId, organizationId, teams: new Map([[orgUnitId, team]]), questions: club?.playerFields ?? [] }
  }
  const [organization, list] = await Promise.all([
    organizations.get({ organizationId }),
    organizationTeams.of({ organizationId }),
  ])
  if (!organization) throw new Problem('not_found')
  const { playerFields: questions = [] } = organization
  return { orgUnitId, organizationId, teams: new Map(list.map((team) => [team.teamId, team])), questions }
}
