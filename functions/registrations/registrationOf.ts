import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import { type Registration, registrations, type WholeRegistration } from '../table/registrations.ts'
import type { Stored } from '../table/writes.ts'

/** The club of an id; throws `registration_off` if it does not have the registration feature. */
export async function clubOf(id: string): Promise<Stored<Organization>> {
  const club = await organizations.get({ organizationId: organizationOf(id) })
  if (!club) throw new Problem('not_found')
  if (!club.customRegistrationEnabled) throw new Problem('registration_off')
  return club
}

type Club = { club: Stored<Organization> }

/** A registration as it is now, without its parts, and its club. */
export async function registrationOf(registrationId: string): Promise<Club & { registration: Stored<Registration> }> {
  const [club, registration] = await Promise.all([
    clubOf(registrationId),
    registrations.get({ registrationId }, { consistent: true }),
  ])
  if (!registration) throw new Problem('not_found')
  return { club, registration }
}

/** The same with all its parts; eventually consistent if that will do. */
export async function wholeOf(
  registrationId: string,
  { consistent = true } = {},
): Promise<Club & { whole: WholeRegistration }> {
  const [club, whole] = await Promise.all([
    clubOf(registrationId),
    registrations.whole({ registrationId }, { consistent }),
  ])
  if (!whole) throw new Problem('not_found')
  return { club, whole }
}
