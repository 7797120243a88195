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
  body: { registrationPlayerId, before = null, place: wanted },
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
    const rest = waiting.filter((each) => each !== entry)
    const last = wanted === undefined ? rest.length : Math.min(wanted - 1, rest.length)
    const at = before === null ? last : rest.findIndex((each) => idOf(each) === before)
    if (!entry || at < 0) throw new Problem('not_found')
    if (waiting.indexOf(entry) === at) return {}
    const after = rest[at - 1]?.place ?? placeOf.waiting('')
    const next = rest[at]?.place
    // New entries, placed by their time, still come after the last one.
    const place = next === undefined ? `${after}O` : keyBetween(after, next)
    await update(stamp, registrationEntries.change(entry, { set: { place }, when: ifUnchanged(entry) }))
    return {}
  })
