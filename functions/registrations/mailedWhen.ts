import { teamOf } from '#shared/ids.ts'
import { isShut, statusOf } from '#shared/rules/registrations/window.ts'
import type { Organization } from '../table/organizations.ts'
import type { Registration } from '../table/registrations.ts'
import { teams } from '../table/teams.ts'

/**
 * When invited people are mailed: on launch, now, or once families can register again. Closed for families are registrations past
 * their closing day, those of an archived team, and all of a club without the registration feature.
 */
export async function mailedWhen(
  registration: Registration,
  club: Organization | undefined,
  now: string,
): Promise<'launched' | 'open' | 'now'> {
  if (registration.state === 'draft') return 'launched'
  const teamId = teamOf(registration.registrationId)
  const team = teamId === undefined ? undefined : await teams.get({ teamId }, { consistent: true })
  if (!club || isShut(club, team)) return 'open'
  return statusOf(registration, club.timezone, now) === 'CLOSED' ? 'open' : 'now'
}
