import { inviteOf, playerOf } from '#shared/ids.ts'
import { ignore } from '../table/ignore.ts'
import {
  answersValidFrom,
  invalidatesAnswers,
  type Event,
  events,
  isRescheduled,
  isVisible,
  summaryOf,
} from '../table/events.ts'
import { type Invite, type InviteId, lastsOf } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { outbox } from '../table/outbox.ts'
import { families, guardiansWith } from '../table/players.ts'
import { maxTransactWrites, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'
import { worker } from '../worker.ts'
import { newsRecipients } from './coachesOf.ts'
import { coachMailOf, newsMailOf } from './newsOf.ts'

type AnnouncedEvent = Stored<Event> & Required<Pick<Event, 'news' | 'newsAt'>>

/** Players read together. */
const familiesPerRead = 20

/**
 * Runs for each event with news for its families, and mails them and then its other coaches. Idempotent: each invite stores the news it was
 * told, in the transaction that puts the mails into the outbox. A transaction takes as many players as fit: one at a time would be too slow
 * for a whole club, and concurrent transactions would conflict at the event, which each of them checks.
 */
export const handler = worker(async ({ sk }, { now }) => {
  const eventId = sk.slice('EVENT#'.length)
  if (!(await readAnnounced(eventId))) return 'nothing to do'
  const invited = await invites.ofEvent({ eventId })
  let remainingIds = invited.map(({ playerId }) => ({ inviteId: inviteOf(eventId, playerId) }))
  while (remainingIds.length > 0)
    remainingIds = remainingIds.slice(await tellFamilies(eventId, remainingIds.slice(0, familiesPerRead), now))
  await tellCoaches(eventId, now)
  return `${invited.length} invites`
})

async function readAnnounced(eventId: string): Promise<AnnouncedEvent | undefined> {
  const event = await events.get({ eventId }, { consistent: true })
  const { news, newsAt } = event ?? {}
  return event && news && newsAt !== undefined && isVisible(event) ? { ...event, news, newsAt } : undefined
}

/**
 * Tells the families of the first of these invites, as many as fit into one transaction. Returns how many were handled: none if
 * one was removed at this moment.
 */
const tellFamilies = (eventId: string, ids: readonly InviteId[], now: string): Promise<number> =>
  retryOnConflict(async () => {
    const [event, found] = await Promise.all([readAnnounced(eventId), invites.getMany(ids, { consistent: true })])
    if (!event) return ids.length
    // Invites removed before are skipped.
    const pending = found.map((invite) => (invite && invite.newsAt !== event.newsAt ? invite : undefined))
    const mails = await mailsOf(event, pending)
    const stamp = { actor: 'calendar-news', at: now }
    const writes: Write[] = []
    let handledCount = 0
    for (const [place, invite] of pending.entries()) {
      const mailWrites = (mails[place] ?? []).map((mail) => outbox.add(stamp, { letter: 'eventNews', ...mail }))
      if (handledCount > 0 && writes.length + mailWrites.length + otherWrites > maxTransactWrites) break
      writes.push(...(invite ? [inviteNote(event, invite)] : []), ...mailWrites)
      handledCount++
    }
    if (writes.length > 0) await write(stamp, events.check({ eventId }, ifUnchanged(event)), ...writes)
    return handledCount
  }).catch((error: unknown) => ignore('not_found')(error) ?? 0)
/** The event's condition, and the note on the invite. */
const otherWrites = 2

/** The invite may not have been updated from its event yet: readers of the news must see the event as it is now. */
function inviteNote(event: AnnouncedEvent, invite: Invite): Write {
  const { inviteId } = invite
  const { newsAt } = event
  const set = {
    ...summaryOf(event),
    lasts: lastsOf(event),
    eventVersion: event.version,
    newsAt,
    ...withdrawnAnswer(event, invite),
    // They were reminded of the old day or deadline.
    ...((isRescheduled(event) || event.answerBy !== invite.answerBy) && { reminded: undefined }),
  }
  const when = [
    ['newsAt', '<>', newsAt],
    ['answerId', '=', invite.answerId],
  ] as const
  return invites.change({ inviteId }, { set, when })
}

/**
 * Tells the team's coaches, except the one who made the change; those who were told as a parent, or of another date of the
 * series, are not told again. A parent's mail may ask for an answer again, and is sent even if they had one as a coach.
 */
const tellCoaches = (eventId: string, now: string) =>
  retryOnConflict(async () => {
    const event = await readAnnounced(eventId)
    if (!event) return
    const { news, newsAt } = event
    const coaches = (await newsRecipients(eventId)).filter(({ userId }) => userId !== news.by)
    const lead = news.lead ?? eventId
    const mails = coaches.map(({ userId }) => ({ ...coachMailOf(lead, newsAt, userId), to: { userId } }))
    const [existingMails, parentMails] = await Promise.all([
      outbox.getMany(mails, { consistent: true }),
      outbox.getMany(
        coaches.map(({ userId }) => newsMailOf(lead, newsAt, userId)),
        { consistent: true },
      ),
    ])
    const stamp = { actor: 'calendar-news', at: now }
    for (const mail of mails.filter((_, place) => !existingMails[place] && !parentMails[place]))
      await write(
        stamp,
        events.check({ eventId }, ifUnchanged(event)),
        outbox.add(stamp, { letter: 'eventNews', about: { eventId, newsAt }, ...mail }),
      )
  })

/** Families who declined the old time are told of this one only if they are asked again. */
const isConcerned = (event: AnnouncedEvent, { status }: Invite) => invalidatesAnswers(event) || status !== 'Declined'

/**
 * Each parent who may see the player is told once, for the first of their players and of a series' dates to be handled. If they
 * are asked again, the same mail does it: one that only asks can be switched off or withheld, and they would come at the wrong
 * time.
 */
async function mailsOf(event: AnnouncedEvent, pending: readonly (Invite | undefined)[]) {
  const { eventId, news, newsAt } = event
  const mailsPerInvite = await Promise.all(
    pending.map(async (invite) => {
      if (!invite || !(withdrawnAnswer(event, invite) || isConcerned(event, invite))) return []
      const { inviteId } = invite
      const readers = guardiansWith(await families.of({ playerId: playerOf(inviteId) }), 'sees')
      return readers.map(({ userId }) => ({
        ...newsMailOf(news.lead ?? eventId, newsAt, userId),
        to: { userId },
        about: { inviteId, newsAt },
      }))
    }),
  )
  const existingMails = await outbox.getMany(mailsPerInvite.flat(), { consistent: true })
  const knownMailIds = new Set(existingMails.flatMap((mail) => (mail ? [mail.mailId] : [])))
  return mailsPerInvite.map((inviteMails) =>
    inviteMails.filter(({ mailId }) => {
      const isFirst = !knownMailIds.has(mailId)
      knownMailIds.add(mailId)
      return isFirst
    }),
  )
}

/** Withdraws answers given before the question; later answers stand. The mail with the news asks again. */
function withdrawnAnswer(
  event: AnnouncedEvent,
  { status, answeredAt = '', newsAt: lastNewsAt = '' }: Invite,
): Partial<Invite> | undefined {
  const askedAt = answersValidFrom(event)
  if (askedAt === undefined || (!invalidatesAnswers(event) && lastNewsAt >= askedAt)) return undefined
  if (status !== 'Pending' && answeredAt > askedAt) return undefined
  return {
    status: 'Pending',
    note: undefined,
    answerId: invites.newAskedAgainAnswerId(),
    answerName: undefined,
  }
}
