import { isId } from '#shared/ids.ts'
import { isProblem } from '#shared/problems.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { mergeLater, optionsChosenBefore, type Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { guestMark } from '../table/isForPlayer.ts'
import { players } from '../table/players.ts'
import {
  type EntryId,
  addedOptionIds,
  isLanding,
  ownerOf,
  type RegistrationEntry,
  registrationEntries,
} from '../table/registrationEntries.ts'
import { registrationOptions, registrationReaches } from '../table/registrations.ts'
import { page, startingWith, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { removeFromEvents, eventsOf, findOptionsWithEvents } from './leaveEvents.ts'

/** The most player-event pairs handled before progress is noted. */
const maxAtOnce = 100

/**
 * Applies changed dates of an option: its registered players are invited to added dates and taken off removed ones, and their
 * families are told. Handles one batch of the registration's players: noting the progress triggers the next. May be repeated and
 * interrupted anywhere; a change meanwhile starts over, with its own events included.
 */
export async function applyReach(stamp: Stamp, id: { registrationId: string; optionId: string }): Promise<string> {
  const [reach, optionsRow] = await Promise.all([
    registrationReaches.get(id, { consistent: true }),
    registrationOptions.get(id, { consistent: true }),
  ])
  if (!reach) return 'nothing to do'
  const options = optionsRow?.options ?? []
  const { pk } = registrationEntries.key({ ...id, playerId: '' })
  const { rows, next } = await page<RegistrationEntry>({
    pk,
    ...startingWith('ENTRY#'),
    consistent: true,
    limit: Math.max(1, Math.floor(maxAtOnce / reach.eventIds.length)),
    ...(reach.after !== undefined && { after: { pk, sk: reach.after } }),
  })
  const hasOption = ({ state, optionIds }: RegistrationEntry) =>
    state === 'registered' && optionIds.includes(id.optionId)
  // A player who was taken off the option, or moved to another, and has not left its events yet, leaves the removed dates too.
  const affected = rows.filter((entry) => hasOption(entry) || entry.left?.includes(id.optionId))
  const optionEventIds = eventsOf({ options }, [id.optionId])
  const removedIds = reach.eventIds.filter((eventId) => isId('event', eventId) && !optionEventIds.has(eventId))
  // First: a player who has landed before that was invited to the old dates, which the two steps below correct.
  for (const entry of affected.filter(isLanding)) await landAgain(stamp, entry, removedIds)
  await inviteToDates(stamp, rows.filter(hasOption), {
    // A player who has only just registered for it, or was moved to it, gets the current dates by landing, and need not be asked.
    isInvited: (entry) =>
      hasOption(entry) && entry.landing !== 'wanted' && !addedOptionIds(entry).includes(id.optionId),
    eventIds: reach.eventIds.filter((eventId) => optionEventIds.has(eventId)),
  })
  const otherOptions = affected.length > 0 ? await findOptionsWithEvents(id.registrationId, removedIds) : []
  const removal = {
    eventIds: removedIds,
    announcedIds: removedIds,
    whole: { options },
    otherOptions,
    mailKey: `${id.optionId}.${reach.at}`,
  }
  for (const entry of affected) await removeFromEvents(stamp, entry, removal)
  const when = ifUnchanged(reach)
  const lastKey = next?.['sk']
  return write(
    stamp,
    lastKey === undefined
      ? registrationReaches.remove(id, 'conflict', when)
      : registrationReaches.change(id, { set: { after: lastKey }, when }),
  ).then(() => `reached ${affected.length}`, reportConflict)
}

type DateInvites = { isInvited: (entry: RegistrationEntry) => boolean; eventIds: readonly string[] }
/**
 * Invites to dates that are still to come, as for any new event: the family is mailed. A player who is already invited some other
 * way is not asked again, unless they were told that the date is no longer part of their choice. Players who have lost the option
 * meanwhile are not invited.
 */
const inviteToDates = (stamp: Stamp, entryIds: readonly EntryId[], { isInvited, eventIds }: DateInvites) =>
  retryOnConflict(async () => {
    if (entryIds.length === 0 || eventIds.length === 0) return
    const currentEntries = await registrationEntries.getMany(entryIds, { consistent: true })
    const entries = new Map(
      currentEntries.flatMap((entry) => (entry && isInvited(entry) ? [[ownerOf(entry), entry] as const] : [])),
    )
    const [invited, found] = await Promise.all([
      players.getMany(
        [...entries.keys()].map((playerId) => ({ playerId })),
        { consistent: true },
      ),
      events.getMany(
        eventIds.map((eventId) => ({ eventId })),
        { consistent: true },
      ),
    ])
    const upcoming = found.flatMap((event) =>
      event && isVisible(event) && !event.cancelled && event.end > stamp.at ? [event] : [],
    )
    // A player who is new to the club is created when they land, and invited then.
    const invitees = invited.flatMap((player) => {
      const entry = player && entries.get(player.playerId)
      return entry ? [{ ...player, entry }] : []
    })
    const makeInvite = (player: (typeof invitees)[number], event: Event) => ({
      ...invites.unansweredInvite(event, { ...player, ...guestMark(event.eventId, player) }, { mail: true }),
      later: laterDateOf(player.entry),
    })
    await invites.inviteMissing(stamp, upcoming, invitees, makeInvite, {
      checkOf: ({ entry }) => registrationEntries.check(entry, ifUnchanged(entry)),
      onExisting: ({ entry }, invite) => askAgain(entry, invite),
    })
  })

/** If they are being moved to another option that has the date too, that one accepts it. */
const laterDateOf = (entry: RegistrationEntry) => {
  const addedIds = addedOptionIds(entry)
  return { registrationId: entry.registrationId, optionIds: entry.optionIds.filter((id) => !addedIds.includes(id)) }
}

/** The date is also one of their team's: an open invite is not accepted by what they chose before. */
function askAgain(entry: RegistrationEntry, { inviteId, ...invite }: Stored<Invite>): Write | undefined {
  if (!isVisible(invite) || invite.status !== 'Pending' || invite.answeredBy !== undefined) return undefined
  if (optionsChosenBefore(invite, entry.registrationId)) return undefined
  const later = mergeLater(invite.later, laterDateOf(entry))
  // If it was added later by another registration, they have been asked already.
  const askedSet = !invite.later &&
    invites.isReopened(invite) && { mail: 'wanted' as const, answerId: invites.newAnswerId() }
  return invites.change({ inviteId }, { set: { later, ...askedSet }, when: ifUnchanged(invite) })
}

/** A player who is landing now may land with the option's old dates: they land again with the new ones. */
const landAgain = (stamp: Stamp, id: EntryId, removedIds: readonly string[]) =>
  retryOnConflict(async () => {
    const entry = await registrationEntries.get(id, { consistent: true })
    if (!entry || !isLanding(entry)) return
    const set = { gone: [...new Set([...(entry.gone ?? []), ...removedIds])] }
    await write(stamp, registrationEntries.change(id, { set, when: ifUnchanged(entry) }))
  })

/** The dates changed again meanwhile: that change has its own message, which starts with the first player. */
function reportConflict(error: unknown): string {
  if (isProblem(error, 'conflict')) return 'changed meanwhile'
  throw error
}
