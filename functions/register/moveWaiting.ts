import type { register } from '#shared/api/register.ts'
import { organizationOf, registrationPlayerOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { keyBetween } from '#shared/rules/keyBetween.ts'
import type { CallOf } from '../serve.ts'
import { organizations } from '../table/organizations.ts'
import { placeOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { all, retryOnConflict, update } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'

/** Moves a player on the waiting list: places are offered in its order. */
export const moveWaiting = ({
  params: { registrationId },
  body: { registrationPlayerId, before = null, place: wantedPosition },
  stamp,
}: CallOf<typeof register, 'POST /rest-api/register/{registrationId}/waiting'>) =>
  retryOnConflict(async () => {
    const [club, waiting] = await Promise.all([
      organizations.get({ organizationId: organizationOf(registrationId) }),
      all<RegistrationEntry>(registrationEntries.waiting({ registrationId })),
    ])
    if (!club?.customRegistrationEnabled) throw new Problem('registration_off')
    const idOf = (entry: RegistrationEntry) => registrationPlayerOf(registrationId, entry.playerId)
    const entry = waiting.find((each) => idOf(each) === registrationPlayerId)
    const otherEntries = waiting.filter((each) => each !== entry)
    const endIndex =
      wantedPosition === undefined ? otherEntries.length : Math.min(wantedPosition - 1, otherEntries.length)
    const newIndex = before === null ? endIndex : otherEntries.findIndex((each) => idOf(each) === before)
    if (!entry || newIndex < 0) throw new Problem('not_found')
    if (waiting.indexOf(entry) === newIndex) return {}
    const previousPlace = otherEntries[newIndex - 1]?.place ?? placeOf.waiting('')
    const nextPlace = otherEntries[newIndex]?.place
    // New entries, placed by their time, still come after the last one.
    const place = nextPlace === undefined ? `${previousPlace}O` : keyBetween(previousPlace, nextPlace)
    await update(stamp, registrationEntries.change(entry, { set: { place }, when: ifUnchanged(entry) }))
    return {}
  })
