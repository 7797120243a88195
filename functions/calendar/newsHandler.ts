import { inviteOf, playerOf } from '#shared/ids.ts'
import { unless } from '../once.ts'
import { askedSince, asksAgain, type Event, events, isMovedOn, isThere, summaryOf } from '../table/events.ts'
import type { Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { outbox } from '../table/outbox.ts'
import { families, guardiansWith } from '../table/players.ts'
import { untilSettled, write } from '../table/table.ts'
import { asRead, type Kept } from '../table/writes.ts'
import { worker } from '../worker.ts'
import { hearNews } from './coachesOf.ts'
import { coachMailOf, newsMailOf } from './newsOf.ts'

type Told = Kept<Event> & Required<Pick<Event, 'news' | 'newsAt'>>

/**
 * Hears of each event whose families are to be told something, and after them its other coaches. It may hear twice, and be cut short:
 * each invite notes the news that it was told, in the transaction that puts the mails into the outbox.
 */
export const handler = worker(async ({ sk }, { now }) => {
  const eventId = sk.slice('EVENT#'.length)
  if (!(await toldOf(eventId))) return 'nothing to do'
  const invited = await invites.to({ eventId })
  for (const { playerId } of invited) await tell(eventId, inviteOf(eventId, playerId), now)
  await tellCoaches(eventId, now)
  return `${invited.length} invites`
})

async function toldOf(eventId: string): Promise<Told | undefined> {
  const event = await events.get({ eventId }, { consistent: true })
  const { news, newsAt } = event ?? {}
  return event && news && newsAt !== undefined && isThere(event) ? { ...event, news, newsAt } : undefined
}

const tell = (eventId: string, inviteId: string, now: string) =>
  untilSettled(async () => {
    const [event, invite] = await Promise.all([toldOf(eventId), invites.get({ inviteId }, { consistent: true })])
    if (!event || !invite || invite.newsAt === event.newsAt) return
    const stamp = { actor: 'calendar-news', at: now }
    const { newsAt } = event
    const back = askedAgain(event, invite)
    // The invite may not have followed its event yet: whoever is told of the news sees the event as it is now.
    const set = {
      ...summaryOf(event),
      eventVersion: event.version,
      newsAt,
      ...back,
      // They were reminded of another day, or of another deadline.
      ...((isMovedOn(event) || event.answerBy !== invite.answerBy) && { reminded: undefined }),
    }
    const when = [
      ['newsAt', '<>', newsAt],
      ['answerId', '=', invite.answerId],
    ] as const
    const about = { inviteId, newsAt }
    const mails = back || isMeant(event, invite) ? await mailsOf(event, playerOf(inviteId)) : []
    await write(
      stamp,
      events.check({ eventId }, asRead(event)),
      invites.change({ inviteId }, { set, when }),
      ...mails.map((mail) => outbox.want(stamp, { letter: 'eventNews', about, ...mail })),
    )
    // Taken back meanwhile.
  }).catch(unless('not_found'))

/**
 * Who coaches the team is told, too, but for whose doing it is; who was told as a parent, or of another date of the series, is not
 * told again. A parent’s letter may ask them again, and comes beside one that they had as a coach before.
 */
const tellCoaches = (eventId: string, now: string) =>
  untilSettled(async () => {
    const event = await toldOf(eventId)
    if (!event) return
    const { news, newsAt } = event
    const coaches = (await hearNews(eventId)).filter(({ userId }) => userId !== news.by)
    const lead = news.lead ?? eventId
    const mails = coaches.map(({ userId }) => ({ ...coachMailOf(lead, newsAt, userId), to: { userId } }))
    const [there, asParents] = await Promise.all([
      outbox.getMany(mails, { consistent: true }),
      outbox.getMany(
        coaches.map(({ userId }) => newsMailOf(lead, newsAt, userId)),
        { consistent: true },
      ),
    ])
    const stamp = { actor: 'calendar-news', at: now }
    for (const mail of mails.filter((_, place) => !there[place] && !asParents[place]))
      await write(
        stamp,
        events.check({ eventId }, asRead(event)),
        outbox.want(stamp, { letter: 'eventNews', about: { eventId, newsAt }, ...mail }),
      )
  })

/** Who has said No to another day is told of this one. */
const isMeant = (event: Told, { status }: Invite) => asksAgain(event) || status !== 'Declined'

/**
 * Each parent who may see the player is told once, of whichever of their players and of whichever date of a series it is
 * heard first. Who is asked again is asked by the same letter: one that only asks may be switched off or held, and who does not
 * get it would stand before a locked hall.
 */
async function mailsOf({ eventId, news, newsAt }: Told, playerId: string) {
  const readers = guardiansWith(await families.of({ playerId }), 'sees')
  const mails = readers.map(({ userId }) => ({
    ...newsMailOf(news.lead ?? eventId, newsAt, userId),
    to: { userId },
  }))
  const there = await outbox.getMany(mails, { consistent: true })
  return mails.filter((_, place) => !there[place])
}

/**
 * An answer that was given before is taken back; one that came after it stands. The letter that tells what is new asks, too.
 */
function askedAgain(event: Told, { status, answeredAt = '', newsAt: told = '' }: Invite): Partial<Invite> | undefined {
  const since = askedSince(event)
  if (since === undefined || (!asksAgain(event) && told >= since)) return undefined
  if (status !== 'Pending' && answeredAt > since) return undefined
  return {
    status: 'Pending',
    note: undefined,
    answerId: invites.askedAnswerId(),
    answerName: undefined,
  }
}
