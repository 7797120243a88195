import { eventOf, inviteOf, isId, organizationOf, registrationPlayerOf, teamOf } from '#shared/ids.ts'
import { ignore } from '../table/ignore.ts'
import { chunks } from '../table/chunks.ts'
import { isThere } from '../table/events.ts'
import type { Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { isFor } from '../table/isFor.ts'
import { outbox } from '../table/outbox.ts'
import { idsOf, type Player, players } from '../table/players.ts'
import { type EntryId, ownerOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import {
  registrationOptions,
  registrationReaches,
  registrations,
  type WholeRegistration,
} from '../table/registrations.ts'
import { all, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { toldFor } from './acting.ts'

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
async function heldElsewhere(
  entry: RegistrationEntry,
  player: Player | undefined,
  having: readonly Having[],
): Promise<ReadonlySet<string>> {
  if (having.length === 0) return new Set()
  const ids = new Set([entry.playerId, ...(player ? idsOf(player) : [ownerOf(entry)])])
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

/** What belongs to what somebody has a place for. */
const placesOf = (whole: Pick<WholeRegistration, 'options'>, { state, optionIds }: RegistrationEntry) =>
  eventsOf(whole, state === 'registered' ? optionIds : [])

/**
 * Takes back that the player comes to what belongs to the options that the club has taken from them, or to the whole of what they are
 * taken off; and to what was taken out of the options that they keep, of which their family hears here.
 */
export async function leaveEvents(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  whole: WholeRegistration,
): Promise<void> {
  const { registrationId, left: from = [], gone = [] } = entry
  // What was taken out of those options before, of which word had not come to this player yet.
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

/** So many dates leave at once: beside them there is room for their traces and for the mails. */
const mostTogether = 40

/**
 * `whole`: the options as they are; `told`: of these their family does not know by anything else, and is told once of what is called
 * as `tells` says, unless they have only just registered: the mail about that says to what they come.
 */
type Leaving = {
  left: readonly string[]
  told: readonly string[]
  tells: string
  whole: Pick<WholeRegistration, 'options'>
  having: readonly Having[]
}
/**
 * Where it is still to come and they have no other place for it, among those that `having` names: whose event it is otherwise, too,
 * is asked again where nobody but the registration has answered, or where it is the whole club’s; anybody else is invited no more. By what they have a place for at
 * that moment, also where the club gives them another option or takes them off meanwhile. May be repeated and be cut short anywhere.
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
    const theirs = going.flatMap(({ isTheirs, eventId }) => (isTheirs && told.includes(eventId) ? [eventId] : []))
    let mails = await telling(stamp, entry, theirs, tells)
    for (const some of chunks(going, mostTogether)) {
      const leaving = [registrationEntries.check(id, ifUnchanged(entry)), ...some.map(({ gone }) => gone)]
      // With the first of them all are told. Where that lies there already, it was cut short after them, and these are the rest.
      const written = await write(stamp, ...leaving, ...mails).catch(ignore('already_there'))
      if (!written) await write(stamp, ...leaving)
      mails = []
    }
  })

/** `isTheirs`: they were a guest of it, or said to come. */
type Gone = { gone: Write; eventId: string; isTheirs: boolean }
/**
 * What becomes of an invite to what they have no place for any more. Also to what is out of sight, and may be brought back: their
 * family hears no more of it than it did when it went.
 */
function leave({ at }: Stamp, invite: Stored<Invite>, player: Player | undefined): Gone | undefined {
  if (invite.end <= at) return undefined
  const { inviteId, version } = invite
  const eventId = eventOf(inviteId)
  const when = ifUnchanged({ version })
  const isTheirs = isThere(invite) && (invite.guest === true || invite.status !== 'Pending')
  if (!player || !isFor(eventId, player))
    return { gone: invites.remove({ inviteId }, 'conflict', when), eventId, isTheirs }
  // What their family has said stays of an event of their own team: it was not the registration’s to say. That they come to one of
  // the whole club they may have said since they had a place for it; that they do not is so without one, too.
  const isOwn = invite.status !== 'Accepted' || teamOf(eventId) !== undefined
  if (isOwn && !invites.isRegistrations(invite)) {
    // Whoever registers anew, with that date in it, comes to it by that: they have no place for it on any registration.
    const gone = invites.change({ inviteId }, { set: { later: undefined }, when })
    return invite.later && { gone, eventId, isTheirs: false }
  }
  const unsaid = { answeredBy: undefined, answeredAt: undefined, answerName: undefined, note: undefined }
  // Nor did it come later to anything that they have, or are they its guest: they are asked as anybody whose event it is.
  const asked = { status: 'Pending' as const, answerId: invites.openedAnswerId(), later: undefined, guest: undefined }
  return { gone: invites.change({ inviteId }, { set: { ...asked, ...unsaid }, when }), eventId, isTheirs }
}

/** Mails to their family, with the write that takes these. */
async function telling(
  stamp: Stamp,
  entry: RegistrationEntry,
  theirs: readonly string[],
  tells: string,
): Promise<Write[]> {
  if (theirs.length === 0 || entry.state !== 'registered' || entry.landing === 'wanted') return []
  const about = {
    registrationPlayerId: registrationPlayerOf(entry.registrationId, entry.playerId),
    eventIds: theirs.join(','),
  }
  const told = await toldFor(entry, stamp.at)
  const mailTo = (userId: string) => {
    const mailId = `dates-gone.${tells}.${entry.feeId}.${userId}`
    return outbox.want(stamp, { letter: 'datesGone', to: { userId }, about, mailId }, 'already_there')
  }
  return told.map(mailTo)
}
