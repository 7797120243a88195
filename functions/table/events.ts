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
 * What a card shows of an event; each invite repeats it. `start` and `end` are instants, `timezone` the venue's. `teamName` is
 * the name of the team, or of the organization when it is an event of the club without a team.
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
  /** Families answer until this instant. */
  answerBy?: string
  cancelled?: true
  /** Why it does not take place, in the words of who has cancelled it. */
  cancelReason?: string
  /** Since when it is out of sight. It can be brought back for thirty days. */
  deletedAt?: string
  /** Since when its team is archived, where it was to come then: it is out of sight until the team plays again. */
  archivedAt?: string
}
export type EventId = { eventId: string }
/**
 * What its families are still to be told. Each invite notes the last news that it was told by `newsAt`, so that nobody is
 * told twice.
 *   moved      it is at another time or place than it `was`
 *   cancelled  it does not take place
 *   back       it takes place after all, and where it had moved meanwhile at another time or place than it `was`
 *   asked      it has moved, and every answer is asked for again
 * Of several that follow each other at once only the last is told; that answers are asked for again is not lost with one before it.
 */
export type News = {
  what: 'moved' | 'cancelled' | 'back' | 'asked'
  /** Whose doing it is: of the coaches all others are told. */
  by?: string
  /** It is news of several dates of a series, each of which has it: that which the coach had before them speaks for all. */
  lead?: string
  /** When the cancellations that it takes back were to be told, as long as it is known that all of them are here. */
  after?: string[]
  was?: { start: string; end: string; timezone: string; place: string }
  /** Of what was called off and taken back: the move of shortly before, of which somebody may not have been told. */
  moved?: { at: string; lead?: string; was: NonNullable<News['was']> }
  /** When news before it asked for every answer again: who was not told of that is asked with this. */
  askedAt?: string
}
/**
 * `inviting`: further players are being invited; the others have been. `eventTypeId` is the club's type that `eventType`
 * repeats. `shelf` is a list on which it lies, by `shelfAt`: of what a team or club has deleted.
 */
export type Event = EventId &
  EventSummary & {
    eventTypeId?: string
    seriesId?: string
    /** Its day by the rule of the series, wherever it has been moved since. */
    seriesDay?: string
    /** It was deleted because the rule of its series names its day no more, or with others of it: a rule that does brings it back. */
    dropped?: true
    /** It was deleted by name, and with it so many others. What does that again completes it. */
    deletedScope?: 'this' | 'following' | 'all'
    inviting?: true
    /** Upon which version it was edited last, and what was sent then: who has not heard that it is so may send it again. */
    edited?: { upon: number; what: string }
    shelf?: string
    shelfAt?: string
    news?: News
    newsAt?: string
    /** Where and when it was to be that has moved since it was cancelled, of which nobody is told before that is taken back. */
    movedFrom?: News['was']
  }

/** Whether its news puts it on another time: who was reminded, was reminded of another day. */
export const isMovedOn = ({ news, start }: Pick<Event, 'news' | 'start'>): boolean =>
  news?.was !== undefined && news.was.start !== start

/** Whether its news takes back the answers of before: they are asked for again, or were for the day that had been cancelled. */
export const asksAgain = (event: Pick<Event, 'news' | 'start'>): boolean =>
  event.news?.what === 'asked' || (event.news?.what === 'back' && isMovedOn(event))

/** Answers from before this instant are taken back, wherever its families have not been told so yet. */
export const askedSince = (event: Pick<Event, 'news' | 'newsAt' | 'start'>): string | undefined =>
  asksAgain(event) ? event.newsAt : event.news?.askedAt

export const summaryOf = (event: EventSummary) => {
  const { name, description, start, end, timezone, field, eventType, teamName, fieldLabel, location } = event
  const { answerBy, cancelled, cancelReason, deletedAt, archivedAt } = event
  const shown = { name, description, start, end, timezone, field, eventType, teamName, fieldLabel, location }
  return { ...shown, answerBy, cancelled, cancelReason, deletedAt, archivedAt }
}

/** What is written of an event that is deleted. */
export const deleted = (eventId: string, at: string) => ({
  deletedAt: at,
  shelf: events.deletedShelf(orgUnitOf(eventId)),
  shelfAt: at,
})
/** What is taken away of an event that is brought back. */
export const broughtBack = {
  deletedAt: undefined,
  shelf: undefined,
  shelfAt: undefined,
  dropped: undefined,
  deletedScope: undefined,
} as const

/** A row goes within two days of its end: until then it is there and over, and some of its invites may be gone. */
export const mayComeBack = ({ deletedAt }: Pick<EventSummary, 'deletedAt'>, now: string): boolean =>
  deletedAt === undefined || now < addHours(deletedAt, goesAfter.Event.hours)

type Standing = Pick<EventSummary, 'deletedAt' | 'archivedAt'>
export const isDeleted = ({ deletedAt }: Pick<Standing, 'deletedAt'>): boolean => deletedAt !== undefined

/**
 * Whether an event is anybody's: it is not deleted, and was not still to come when its team was archived. It is asked of each event and
 * invite that is shown, answered, told of or reminded of; the event says it, and its invites repeat it, so that nobody looks for the team.
 */
export const isThere = (event: Standing): boolean => !isDeleted(event) && event.archivedAt === undefined

/** What an event says of the archiving of its team: what is over by then stays where it is read. */
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
  /** The events of an organization and all its teams that start between two instants, in the order of time, as they were a moment ago. */
  everywhereBetween: (organizationId: string, from: string, to: string): Range => ({
    index: 'gsi2',
    pk: `EVENTS#${organizationId}`,
    from,
    to,
  }),
  /** The list of what a team, or a club without a team, has deleted. */
  deletedShelf: (orgUnitId: string) => `DELETED#${orgUnitId}`,
  /** The ids of what lies on a list up to an instant, or from one to another, the latest first. */
  onShelf: async (shelf: string, to: string, from = '0'): Promise<EventId[]> => {
    const rows = await all<Key>({ index: 'gsi1', pk: shelf, from, to, newestFirst: true })
    return rows.map(({ sk }) => ({ eventId: sk.slice('EVENT#'.length) }))
  },
  /** The events of a team, or of an organization without a team, that start between two instants, in the order of time. */
  between: (orgUnitId: string, from: string, to: string): Range => ({
    index: 'lsi1',
    pk: unitPartition(orgUnitId),
    from: `EVENT#${from}`,
    to: `EVENT#${to}`,
  }),
}
