import { organizationOf, playerOf, registrationOf } from '#shared/ids.ts'
import { organizations } from '../table/organizations.ts'
import { registrationEntries } from '../table/registrationEntries.ts'
import { registrations } from '../table/registrations.ts'

/** Reads what a mail about a registered player needs, as it is now. */
export async function readEntryContext(registrationPlayerId: string) {
  const registrationId = registrationOf(registrationPlayerId)
  const [entry, registration, club] = await Promise.all([
    registrationEntries.get({ registrationId, playerId: playerOf(registrationPlayerId) }, { consistent: true }),
    registrations.get({ registrationId }),
    organizations.get({ organizationId: organizationOf(registrationId) }),
  ])
  return entry && registration && club ? { entry, registration, club, registrationId } : undefined
}
