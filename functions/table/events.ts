import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import { timeToLive } from './retention.ts'
import { all, type Range } from './table.ts'
import { unitPartition } from './teams.ts'
import type { Key } from './writes.ts'

export type Place = {
  name: string
  address: string
  city: string
  state: string
  zip: string
  mapUrl?: string
  global?: boolean
}
/**
 * What a card shows of an event; each invite has a copy. `start` and `end` are instants, `timezone` that of the venue. `teamName`: the name
 * of the team, or of the organization for an event of the club.
 */
export type EventSummary = {
  name: string
  description: string
  start: string
  end: string
  timezone: string
  field: string
  eventType: { name: string; color: string }
  teamName: string
  fieldLabel: string
  location?: Place
  /** The deadline for answers. */
  answerBy?: string
  cancelled?: true
  /** Why it was cancelled, as a coach has written it. */
  cancelReason?: string
  /** When it was deleted. It can be restored for thirty days. */
  deletedAt?: string
  /** When its team was archived, for an event that was still to come then: it is hidden until the team is unarchived. */
  archivedAt?: string
}
export type EventId = { eventId: string }
/**
 * News of an event for its families. Each invite stores the `newsAt` of the last news that was mailed, so that none is mailed twice.
 *   moved      it is at another time or place than it `was`
 *   cancelled  it does not take place
 *   back       it takes place after all; if it had moved, at another time or place than it `was`
 *   asked      it has moved, and every answer is asked for again
 * Of several in quick succession only the last is mailed; that answers are asked for again is carried over to it.
 */
export type News = {
  what: 'moved' | 'cancelled' | 'back' | 'asked'
  /** Who made the change: all other coaches are mailed. */
  by?: string
  /** It is about several dates of a series, each of which has it: the date that the coach edited stands for all. */
  lead?: string
  /** The `newsAt` of the cancellations that it takes back, if all of them are known. */
  after?: string[]
  was?: { start: string; end: string; timezone: string; place: string }
  /** For a cancellation that was taken back: the move shortly before it, of which somebody may not have been mailed. */
  moved?: { at: string; lead?: string; was: NonNullable<News['was']> }
  /** The `newsAt` of earlier news that asked for every answer again: families who did not get that are asked with this. */
  askedAt?: string
}
/**
 * `inviting`: further players are still being invited. `eventTypeId`: the club's own type, of which `eventType` is a copy. `shelf` and
 * `shelfAt`: the key on the index of deleted events of a team or club.
 */
export type Event = EventId &
  EventSummary & {
    eventTypeId?: string
    seriesId?: string
    /** Its day by the rule of the series, also if it was moved to another. */
    seriesDay?: string
    /** It was deleted with the rule of its series, not by name: a rule with its day restores it. */
    dropped?: true
    /** It was deleted by name, and with it so many others. Repeating the request completes it. */
    deletedScope?: 'this' | 'following' | 'all'
    /** From when its thirty days are counted: when it was deleted, or if later, the start of a date that was deleted by name. */
    expiresFrom?: string
    inviting?: true
    /** The version on which it was last edited, and a digest of the request, by which a repeated request is recognized. */
    edited?: { upon: number; what: string }
    shelf?: string
    shelfAt?: string
    news?: News
    newsAt?: string
    /** Time and place before it was moved while cancelled, of which nobody is mailed until the cancellation is taken back. */
    movedFrom?: News['was']
  }

/** Whether its news changes its time, so that earlier reminders were of another time. */
export const isRescheduled = ({ news, start }: Pick<Event, 'news' | 'start'>): boolean =>
  news?.was !== undefined && news.was.start !== start

/** Whether its news makes earlier answers invalid: they are asked for again, or were for another time. */
export const invalidatesAnswers = (event: Pick<Event, 'news' | 'start'>): boolean =>
  event.news?.what === 'asked' || (event.news?.what === 'back' && isRescheduled(event))

/** Answers from before this instant are invalid, also on invites that were not updated yet. */
export const answersValidFrom = (event: Pick<Event, 'news' | 'newsAt' | 'start'>): string | undefined =>
  invalidatesAnswers(event) ? event.newsAt : event.news?.askedAt

export const summaryOf = (event: EventSummary) => {
  const { name, description, start, end, timezone, field, eventType, teamName, fieldLabel, location } = event
  const { answerBy, cancelled, cancelReason, deletedAt, archivedAt } = event
  const shown = { name, description, start, end, timezone, field, eventType, teamName, fieldLabel, location }
  return { ...shown, answerBy, cancelled, cancelReason, deletedAt, archivedAt }
}

/** The attributes of a deleted event. */
export const deletionAttributes = (eventId: string, at: string) => ({
  deletedAt: at,
  expiresFrom: at,
  shelf: events.deletedShelf(orgUnitOf(eventId)),
  shelfAt: at,
})
/** The change that restores a deleted event. */
export const restorationAttributes = {
  deletedAt: undefined,
  expiresFrom: undefined,
  shelf: undefined,
  shelfAt: undefined,
  dropped: undefined,
  deletedScope: undefined,
} as const

/**
 * Whether a deleted event can still be restored. Afterwards the row may exist for up to two days, and some of its invites may have expired.
 */
export const canBeRestored = ({ deletedAt }: Pick<EventSummary, 'deletedAt'>, now: string): boolean =>
  deletedAt === undefined || now < addHours(deletedAt, timeToLive.Event.hours)

type Removable = Pick<EventSummary, 'deletedAt' | 'archivedAt'>
export const isDeleted = ({ deletedAt }: Pick<Removable, 'deletedAt'>): boolean => deletedAt !== undefined

/**
 * Whether an event exists for users: it is not deleted, nor hidden with its archived team. Checked for each event and invite that is shown,
 * answered or mailed; invites have copies of these attributes, so that the team is not read.
 */
export const isVisible = (event: Removable): boolean => !isDeleted(event) && event.archivedAt === undefined

/** The attributes of an event by the archiving of its team: an event that was over by then stays visible. */
export const archivedAtOf = (team: { archivedAt?: string }, { end }: Pick<EventSummary, 'end'>): string | undefined =>
  team.archivedAt !== undefined && end > team.archivedAt ? team.archivedAt : undefined

export const events = {
  ...entity<Event, EventId>('Event', {
    key: ({ eventId }) => ({ pk: unitPartition(eventId), sk: `EVENT#${eventId}` }),
    lsi1: by(['start'], ({ start }) => `EVENT#${start}`),
    gsi1: by(['shelf', 'shelfAt'], ({ shelf, shelfAt }) => [shelf, shelfAt]),
    gsi2: by(['eventId', 'start'], ({ eventId, start }) => [
      `EVENTS#${organizationOf(eventId)}`,
      `${start}#${eventId}`,
    ]),
  }),
  /** The events of an organization and all of its teams that start between two instants, in the order of time; eventually consistent. */
  ofClubBetween: (organizationId: string, from: string, to: string): Range => ({
    index: 'gsi2',
    pk: `EVENTS#${organizationId}`,
    from,
    to,
  }),
  /** The list of the deleted events of a team, or of a club without a team. */
  deletedShelf: (orgUnitId: string) => `DELETED#${orgUnitId}`,
  /** The ids on a list up to an instant, or between two, the latest first. */
  idsOnShelf: async (shelf: string, to: string, from = '0'): Promise<EventId[]> => {
    const rows = await all<Key>({ index: 'gsi1', pk: shelf, from, to, newestFirst: true })
    return rows.map(({ sk }) => ({ eventId: sk.slice('EVENT#'.length) }))
  },
  /** The events of a team, or of an organization without a team, that start between two instants, in order. */
  between: (orgUnitId: string, from: string, to: string): Range => ({
    index: 'lsi1',
    pk: unitPartition(orgUnitId),
    from: `EVENT#${from}`,
    to: `EVENT#${to}`,
  }),
}
