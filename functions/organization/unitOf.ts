import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type Organization, organizations, type Sport } from '../table/organizations.ts'
import { teams } from '../table/teams.ts'

type Unit = { name: string; sport: Sport; organization: Organization; archived: boolean }
/** The organization or team of an id, with the organization it belongs to. Throws `not_found`. */
export async function unitOf(orgUnitId: string): Promise<Unit> {
  const organizationId = organizationOf(orgUnitId)
  const [organization, team] = await Promise.all([
    organizations.get({ organizationId }),
    orgUnitId === organizationId ? undefined : teams.get({ teamId: orgUnitId }),
  ])
  const unit = orgUnitId === organizationId ? organization : team
  if (!organization || !unit) throw new Problem('not_found')
  return { name: unit.name, sport: unit.sport, organization, archived: team?.archivedAt !== undefined }
}
