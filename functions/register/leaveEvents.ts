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
import { notifiedFor } from './acting.ts'

/** The events of these options. */
export const eventsOf = ({ options }: Pick<WholeRegistration, 'options'>, optionIds: readonly string[]): Set<string> =>
  new Set(options.filter(({ id }) => optionIds.includes(id)).flatMap(({ eventIds }) => eventIds))

/** A registration's options that include one of some events. */
type Having = Pick<WholeRegistration, 'options'> & { registrationId: string }
/** All registrations of a club with an option that includes one of the events; only their options are read. */
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

/** The events of these options for which the player has a place elsewhere. */
async function heldElsewhere(
  entry: RegistrationEntry,
  player: Player | undefined,
  having: readonly Having[],
): Promise<ReadonlySet<string>> {
  if (having.length === 0) return new Set()
  const ids = new Set([entry.playerId, ...(player ? allIdsOf(player) : [ownerOf(entry)])])
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

/** The events for which an entry has a place. */
const placesOf = (whole: Pick<WholeRegistration, 'options'>, { state, optionIds }: RegistrationEntry) =>
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
  const { registrationId, left: from = [], gone = [] } = entry
  // Dates that were removed from those options earlier, but not yet from this player.
  const under = await registrationReaches.getMany(
    from.map((optionId) => ({ registrationId, optionId })),
    { consistent: true },
  )
  const own = placesOf(whole, entry)
  const isLeft = (id: string) => isId('event', id) && !own.has(id)
  const taken = new Set([...eventsOf(whole, from), ...under.flatMap((reach) => reach?.eventIds ?? [])])
  const told = gone.filter((id) => isLeft(id) && !taken.has(id))
  const left = [...[...taken].filter(isLeft), ...told]
  const having = await havingAny(registrationId, left)
  await comesNoMoreTo(stamp, entry, { left, told, tells: String(entry.version), whole, having })
}

/** The most dates that are left in one transaction: leaves room for their removal traces and the mails. */
const maxPerWrite = 40

/**
 * `whole`: the options as they are. `told`: the dates that the family would not learn of otherwise. They are mailed about those
 * once per `tells`, unless they have only just registered: the receipt lists their dates.
 */
type Leaving = {
  left: readonly string[]
  told: readonly string[]
  tells: string
  whole: Pick<WholeRegistration, 'options'>
  having: readonly Having[]
}
/**
 * Takes the player off events that are still to come and for which they have no other place among those in `having`. If the event
 * is also theirs otherwise, the invite goes back to pending if only the registration has accepted it, or if it is a whole-club
 * event; all others are no longer invited. Decided by the places they have at that moment, even if the club changes their option
 * or takes them off meanwhile. May be interrupted anywhere and repeated.
 */
export const comesNoMoreTo = (stamp: Stamp, id: EntryId, { left, told, tells, whole, having }: Leaving) =>
  retryOnConflict(async () => {
    const entry = left.length === 0 ? undefined : await registrationEntries.get(id, { consistent: true })
    if (!entry) return
    const playerId = ownerOf(entry)
    const player = await players.get({ playerId }, { consistent: true })
    const held = await heldElsewhere(entry, player, having)
    const own = placesOf(whole, entry)
    const ids = left
      .filter((eventId) => !held.has(eventId) && !own.has(eventId))
      .map((eventId) => ({ inviteId: inviteOf(eventId, playerId) }))
    const found = await invites.getMany(ids, { consistent: true })
    const going = found.flatMap((invite) => (invite && leave(stamp, invite, player)) ?? [])
    const eventIds = going.flatMap(({ isOnCalendar, eventId }) =>
      isOnCalendar && told.includes(eventId) ? [eventId] : [],
    )
    let mails = await telling(stamp, entry, eventIds, tells)
    for (const some of chunks(going, maxPerWrite)) {
      const leaving = [registrationEntries.check(id, ifUnchanged(entry)), ...some.map(({ gone }) => gone)]
      // The mails go with the first batch. If they are there already, an earlier run was interrupted after them, and this is the
      // rest.
      const written = await write(stamp, ...leaving, ...mails).catch(ignore('already_there'))
      if (!written) await write(stamp, ...leaving)
      mails = []
    }
  })

/** `isOnCalendar`: they were a guest of it, or had accepted. */
type Gone = { gone: Write; eventId: string; isOnCalendar: boolean }
/**
 * What becomes of an invite for which they no longer have a place. Also for hidden events, which may be restored: the family is told
 * nothing about those.
 */
function leave({ at }: Stamp, invite: Stored<Invite>, player: Player | undefined): Gone | undefined {
  if (invite.end <= at) return undefined
  const { inviteId, version } = invite
  const eventId = eventOf(inviteId)
  const when = ifUnchanged({ version })
  const isOnCalendar = isVisible(invite) && (invite.guest === true || invite.status !== 'Pending')
  if (!player || !isForPlayer(eventId, player))
    return { gone: invites.remove({ inviteId }, 'conflict', when), eventId, isOnCalendar }
  // For an event of their own team, the family's answer stays: it was not the registration's. Having accepted a whole-club event
  // may follow from the place they had; having declined stands without one too.
  const isOwn = invite.status !== 'Accepted' || teamOf(eventId) !== undefined
  if (isOwn && !invites.isByRegistration(invite)) {
    // If they register again with that date in it, that registration accepts it: no registration has a place for it now.
    const gone = invites.change({ inviteId }, { set: { later: undefined }, when })
    return invite.later && { gone, eventId, isOnCalendar: false }
  }
  const unsaid = { answeredBy: undefined, answeredAt: undefined, answerName: undefined, note: undefined }
  // It was not added later to any option they have, nor are they a guest: they are invited like everyone whose event it is.
  const asked = {
    status: 'Pending' as const,
    answerId: invites.newReopenedAnswerId(),
    later: undefined,
    guest: undefined,
  }
  return { gone: invites.change({ inviteId }, { set: { ...asked, ...unsaid }, when }), eventId, isOnCalendar }
}

/** Mails to the family, with fixed ids, so that each is sent once: a repeat fails with `already_there`. */
async function telling(
  stamp: Stamp,
  entry: RegistrationEntry,
  eventIds: readonly string[],
  tells: string,
): Promise<Write[]> {
  if (eventIds.length === 0 || entry.state !== 'registered' || entry.landing === 'wanted') return []
  const about = {
    registrationPlayerId: registrationPlayerOf(entry.registrationId, entry.playerId),
    eventIds: eventIds.join(','),
  }
  const told = await notifiedFor(entry, stamp.at)
  const mailTo = (userId: string) => {
    const mailId = `dates-gone.${tells}.${entry.feeId}.${userId}`
    return outbox.add(stamp, { letter: 'datesGone', to: { userId }, about, mailId }, 'already_there')
  }
  return told.map(mailTo)
}
