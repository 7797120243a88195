import { teamOf } from '#shared/ids.ts'
import { isClosed, statusOf } from '#shared/rules/registrations/window.ts'
import type { Organization } from '../table/organizations.ts'
import type { Registration } from '../table/registrations.ts'
import { teams } from '../table/teams.ts'

/**
 * When an invitation is mailed: at the launch, now, or when families can register again. They cannot after its last day, while its team is
 * archived, and while registration is switched off for the club.
 */
export async function invitationMailTime(
  registration: Registration,
  club: Organization | undefined,
  now: string,
): Promise<'launched' | 'open' | 'now'> {
  if (registration.state === 'draft') return 'launched'
  const teamId = teamOf(registration.registrationId)
  const team = teamId === undefined ? undefined : await teams.get({ teamId }, { consistent: true })
  if (!club || isClosed(club, team)) return 'open'
  return statusOf(registration, club.timezone, now) === 'CLOSED' ? 'open' : 'now'
}
