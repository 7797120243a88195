import { eventOf, inviteOf, isId, organizationOf, registrationPlayerOf, teamOf } from '#shared/ids.ts'
import { ignore } from '../table/ignore.ts'
import { chunks } from '../table/chunks.ts'
import { isVisible } from '../table/events.ts'
import type { Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { isForPlayer } from '../table/isForPlayer.ts'
import { outbox } from '../table/outbox.ts'
import { allIdsOf, type Player, players } from '../table/players.ts'
import { type EntryId, ownerOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import {
  registrationOptions,
  registrationReaches,
  registrations,
  type WholeRegistration,
} from '../table/registrations.ts'
import { all, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { notifiedUserIds } from './acting.ts'

/** The events of these options. */
export const eventsOf = ({ options }: Pick<WholeRegistration, 'options'>, optionIds: readonly string[]): Set<string> =>
  new Set(options.filter(({ id }) => optionIds.includes(id)).flatMap(({ eventIds }) => eventIds))

/** A registration's options that include one of some events. */
type OptionsWithEvents = Pick<WholeRegistration, 'options'> & { registrationId: string }
/** All registrations of a club with an option that includes one of the events; only their options are read. */
export async function findOptionsWithEvents(
  registrationId: string,
  eventIds: readonly string[],
): Promise<OptionsWithEvents[]> {
  if (eventIds.length === 0) return []
  const listed = await all(registrations.ofClub(organizationOf(registrationId)))
  const ids = listed.map((row) => ({ registrationId: registrations.idOf(row) }))
  const optionRows = await registrationOptions.getMany(ids)
  return ids.flatMap((id, i) => {
    const options = optionRows[i]?.options.filter((option) =>
      option.eventIds.some((eventId) => eventIds.includes(eventId)),
    )
    return options && options.length > 0 ? [{ ...id, options }] : []
  })
}

/** The events of these options for which the player has a place elsewhere. */
async function eventsHeldElsewhere(
  entry: RegistrationEntry,
  player: Player | undefined,
  otherOptions: readonly OptionsWithEvents[],
): Promise<ReadonlySet<string>> {
  if (otherOptions.length === 0) return new Set()
  const ids = new Set([entry.playerId, ...(player ? allIdsOf(player) : [ownerOf(entry)])])
  const otherEntryIds = otherOptions.flatMap(({ registrationId, options }) =>
    [...ids]
      .filter((id) => registrationId !== entry.registrationId || id !== entry.playerId)
      .map((id) => ({ registrationId, playerId: id, options })),
  )
  const found = await registrationEntries.getMany(otherEntryIds, { consistent: true })
  return new Set(
    found.flatMap((other, i) =>
      other?.state === 'registered' ? [...eventsOf({ options: otherEntryIds[i]?.options ?? [] }, other.optionIds)] : [],
    ),
  )
}

/** The events for which an entry has a place. */
const eventsWithPlace = (whole: Pick<WholeRegistration, 'options'>, { state, optionIds }: RegistrationEntry) =>
  eventsOf(whole, state === 'registered' ? optionIds : [])

/**
 * Takes the player off the events of options that the club has taken from them, or of the whole registration when they are taken
 * off it; and off dates that were removed from options they keep, about which this mails their family.
 */
export async function leaveEvents(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  whole: WholeRegistration,
): Promise<void> {
  const { registrationId, left: leftOptionIds = [], gone = [] } = entry
  // Dates that were removed from those options earlier, but not yet from this player.
  const reaches = await registrationReaches.getMany(
    leftOptionIds.map((optionId) => ({ registrationId, optionId })),
    { consistent: true },
  )
  const eventsKept = eventsWithPlace(whole, entry)
  const isEventLost = (id: string) => isId('event', id) && !eventsKept.has(id)
  const optionEventIds = new Set([
    ...eventsOf(whole, leftOptionIds),
    ...reaches.flatMap((reach) => reach?.eventIds ?? []),
  ])
  const announcedIds = gone.filter((id) => isEventLost(id) && !optionEventIds.has(id))
  const lostIds = [...[...optionEventIds].filter(isEventLost), ...announcedIds]
  const otherOptions = await findOptionsWithEvents(registrationId, lostIds)
  await removeFromEvents(stamp, entry, {
    eventIds: lostIds,
    announcedIds,
    mailKey: String(entry.version),
    whole,
    otherOptions,
  })
}

/** The most dates that are left in one transaction: leaves room for their removal traces and the mails. */
const maxPerWrite = 40

/**
 * `whole`: the options as they are. `announcedIds`: the dates that the family would not learn of otherwise. They are mailed about those
 * once per `mailKey`, unless they have only just registered: the receipt lists their dates.
 */
type EventRemoval = {
  eventIds: readonly string[]
  announcedIds: readonly string[]
  mailKey: string
  whole: Pick<WholeRegistration, 'options'>
  otherOptions: readonly OptionsWithEvents[]
}
/**
 * Takes the player off events that are still to come and for which they have no other place among `otherOptions`. If the event
 * is also theirs otherwise, the invite goes back to pending if only the registration has accepted it, or if it is a whole-club
 * event; all others are no longer invited. Decided by the places they have at that moment, even if the club changes their option
 * or takes them off meanwhile. May be interrupted anywhere and repeated.
 */
export const removeFromEvents = (
  stamp: Stamp,
  id: EntryId,
  { eventIds, announcedIds, mailKey, whole, otherOptions }: EventRemoval,
) =>
  retryOnConflict(async () => {
    const entry = eventIds.length === 0 ? undefined : await registrationEntries.get(id, { consistent: true })
    if (!entry) return
    const playerId = ownerOf(entry)
    const player = await players.get({ playerId }, { consistent: true })
    const heldIds = await eventsHeldElsewhere(entry, player, otherOptions)
    const eventsKept = eventsWithPlace(whole, entry)
    const ids = eventIds
      .filter((eventId) => !heldIds.has(eventId) && !eventsKept.has(eventId))
      .map((eventId) => ({ inviteId: inviteOf(eventId, playerId) }))
    const found = await invites.getMany(ids, { consistent: true })
    const removals = found.flatMap((invite) => (invite && leaveEvent(stamp, invite, player)) ?? [])
    const announcedEventIds = removals.flatMap(({ isOnCalendar, eventId }) =>
      isOnCalendar && announcedIds.includes(eventId) ? [eventId] : [],
    )
    let mails = await datesGoneMails(stamp, entry, announcedEventIds, mailKey)
    for (const chunk of chunks(removals, maxPerWrite)) {
      const leaveWrites = [
        registrationEntries.check(id, ifUnchanged(entry)),
        ...chunk.map(({ inviteWrite }) => inviteWrite),
      ]
      // The mails go with the first batch. If they are there already, an earlier run was interrupted after them, and this is the
      // rest.
      const written = await write(stamp, ...leaveWrites, ...mails).catch(ignore('already_there'))
      if (!written) await write(stamp, ...leaveWrites)
      mails = []
    }
  })

/** `isOnCalendar`: they were a guest of it, or had accepted. */
type InviteRemoval = { inviteWrite: Write; eventId: string; isOnCalendar: boolean }
/**
 * What becomes of an invite for which they no longer have a place. Also for hidden events, which may be restored: the family is told
 * nothing about those.
 */
function leaveEvent({ at }: Stamp, invite: Stored<Invite>, player: Player | undefined): InviteRemoval | undefined {
  if (invite.end <= at) return undefined
  const { inviteId, version } = invite
  const eventId = eventOf(inviteId)
  const when = ifUnchanged({ version })
  const isOnCalendar = isVisible(invite) && (invite.guest === true || invite.status !== 'Pending')
  if (!player || !isForPlayer(eventId, player))
    return { inviteWrite: invites.remove({ inviteId }, 'conflict', when), eventId, isOnCalendar }
  // For an event of their own team, the family's answer stays: it was not the registration's. Having accepted a whole-club event
  // may follow from the place they had; having declined stands without one too.
  const isFamilyAnswer = invite.status !== 'Accepted' || teamOf(eventId) !== undefined
  if (isFamilyAnswer && !invites.isByRegistration(invite)) {
    // If they register again with that date in it, that registration accepts it: no registration has a place for it now.
    const inviteWrite = invites.change({ inviteId }, { set: { later: undefined }, when })
    return invite.later && { inviteWrite, eventId, isOnCalendar: false }
  }
  const clearedAnswer = { answeredBy: undefined, answeredAt: undefined, answerName: undefined, note: undefined }
  // It was not added later to any option they have, nor are they a guest: they are invited like everyone whose event it is.
  const pendingAnswer = {
    status: 'Pending' as const,
    answerId: invites.newReopenedAnswerId(),
    later: undefined,
    guest: undefined,
  }
  return {
    inviteWrite: invites.change({ inviteId }, { set: { ...pendingAnswer, ...clearedAnswer }, when }),
    eventId,
    isOnCalendar,
  }
}

/** Mails to the family, with fixed ids, so that each is sent once: a repeat fails with `already_there`. */
async function datesGoneMails(
  stamp: Stamp,
  entry: RegistrationEntry,
  eventIds: readonly string[],
  mailKey: string,
): Promise<Write[]> {
  if (eventIds.length === 0 || entry.state !== 'registered' || entry.landing === 'wanted') return []
  const about = {
    registrationPlayerId: registrationPlayerOf(entry.registrationId, entry.playerId),
    eventIds: eventIds.join(','),
  }
  const recipients = await notifiedUserIds(entry, stamp.at)
  const mailTo = (userId: string) => {
    const mailId = `dates-gone.${mailKey}.${entry.feeId}.${userId}`
    return outbox.add(stamp, { letter: 'datesGone', to: { userId }, about, mailId }, 'already_there')
  }
  return recipients.map(mailTo)
}
