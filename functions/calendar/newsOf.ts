import { answersValidFrom, type Event, type News } from '../table/events.ts'
import { derivedPart } from '../table/derivedPart.ts'
import { isUpcoming } from './isUpcoming.ts'

/** What the coach chose to tell the families about a change: that the event has moved, or that they are asked for a new answer. */
export type Announcement = {
  askAgain: boolean
  tell: boolean
  now: string
  /** The user who makes the change. */
  by: string
  /** Of several dates of a series, the one whose mail speaks for all. */
  lead?: string
}
/** The id of a user's mail about news: one mail, also if the news is about several dates of a series. */
export const newsMailOf = (eventId: string, newsAt: string, userId: string) => ({
  mailId: derivedPart('n', `${eventId} ${newsAt} ${userId}`, 22),
})

/** The same for a coach. */
export const coachMailOf = (eventId: string, newsAt: string, userId: string) => ({
  mailId: derivedPart('n', `${eventId} ${newsAt} ${userId} coach`, 22),
})

type TimeAndPlace = Pick<Event, 'start' | 'end' | 'timezone' | 'field' | 'location'>

/**
 * The news that is stored with a change. None for a past event, for a changed description, or for a new time of a cancelled event, since a
 * family that read of the new time would come; then the former time is kept until the event is restored.
 */
export function newsOf(
  before: TimeAndPlace & Pick<Event, 'cancelled' | 'movedFrom' | 'news' | 'newsAt'>,
  after: TimeAndPlace,
  { askAgain, tell, now, by, lead }: Announcement,
): Pick<Event, 'news' | 'newsAt' | 'movedFrom'> {
  if (before.cancelled) return hasMoved(before, after) ? { movedFrom: before.movedFrom ?? timeAndPlaceOf(before) } : {}
  if (!isUpcoming(after, now)) return {}
  const isMoved = hasMoved(before, after)
  // Once per time and place: if repeated after a lost response, it would withdraw answers given since.
  const asks = askAgain && (isMoved || before.news?.what !== 'asked')
  const what = asks ? 'asked' : tell && isMoved ? 'moved' : undefined
  if (!what) return {}
  const news: News = {
    what,
    by,
    was: timeAndPlaceOf(before),
    ...(lead !== undefined && { lead }),
    ...askedBefore(before),
  }
  return { news, newsAt: now }
}

/** The part of the event's earlier news that new news keeps: since when families are asked for a new answer. */
export function askedBefore(event: Parameters<typeof answersValidFrom>[0]): Pick<News, 'askedAt'> {
  const askedAt = answersValidFrom(event)
  return askedAt === undefined ? {} : { askedAt }
}

const timeAndPlaceOf = ({ start, end, timezone, location, field }: TimeAndPlace) => ({
  start,
  end,
  timezone,
  place: [location?.name, field].filter(Boolean).join(', '),
})

/** The former time and place of an event that was moved while it was cancelled; undefined if it has them again. */
export function movedSince({ movedFrom, ...event }: Event): News['was'] {
  const { start, end, place } = timeAndPlaceOf(event)
  const isSame = movedFrom?.start === start && movedFrom.end === end && movedFrom.place === place
  return isSame ? undefined : movedFrom
}

export const hasMoved = (before: TimeAndPlace, after: TimeAndPlace): boolean =>
  before.start !== after.start ||
  before.end !== after.end ||
  before.field !== after.field ||
  (before.location?.name ?? '') !== (after.location?.name ?? '') ||
  (before.location?.address ?? '') !== (after.location?.address ?? '')
