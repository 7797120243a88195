import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import { goesAfter } from './retention.ts'
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
 * The event data that cards show, copied to each invite. `start` and `end` are instants, `timezone` is the venue's. `teamName` is
 * the name of the team, or of the organization for an event of the club without a team.
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
  /** Families can answer until this instant. */
  answerBy?: string
  cancelled?: true
  /** Why it was cancelled, in the words of the person who did. */
  cancelReason?: string
  /** When it was deleted. It can be restored for thirty days. */
  deletedAt?: string
  /** When its team was archived, if the event had not ended then: it is hidden until the team is active again. */
  archivedAt?: string
}
export type EventId = { eventId: string }
/**
 * What its families still have to be told. Each invite stores the last news it was told in `newsAt`, so that nobody is told
 * twice.
 *   moved      its time or place changed from what it `was`
 *   cancelled  it does not take place
 *   back       it takes place after all; with `was` if its time or place changed in the meantime
 *   asked      it has moved, and every answer is requested again
 * Of several in quick succession only the last is told; but a request for new answers is not lost with an earlier one.
 */
export type News = {
  what: 'moved' | 'cancelled' | 'back' | 'asked'
  /** The coach who caused it, who is not told; all other coaches are. */
  by?: string
  /** For news of several dates of a series, stored on each: the date that the coach was editing, which represents all of them. */
  lead?: string
  /** When the cancellations that it reverts were to be told, as long as all of them are known here. */
  after?: string[]
  was?: { start: string; end: string; timezone: string; place: string }
  /** For a reverted cancellation: the move shortly before it, which some people may not have been told. */
  moved?: { at: string; lead?: string; was: NonNullable<News['was']> }
  /** When earlier news requested every answer again: recipients who were not told then are asked with this news. */
  askedAt?: string
}
/**
 * `inviting`: further players are being invited; the others have been. `eventTypeId` is the club's type that `eventType` copies.
 * `shelf` is a list that contains the event, sorted by `shelfAt`: the events that a team or club has deleted.
 */
export type Event = EventId &
  EventSummary & {
    eventTypeId?: string
    seriesId?: string
    /** Its day by the rule of the series, wherever it was moved since. */
    seriesDay?: string
    /**
     * Deleted because the rule of its series no longer includes its day, alone or with others: a rule that includes it restores
     * it.
     */
    dropped?: true
    /** It was deleted explicitly, with this scope. Repeating the deletion completes it. */
    deletedScope?: 'this' | 'following' | 'all'
    inviting?: true
    /** The version that the last edit was based on, and what was sent: a client that got no response may send it again. */
    edited?: { upon: number; what: string }
    shelf?: string
    shelfAt?: string
    news?: News
    newsAt?: string
    /** The time and place before a move that happened while it was cancelled; it is told only if the cancellation is reverted. */
    movedFrom?: News['was']
  }

/** Whether its news changes the start: reminders that were sent named the old time. */
export const isMovedOn = ({ news, start }: Pick<Event, 'news' | 'start'>): boolean =>
  news?.was !== undefined && news.was.start !== start

/** Whether its news invalidates earlier answers: they are requested again, or were for the time before the cancellation. */
export const asksAgain = (event: Pick<Event, 'news' | 'start'>): boolean =>
  event.news?.what === 'asked' || (event.news?.what === 'back' && isMovedOn(event))

/** Answers from before this instant are invalid, even where families have not been told so yet. */
export const askedSince = (event: Pick<Event, 'news' | 'newsAt' | 'start'>): string | undefined =>
  asksAgain(event) ? event.newsAt : event.news?.askedAt

export const summaryOf = (event: EventSummary) => {
  const { name, description, start, end, timezone, field, eventType, teamName, fieldLabel, location } = event
  const { answerBy, cancelled, cancelReason, deletedAt, archivedAt } = event
  const shown = { name, description, start, end, timezone, field, eventType, teamName, fieldLabel, location }
  return { ...shown, answerBy, cancelled, cancelReason, deletedAt, archivedAt }
}

/** The attributes to set on deleting an event. */
export const deleted = (eventId: string, at: string) => ({
  deletedAt: at,
  shelf: events.deletedShelf(orgUnitOf(eventId)),
  shelfAt: at,
})
/** The attributes to remove on restoring an event. */
export const broughtBack = {
  deletedAt: undefined,
  shelf: undefined,
  shelfAt: undefined,
  dropped: undefined,
  deletedScope: undefined,
} as const

/**
 * Whether a deleted event can still be restored. DynamoDB removes a row within two days after it expires; until then some of its
 * invites may be gone already.
 */
export const mayComeBack = ({ deletedAt }: Pick<EventSummary, 'deletedAt'>, now: string): boolean =>
  deletedAt === undefined || now < addHours(deletedAt, goesAfter.Event.hours)

type Standing = Pick<EventSummary, 'deletedAt' | 'archivedAt'>
export const isDeleted = ({ deletedAt }: Pick<Standing, 'deletedAt'>): boolean => deletedAt !== undefined

/**
 * Whether an event is visible: neither deleted, nor hidden because its team was archived before it ended. Checked for each event
 * and invite that is shown, answered, mailed or reminded of. Invites copy both attributes, so the team need not be read.
 */
export const isThere = (event: Standing): boolean => !isDeleted(event) && event.archivedAt === undefined

/** The `archivedAt` of an event of this team: events that were over by then stay visible. */
export const archivedWith = (team: { archivedAt?: string }, { end }: Pick<EventSummary, 'end'>): string | undefined =>
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
  /** The events of an organization and all its teams that start between two instants, in order; eventually consistent. */
  everywhereBetween: (organizationId: string, from: string, to: string): Range => ({
    index: 'gsi2',
    pk: `EVENTS#${organizationId}`,
    from,
    to,
  }),
  /** The shelf of events that a team, or a club without a team, has deleted. */
  deletedShelf: (orgUnitId: string) => `DELETED#${orgUnitId}`,
  /** The ids of the events on a shelf up to an instant, or between two, latest first. */
  onShelf: async (shelf: string, to: string, from = '0'): Promise<EventId[]> => {
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
