import { askedSince, type Event, type News } from '../table/events.ts'
import { isToCome } from './isToCome.ts'
import { partOf } from './partOf.ts'

/** What a coach wants families to be told of a change: that the event has moved, or that they have to answer again. */
export type Telling = {
  askAgain: boolean
  tell: boolean
  now: string
  /** The user who makes the change. */
  by: string
  /** Of several dates of a series, the one whose mail speaks for all. */
  lead?: string
}
/** The id of the news mail to a user: one per change, whatever date of a series it is for. */
export const newsMailOf = (eventId: string, newsAt: string, userId: string) => ({
  mailId: partOf('n', `${eventId} ${newsAt} ${userId}`, 22),
})

/** The id of the same mail to a coach. */
export const coachMailOf = (eventId: string, newsAt: string, userId: string) => ({
  mailId: partOf('n', `${eventId} ${newsAt} ${userId} coach`, 22),
})

type When = Pick<Event, 'start' | 'end' | 'timezone' | 'field' | 'location'>

/**
 * The news written with a change, for the families. There is none for past events, for a changed description, or for a move of a
 * cancelled event: families who hear of a move would come. The old time and place are kept until the cancellation is undone.
 */
export function newsOf(
  before: When & Pick<Event, 'cancelled' | 'movedFrom' | 'news' | 'newsAt'>,
  after: When,
  { askAgain, tell, now, by, lead }: Telling,
): Pick<Event, 'news' | 'newsAt' | 'movedFrom'> {
  if (before.cancelled) return hasMoved(before, after) ? { movedFrom: before.movedFrom ?? wasOf(before) } : {}
  if (!isToCome(after, now)) return {}
  const isMoved = hasMoved(before, after)
  // Once per time and place: if repeated after a lost response, it would withdraw answers given since.
  const asks = askAgain && (isMoved || before.news?.what !== 'asked')
  const what = asks ? 'asked' : tell && isMoved ? 'moved' : undefined
  if (!what) return {}
  const news: News = { what, by, was: wasOf(before), ...(lead !== undefined && { lead }), ...askedBefore(before) }
  return { news, newsAt: now }
}

/** What is carried over to later news. */
export function askedBefore(event: Parameters<typeof askedSince>[0]): Pick<News, 'askedAt'> {
  const askedAt = askedSince(event)
  return askedAt === undefined ? {} : { askedAt }
}

const wasOf = ({ start, end, timezone, location, field }: When) => ({
  start,
  end,
  timezone,
  place: [location?.name, field].filter(Boolean).join(', '),
})

/** Where an event was before it moved while cancelled; undefined if it is back there. */
export function movedSince({ movedFrom, ...event }: Event): News['was'] {
  const { start, end, place } = wasOf(event)
  const isThere = movedFrom?.start === start && movedFrom.end === end && movedFrom.place === place
  return isThere ? undefined : movedFrom
}

export const hasMoved = (before: When, after: When): boolean =>
  before.start !== after.start ||
  before.end !== after.end ||
  before.field !== after.field ||
  (before.location?.name ?? '') !== (after.location?.name ?? '') ||
  (before.location?.address ?? '') !== (after.location?.address ?? '')
