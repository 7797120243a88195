import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import { type Registration, registrations, type WholeRegistration } from '../table/registrations.ts'
import type { Stored } from '../table/writes.ts'

/** The club of an id. Throws if it does not exist or registration is switched off for it. */
export async function clubOf(id: string): Promise<Stored<Organization>> {
  const club = await organizations.get({ organizationId: organizationOf(id) })
  if (!club) throw new Problem('not_found')
  if (!club.customRegistrationEnabled) throw new Problem('registration_off')
  return club
}

type Club = { club: Stored<Organization> }

/** A registration without its parts, read consistently, and its club. */
export async function registrationOf(registrationId: string): Promise<Club & { registration: Stored<Registration> }> {
  const [club, registration] = await Promise.all([
    clubOf(registrationId),
    registrations.get({ registrationId }, { consistent: true }),
  ])
  if (!registration) throw new Problem('not_found')
  return { club, registration }
}

/** The same with all its parts; by default an eventually consistent read. */
export async function wholeOf(
  registrationId: string,
  { consistent = true } = {},
): Promise<Club & { whole: WholeRegistration }> {
  const [club, whole] = await Promise.all([
    clubOf(registrationId),
    registrations.readWhole({ registrationId }, { consistent }),
  ])
  if (!whole) throw new Problem('not_found')
  return { club, whole }
}
