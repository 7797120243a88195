import type { planning } from '#shared/api/planning.ts'
import { addHours } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { clubMonthChanges } from '../table/clubMonths.ts'
import { type Event, events, type News } from '../table/events.ts'
import { update } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { isUpcoming } from './isUpcoming.ts'
import { askedBefore, movedSince } from './newsOf.ts'
import { existingEvent } from './existing.ts'

/**
 * Cancels an event, or restores a cancelled one. Idempotent. If the event was moved while it was cancelled, restoring it tells the families
 * the new time and asks them for a new answer.
 */
export async function cancelEvent({
  params: { eventId },
  body: { cancelled, tell, reason = '' },
  stamp,
}: CallOf<typeof planning, 'POST /rest-api/calendar/event/{eventId}/cancel'>) {
  const event = await existingEvent(eventId)
  const cancelReason = cancelled ? reason.trim() || undefined : undefined
  if ((event.cancelled ?? false) === cancelled) {
    // If two users cancel it at once, one of them gives the reason.
    if (cancelReason === undefined || event.cancelReason !== undefined) return { revision: event.version }
    const updated = await update(stamp, events.change({ eventId }, { set: { cancelReason }, when: ifUnchanged(event) }))
    return { revision: updated.version }
  }
  const isAnnounced = tell && isUpcoming(event, stamp.at)
  const formerTime = cancelled ? undefined : movedSince(event)
  const what = cancelled ? ('cancelled' as const) : ('back' as const)
  const news = {
    what,
    by: stamp.subject ?? stamp.actor,
    ...undoneCancellations(event),
    ...askedBefore(event),
    ...pendingMove(event, stamp.at),
    ...(formerTime && { was: formerTime }),
  }
  const set = {
    cancelled: cancelled ? (true as const) : undefined,
    cancelReason,
    movedFrom: undefined,
    ...(isAnnounced && { news, newsAt: stamp.at }),
  }
  const [changed] = await Promise.all([
    update(stamp, events.change({ eventId }, { set, when: ifUnchanged(event) })),
    clubMonthChanges.markChanged(stamp, eventId, [event]),
  ])
  return { revision: changed.version }
}

/** Hours after a move within which its mails may still be going out. */
const announcementHours = 24

/**
 * The move that was being announced when the event was cancelled: families who heard of neither are told of it if the
 * cancellation is undone.
 */
function pendingMove({ news, newsAt }: Event, now: string): Pick<News, 'moved'> {
  if (news?.what === 'cancelled' || news?.what === 'back') return news.moved ? { moved: news.moved } : {}
  if (!news?.was || newsAt === undefined || now >= addHours(newsAt, announcementHours)) return {}
  return { moved: { at: newsAt, was: news.was, ...(news.lead !== undefined && { lead: news.lead }) } }
}

/** The most cancellations remembered that were undone before anybody may have been told. */
const maxUndone = 10

/** Families who were not told of a cancellation are not told that it was undone. Earlier news no longer counts. */
function undoneCancellations({ news, newsAt }: Event): Pick<News, 'after'> {
  if (news?.what === 'back') return news.after ? { after: news.after } : {}
  if (news?.what !== 'cancelled' || newsAt === undefined) return {}
  const after = [...(news.after ?? []), newsAt]
  return after.length > maxUndone ? {} : { after }
}
