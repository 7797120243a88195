import { eventOf, playerOf } from '#shared/ids.ts'
import type { InviteStatus } from '#shared/rules/invites.ts'
import { addressLine } from '#shared/rules/places.ts'
import { fieldLabelIn } from '#shared/rules/sports.ts'
import type { MailedEntry } from '../table/calendarMails.ts'
import type { EventSummary } from '../table/events.ts'
import type { FeedLanguage } from '../table/feeds.ts'
import type { Invite } from '../table/inviteRows.ts'
import type { CalendarEntry } from '../events/ical.ts'

/** A calendar entry without its SEQUENCE number. */
export type EntryContent = Omit<CalendarEntry, 'sequence' | 'modified'> & { of?: readonly string[] }

const words = {
  en: { Accepted: 'Yes', Declined: 'No', Pending: 'not answered', off: 'Cancelled' },
  es: { Accepted: 'Sí', Declined: 'No', Pending: 'sin responder', off: 'Cancelado' },
} as const satisfies Record<FeedLanguage, Record<InviteStatus | 'off', string>>

/** The same event has the same UID in every feed and file. */
const uidOf = (eventId: string) => `${eventId}@touchline`
/** A calendar mail has an entry of its own for each player, so that a reply is for one player. */
export const inviteUid = (inviteId: string) => `${inviteId}@touchline`

/** The entry of an event in the feed of a team or club. */
export const eventEntry = (eventId: string, event: EventSummary, language: FeedLanguage): EntryContent => ({
  uid: uidOf(eventId),
  start: event.start,
  end: event.end,
  summary: [event.name, event.teamName].filter(Boolean).join(' · '),
  // The reason for a cancellation comes first.
  description: [event.cancelReason, event.description].filter(Boolean).join('\n\n'),
  location: locationIn(language, event),
  category: event.eventType.name,
  status: event.cancelled ? 'CANCELLED' : 'CONFIRMED',
})

/** The title; a cancelled event says so in it, since some apps ignore STATUS. */
export const withCancelledTitle = <Of extends EntryContent>(entry: Of, language: FeedLanguage): Of =>
  entry.status === 'CANCELLED' ? { ...entry, summary: `${words[language].off}: ${entry.summary}` } : entry

type KnownInvite = { invite: Invite; answer: boolean }
/**
 * The entry of an event in the feed of a family: its invited players and their answers. It is transparent (blocks no time) if all of them
 * have declined. The names come first in the title, since phones show only its beginning.
 */
export function familyEntry(
  eventId: string,
  knownInvites: readonly [KnownInvite, ...KnownInvite[]],
  language: FeedLanguage,
): EntryContent {
  const [{ invite: event }] = knownInvites
  const names = knownInvites.map(({ invite }) => invite.firstName).join(', ')
  const entry = eventEntry(eventId, event, language)
  const answers = knownInvites
    .filter(({ answer }) => answer)
    .map(({ invite: { firstName, status } }) => `${firstName}: ${words[language][status]}`)
  return {
    ...entry,
    summary: `${names}: ${entry.summary}`,
    of: knownInvites.map(({ invite }) => playerOf(invite.inviteId)),
    description: [answers.join('\n'), entry.description].filter(Boolean).join('\n\n'),
    ...(knownInvites.every(({ invite, answer }) => answer && invite.status === 'Declined') && { free: true }),
  }
}

/** The entry of an invite in a calendar mail, in English: without the answer, since each change of it would need another mail. */
export function mailedEntry(invite: Invite): MailedEntry {
  const { start, end, summary, description, location, category } = eventEntry('', invite, 'en')
  return { start, end, summary: `${invite.firstName}: ${summary}`, description, location, category }
}

export function locationIn(language: FeedLanguage, { location, field, fieldLabel }: EventSummary): string {
  const place = location ? [location.name, addressLine(location)] : []
  return [...place, field && `${fieldLabelIn(language, fieldLabel)} ${field}`].filter(Boolean).join(', ')
}

/** The invites of a family's players, grouped by event. */
export function byEvent(invites: readonly KnownInvite[]): Map<string, [KnownInvite, ...KnownInvite[]]> {
  const groups = new Map<string, [KnownInvite, ...KnownInvite[]]>()
  for (const knownInvite of invites) {
    const eventId = eventOf(knownInvite.invite.inviteId)
    const group = groups.get(eventId)
    if (group) group.push(knownInvite)
    else groups.set(eventId, [knownInvite])
  }
  for (const list of groups.values())
    list.sort((a, b) => (playerOf(a.invite.inviteId) < playerOf(b.invite.inviteId) ? -1 : 1))
  return groups
}
