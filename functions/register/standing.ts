import { organizationOf, teamOf } from '#shared/ids.ts'
import { isShut } from '#shared/rules/registrations/window.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import type { Registration } from '../table/registrations.ts'
import { type Team, teams } from '../table/teams.ts'

/** The club and the team that a registration is of. */
type Unit = { club: Organization | undefined; team: Team | undefined }
export async function unitOf(registrationId: string, { consistent = false } = {}): Promise<Unit> {
  const teamId = teamOf(registrationId)
  const [club, team] = await Promise.all([
    organizations.get({ organizationId: organizationOf(registrationId) }, { consistent }),
    teamId === undefined ? undefined : teams.get({ teamId }, { consistent }),
  ])
  return { club, team }
}

/**
 * How a registration stands for families: where a club has registration no more, all of its are closed; and a team that is
 * archived takes nobody, whatever day its registration was to open or close.
 */
export const stateIn = ({ state }: Pick<Registration, 'state'>, { club, team }: Unit): Registration['state'] =>
  isShut(club, team) ? 'closed' : state
