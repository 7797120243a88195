import { askedSince, type Event, type News } from '../table/events.ts'
import { isToCome } from './isToCome.ts'
import { partOf } from './partOf.ts'

/** What a coach wants families to be told of a change: that it has moved, or that every answer is asked for again. */
export type Telling = {
  askAgain: boolean
  tell: boolean
  now: string
  /** Who does it. */
  by: string
  /** Of several dates of a series, the one that speaks for all. */
  lead?: string
}
/** The mail by which somebody is told of news: once, of whichever date of a series. */
export const newsMailOf = (eventId: string, newsAt: string, userId: string) => ({
  mailId: partOf('n', `${eventId} ${newsAt} ${userId}`, 22),
})

/** And that by which who coaches is told. */
export const coachMailOf = (eventId: string, newsAt: string, userId: string) => ({
  mailId: partOf('n', `${eventId} ${newsAt} ${userId} coach`, 22),
})

type When = Pick<Event, 'start' | 'end' | 'timezone' | 'field' | 'location'>

/**
 * What is written with a change, for the families to be told. Nobody is told of what is over, nor of another description; nor
 * of another time of what is cancelled: who heard that it has moved would come. Where it was is kept until that is taken back.
 */
export function newsOf(
  before: When & Pick<Event, 'cancelled' | 'movedFrom' | 'news' | 'newsAt'>,
  after: When,
  { askAgain, tell, now, by, lead }: Telling,
): Pick<Event, 'news' | 'newsAt' | 'movedFrom'> {
  if (before.cancelled) return hasMoved(before, after) ? { movedFrom: before.movedFrom ?? wasOf(before) } : {}
  if (!isToCome(after, now)) return {}
  const isMoved = hasMoved(before, after)
  // Once for a time and a place: sent again after a reply that was lost, it would take back the answers that came since.
  const asks = askAgain && (isMoved || before.news?.what !== 'asked')
  const what = asks ? 'asked' : tell && isMoved ? 'moved' : undefined
  if (!what) return {}
  const news: News = { what, by, was: wasOf(before), ...(lead !== undefined && { lead }), ...askedBefore(before) }
  return { news, newsAt: now }
}

/** What goes along with news that comes after these. */
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

/** Where an event was that has moved while it was cancelled; undefined where it is there again. */
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
