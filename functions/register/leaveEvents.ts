import { inviteOf, isId, organizationOf } from '#shared/ids.ts'
import { isThere } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import { isFor } from '../table/isFor.ts'
import { idsOf, players } from '../table/players.ts'
import { isActive, ownerOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import {
  registrationOptions,
  registrationReaches,
  registrations,
  type WholeRegistration,
} from '../table/registrations.ts'
import { all, untilSettled, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'

/** What belongs to some of the options. */
export const eventsOf = ({ options }: Pick<WholeRegistration, 'options'>, optionIds: readonly string[]): Set<string> =>
  new Set(options.filter(({ id }) => optionIds.includes(id)).flatMap(({ eventIds }) => eventIds))

/** The options of a registration that have one of some events. */
type Having = Pick<WholeRegistration, 'options'> & { registrationId: string }
/** Of all registrations of a club: of each only its options are read. */
export async function havingAny(registrationId: string, eventIds: readonly string[]): Promise<Having[]> {
  if (eventIds.length === 0) return []
  const listed = await all(registrations.ofClub(organizationOf(registrationId)))
  const ids = listed.map((row) => ({ registrationId: registrations.idOf(row) }))
  const kept = await registrationOptions.getMany(ids)
  return ids.flatMap((id, i) => {
    const options = kept[i]?.options.filter((option) => option.eventIds.some((eventId) => eventIds.includes(eventId)))
    return options && options.length > 0 ? [{ ...id, options }] : []
  })
}

/** Which events of these options the player has another place for. */
async function heldElsewhere(entry: RegistrationEntry, having: readonly Having[]): Promise<ReadonlySet<string>> {
  if (having.length === 0) return new Set()
  const playerId = ownerOf(entry)
  const player = await players.get({ playerId }, { consistent: true })
  const ids = new Set([entry.playerId, ...(player ? idsOf(player) : [playerId])])
  const others = having.flatMap(({ registrationId, options }) =>
    [...ids]
      .filter((id) => registrationId !== entry.registrationId || id !== entry.playerId)
      .map((id) => ({ registrationId, playerId: id, options })),
  )
  const found = await registrationEntries.getMany(others, { consistent: true })
  return new Set(
    found.flatMap((other, i) =>
      other?.state === 'registered' ? [...eventsOf({ options: others[i]?.options ?? [] }, other.optionIds)] : [],
    ),
  )
}

/** Takes back that the player comes to what belongs to the options that the club has taken from them, or to the whole of what they are taken off. */
export async function leaveEvents(stamp: Stamp, entry: RegistrationEntry, whole: WholeRegistration): Promise<void> {
  const { registrationId, left: from = [], gone = [] } = entry
  const chosen = eventsOf(whole, isActive(entry) ? entry.optionIds : [])
  // What was taken out of those options before, of which word had not come to this player yet.
  const under = await registrationReaches.getMany(
    from.map((optionId) => ({ registrationId, optionId })),
    { consistent: true },
  )
  const all = new Set([...eventsOf(whole, from), ...under.flatMap((reach) => reach?.eventIds ?? []), ...gone])
  const left = [...all].filter((id) => isId('event', id) && !chosen.has(id))
  await comesNoMoreTo(stamp, entry, left, await havingAny(entry.registrationId, left))
}

/**
 * Where it is still to come and they have no other place for it, among those that `having` names: whose event it is
 * otherwise, too, is asked again where nobody but the registration has answered, anybody else is invited no more. May be repeated and be cut short anywhere.
 */
export async function comesNoMoreTo(
  stamp: Stamp,
  entry: RegistrationEntry,
  left: readonly string[],
  having: readonly Having[],
): Promise<void> {
  const playerId = ownerOf(entry)
  const held = await heldElsewhere(entry, having)
  for (const eventId of left.filter((id) => !held.has(id)))
    await untilSettled(async () => {
      const inviteId = inviteOf(eventId, playerId)
      const [invite, player] = await Promise.all([
        invites.get({ inviteId }, { consistent: true }),
        players.get({ playerId }, { consistent: true }),
      ])
      if (!invite || !isThere(invite) || invite.end <= stamp.at) return
      const when = [['version', '=', invite.version]] as const
      if (!player || !isFor(eventId, player))
        return void (await write(stamp, invites.remove({ inviteId }, 'conflict', when)))
      // What their family has said stays: of an event of their own team it was not the registration’s to say.
      if (!invites.isRegistrations(invite)) return
      const unsaid = { answeredBy: undefined, answeredAt: undefined, answerName: undefined, note: undefined }
      const asked = { status: 'Pending' as const, answerId: invites.newAnswerId(), ...unsaid }
      await write(stamp, invites.change({ inviteId }, { set: asked, when }))
    })
}
