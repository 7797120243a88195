import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { organizations, type Sport } from '../table/organizations.ts'
import { teams } from '../table/teams.ts'

/** The organization or team of an id; refused when there is none. */
export async function unitOf(orgUnitId: string): Promise<{ name: string; sport: Sport }> {
  const organizationId = organizationOf(orgUnitId)
  const unit =
    orgUnitId === organizationId ? await organizations.get({ organizationId }) : await teams.get({ teamId: orgUnitId })
  if (!unit) throw new Problem('not_found')
  return unit
}
