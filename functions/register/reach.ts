import { isId } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type Event, events, isThere } from '../table/events.ts'
import { bothLater, chosenBefore, type Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { guestAt } from '../table/isFor.ts'
import { players } from '../table/players.ts'
import {
  type EntryId,
  givenTo,
  isLanding,
  ownerOf,
  type RegistrationEntry,
  registrationEntries,
} from '../table/registrationEntries.ts'
import { registrationOptions, registrationReaches } from '../table/registrations.ts'
import { page, startingWith, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { comesNoMoreTo, eventsOf, havingAny } from './leaveEvents.ts'

/** So many players times events are looked at before it is noted how far that has come. */
const mostAtATime = 100

/**
 * The dates of an option were changed: who has registered for it is asked whether they come to those that it has more, and comes no
 * more to those that it has not any more, which their family is told. So many of the registration's players at a time: that it is
 * noted how far this has come brings the next ones. May be repeated and be cut short anywhere; a change meanwhile begins it anew,
 * with its own events too.
 */
export async function reachOn(stamp: Stamp, id: { registrationId: string; optionId: string }): Promise<string> {
  const [reach, kept] = await Promise.all([
    registrationReaches.get(id, { consistent: true }),
    registrationOptions.get(id, { consistent: true }),
  ])
  if (!reach) return 'nothing to do'
  const options = kept?.options ?? []
  const { pk } = registrationEntries.key({ ...id, playerId: '' })
  const { rows, next } = await page<RegistrationEntry>({
    pk,
    ...startingWith('ENTRY#'),
    consistent: true,
    limit: Math.max(1, Math.floor(mostAtATime / reach.eventIds.length)),
    ...(reach.after !== undefined && { after: { pk, sk: reach.after } }),
  })
  const has = ({ state, optionIds }: RegistrationEntry) => state === 'registered' && optionIds.includes(id.optionId)
  // Who was taken off it, or given another option, and is still to leave what belongs to it, leaves what was taken out of it, too.
  const had = rows.filter((entry) => has(entry) || entry.left?.includes(id.optionId))
  const belongs = eventsOf({ options }, [id.optionId])
  const gone = reach.eventIds.filter((eventId) => isId('event', eventId) && !belongs.has(eventId))
  // First: whoever has landed before that is invited by the dates as they were, and the two steps below put it right.
  for (const entry of had.filter(isLanding)) await landAnew(stamp, entry, gone)
  await ask(stamp, rows.filter(has), {
    // Who has only just registered for it, or was given it, comes to the dates as they are now by landing, and need not be asked.
    isAsked: (entry) => has(entry) && entry.landing !== 'wanted' && !givenTo(entry).includes(id.optionId),
    eventIds: reach.eventIds.filter((eventId) => belongs.has(eventId)),
  })
  const having = had.length > 0 ? await havingAny(id.registrationId, gone) : []
  const leaving = { left: gone, told: gone, whole: { options }, having, tells: `${id.optionId}.${reach.at}` }
  for (const entry of had) await comesNoMoreTo(stamp, entry, leaving)
  const when = ifUnchanged(reach)
  const after = next?.['sk']
  return write(
    stamp,
    after === undefined
      ? registrationReaches.remove(id, 'conflict', when)
      : registrationReaches.change(id, { set: { after }, when }),
  ).then(() => `reached ${had.length}`, unlessMeanwhile)
}

type Asking = { isAsked: (entry: RegistrationEntry) => boolean; eventIds: readonly string[] }
/**
 * Invites to what is still to come, as any new event does: the family is asked by mail. Who is invited to it by something else is
 * not asked twice, unless they were told that it is no longer part of what they have chosen; nor is anybody who has the option no
 * more by then.
 */
const ask = (stamp: Stamp, read: readonly EntryId[], { isAsked, eventIds }: Asking) =>
  retryOnConflict(async () => {
    if (read.length === 0 || eventIds.length === 0) return
    const now = await registrationEntries.getMany(read, { consistent: true })
    const entries = new Map(now.flatMap((entry) => (entry && isAsked(entry) ? [[ownerOf(entry), entry] as const] : [])))
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
    const coming = found.flatMap((event) =>
      event && isThere(event) && !event.cancelled && event.end > stamp.at ? [event] : [],
    )
    // A player who is new to the club is made when they land, and is invited then.
    const there = invited.flatMap((player) => {
      const entry = player && entries.get(player.playerId)
      return entry ? [{ ...player, entry }] : []
    })
    const make = (player: (typeof there)[number], event: Event) => ({
      ...invites.waiting(event, { ...player, ...guestAt(event.eventId, player) }, { mail: true }),
      later: laterThan(player.entry),
    })
    await invites.inviteRest(stamp, coming, there, make, {
      holds: ({ entry }) => registrationEntries.check(entry, ifUnchanged(entry)),
      again: ({ entry }, invite) => askAnew(entry, invite),
    })
  })

/** With another option that they are given at this moment, and that has the date too, they come to it. */
const laterThan = (entry: RegistrationEntry) => {
  const given = givenTo(entry)
  return { registrationId: entry.registrationId, optionIds: entry.optionIds.filter((id) => !given.includes(id)) }
}

/** Of a date that their team does, too: who has not answered has not said by what they have chosen before that they come. */
function askAnew(entry: RegistrationEntry, { inviteId, ...invite }: Stored<Invite>): Write | undefined {
  if (!isThere(invite) || invite.status !== 'Pending' || invite.answeredBy !== undefined) return undefined
  if (chosenBefore(invite, entry.registrationId)) return undefined
  const later = bothLater(invite.later, laterThan(entry))
  // To which it came later by another registration they are asked already.
  const asked = !invite.later &&
    invites.isOpened(invite) && { mail: 'wanted' as const, answerId: invites.newAnswerId() }
  return invites.change({ inviteId }, { set: { later, ...asked }, when: ifUnchanged(invite) })
}

/** Who is put where they belong at this moment may be so by what the option had before: they are once more, as it is now. */
const landAnew = (stamp: Stamp, id: EntryId, gone: readonly string[]) =>
  retryOnConflict(async () => {
    const entry = await registrationEntries.get(id, { consistent: true })
    if (!entry || !isLanding(entry)) return
    const set = { gone: [...new Set([...(entry.gone ?? []), ...gone])] }
    await write(stamp, registrationEntries.change(id, { set, when: ifUnchanged(entry) }))
  })

/** The dates were changed once more meanwhile: of that there is a message by itself, which begins with the first player. */
function unlessMeanwhile(error: unknown): string {
  if (error instanceof Problem && error.code === 'conflict') return 'changed meanwhile'
  throw error
}
