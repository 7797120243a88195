import { organizationOf, teamOf } from '#shared/ids.ts'
import { isClosed } from '#shared/rules/registrations/window.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import type { Registration } from '../table/registrations.ts'
import { type Team, teams } from '../table/teams.ts'

/** The club and the team of a registration. */
type Unit = { club: Organization | undefined; team: Team | undefined }
export async function unitOf(registrationId: string, { consistent = false } = {}): Promise<Unit> {
  const teamId = teamOf(registrationId)
  const [club, team] = await Promise.all([
    organizations.get({ organizationId: organizationOf(registrationId) }, { consistent }),
    teamId === undefined ? undefined : teams.get({ teamId }, { consistent }),
  ])
  return { club, team }
}

/** The state of a registration for families: closed if the club has registrations switched off, or its team is archived. */
export const stateIn = ({ state }: Pick<Registration, 'state'>, { club, team }: Unit): Registration['state'] =>
  isClosed(club, team) ? 'closed' : state
