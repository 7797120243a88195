import { eventOf, playerOf } from '#shared/ids.ts'
import type { InviteStatus } from '#shared/rules/invites.ts'
import { addressLine } from '#shared/rules/places.ts'
import { fieldLabelIn } from '#shared/rules/sports.ts'
import type { MailedEntry } from '../table/calendarMails.ts'
import type { EventSummary } from '../table/events.ts'
import type { FeedLanguage } from '../table/feeds.ts'
import type { Invite } from '../table/inviteRows.ts'
import type { CalendarEntry } from '../events/ical.ts'

/** An event for a calendar app, before its sequence is known. */
export type Shown = Omit<CalendarEntry, 'sequence' | 'modified'> & { of?: readonly string[] }

const words = {
  en: { Accepted: 'Yes', Declined: 'No', Pending: 'not answered', off: 'Cancelled' },
  es: { Accepted: 'Sí', Declined: 'No', Pending: 'sin responder', off: 'Cancelado' },
} as const satisfies Record<FeedLanguage, Record<InviteStatus | 'off', string>>

/** The same event has the same UID in every feed and file. */
const uidOf = (eventId: string) => `${eventId}@touchline`
/** In mail each player's invite has its own UID, so that a reply is about one player. */
export const inviteUid = (inviteId: string) => `${inviteId}@touchline`

/** An event as a team or club sees it. */
export const eventShown = (eventId: string, event: EventSummary, language: FeedLanguage): Shown => ({
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

/** Cancelled events say so in their name too: some apps ignore the status. */
export const namedOff = <Of extends Shown>(entry: Of, language: FeedLanguage): Of =>
  entry.status === 'CANCELLED' ? { ...entry, summary: `${words[language].off}: ${entry.summary}` } : entry

type Known = { invite: Invite; answer: boolean }
/**
 * An event as a family sees it: which of their players are invited, and the answers. It is free time once all have declined.
 * Names come first, as a phone shows little more.
 */
export function familyShown(eventId: string, known: readonly [Known, ...Known[]], language: FeedLanguage): Shown {
  const [{ invite: event }] = known
  const names = known.map(({ invite }) => invite.firstName).join(', ')
  const shown = eventShown(eventId, event, language)
  const answers = known
    .filter(({ answer }) => answer)
    .map(({ invite: { firstName, status } }) => `${firstName}: ${words[language][status]}`)
  return {
    ...shown,
    summary: `${names}: ${shown.summary}`,
    of: known.map(({ invite }) => playerOf(invite.inviteId)),
    description: [answers.join('\n'), shown.description].filter(Boolean).join('\n\n'),
    ...(known.every(({ invite, answer }) => answer && invite.status === 'Declined') && { free: true }),
  }
}

/**
 * An invite as calendar mails have it: with the player's name, but without the answer, which would mean a new mail with every
 * tap; in English, as stored.
 */
export function mailedEntry(invite: Invite): MailedEntry {
  const { start, end, summary, description, location, category } = eventShown('', invite, 'en')
  return { start, end, summary: `${invite.firstName}: ${summary}`, description, location, category }
}

export function locationIn(language: FeedLanguage, { location, field, fieldLabel }: EventSummary): string {
  const place = location ? [location.name, addressLine(location)] : []
  return [...place, field && `${fieldLabelIn(language, fieldLabel)} ${field}`].filter(Boolean).join(', ')
}

/** Invites grouped by event, for the children of a family. */
export function byEvent(invites: readonly Known[]): Map<string, [Known, ...Known[]]> {
  const found = new Map<string, [Known, ...Known[]]>()
  for (const known of invites) {
    const eventId = eventOf(known.invite.inviteId)
    const others = found.get(eventId)
    if (others) others.push(known)
    else found.set(eventId, [known])
  }
  for (const list of found.values())
    list.sort((a, b) => (playerOf(a.invite.inviteId) < playerOf(b.invite.inviteId) ? -1 : 1))
  return found
}
