import { organizationOf, teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { organizations } from '../table/organizations.ts'
import { teams } from '../table/teams.ts'

/** The team or the club that sends an email. Throws `not_found`. */
export async function unitOf(orgUnitId: string) {
  const organizationId = organizationOf(orgUnitId)
  const teamId = teamOf(orgUnitId)
  const [organization, team] = await Promise.all([
    organizations.get({ organizationId }),
    teamId === undefined ? undefined : teams.get({ teamId }),
  ])
  if (!organization || (teamId !== undefined && !team)) throw new Problem('not_found')
  const { name: organizationName, timezone } = organization
  return { orgUnitName: team?.name ?? organizationName, organizationName, timezone }
}
