import { eventOf, inviteOf, organizationOf, playerOf } from '#shared/ids.ts'
import { hasRight } from '#shared/permissions.ts'
import { whyCannotAnswer } from '#shared/rules/attendance.ts'
import { answerButtons, forwardingNote } from '../events/answerButtons.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
import { siteUrl } from '../mail/site.ts'
import { spanText, startText } from '../mail/whenText.ts'
import type { Say } from '../mail/say.ts'
import type { Writer } from '../mail/writer.ts'
import { invalidatesAnswers, type Event, events, isRescheduled, isVisible } from '../table/events.ts'
import type { Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { ownPlayersOf } from '../table/me.ts'
import { outbox } from '../table/outbox.ts'
import { families, guardiansWith } from '../table/players.ts'
import { availability } from './availabilityMail.ts'
import { newsRecipients } from './coachesOf.ts'
import { newsMailOf } from './newsOf.ts'

/** Event mails. Only an event's latest news is sent, and nothing about past or deleted events. */

const eventNews: Writer<'eventNews'> = async (about, { to: { userId }, now, say }) => {
  if (!userId) return undefined
  const { newsAt } = about
  const eventId = 'eventId' in about ? about.eventId : eventOf(about.inviteId)
  const [event, family] = await Promise.all([
    events.get({ eventId }, { consistent: true }),
    'eventId' in about ? undefined : families.get({ playerId: playerOf(about.inviteId), userId }),
  ])
  if (!event || !isVisible(event) || event.newsAt !== newsAt) return undefined
  const isRecipient =
    'eventId' in about
      ? (await newsRecipients(eventId)).some((coach) => coach.userId === userId)
      : family !== undefined && guardiansWith([family], 'sees').length > 0
  if (!isRecipient) return undefined
  const { what, after, was, moved } = event.news ?? {}
  const mayAnswer = family !== undefined && hasRight(family, 'answers')
  const asksNewAnswer = invalidatesAnswers(event)
  const isAsked = mayAnswer && (asksNewAnswer || event.news?.askedAt !== undefined)
  // Those who have answered meanwhile are not asked. Invites that are about to be asked again are answered in Touchline.
  const openInvites = isAsked ? await waitingOf(event.eventId, userId) : []
  const pending = openInvites.filter((invite) => whyCannotAnswer(invite, now) === undefined)
  // Asked by earlier news, which may never have reached them.
  const waiting = asksNewAnswer ? pending : pending.filter(invites.isAskedAgain)
  // Everyone is told of a move, even if they heard nothing before: they would come at the old time. So is every coach: nobody
  // told them of the cancellation.
  const isUninformed = family && what === 'back' && !was && after && !(await wereNotified(event.eventId, after, userId))
  const isMove = isUninformed && moved && !(await wereNotified(moved.lead ?? event.eventId, [moved.at], userId))
  if (isUninformed && !isMove && waiting.length === 0) return undefined
  const announcedEvent = isMove
    ? { ...event, news: { what: 'moved' as const, was: moved.was } }
    : await leadEventOf(event)
  if (new Date(announcedEvent.start).toISOString() <= now) return undefined
  if (!family) {
    const message = messageOf(announcedEvent, say, false)
    // The family calendar does not show a coach's events.
    const link = {
      address: `${siteUrl()}/calendar/event/${announcedEvent.eventId}`,
      text: say('Open the event', 'Abrir el evento'),
    }
    return message && { ...message, link, why: whyCoach(say) }
  }
  const isOfMany = event.news?.lead !== undefined
  const message = messageOf(announcedEvent, say, waiting.length > 0 || (isOfMany && asksNewAnswer && mayAnswer))
  if (!message || isOfMany || what === 'cancelled' || waiting.length === 0) return message
  return { ...message, buttons: await answerButtons(waiting, userId, { now, say }), closing: forwardingNote(say) }
}

const whyCoach = (say: Say) =>
  say(
    'You get this because you coach the team of this event or run its club.',
    'Recibes esto porque entrenas al equipo de este evento o diriges su club.',
  )

/** Unanswered invites of the user's own players to an event, for which they may answer. */
async function waitingOf(eventId: string, userId: string): Promise<Invite[]> {
  const ownPlayers = (await ownPlayersOf({ userId })).filter(
    (player) => organizationOf(player.playerId) === organizationOf(eventId) && hasRight(player, 'answers'),
  )
  const inviteItems = await invites.getMany(
    ownPlayers.map(({ playerId }) => ({ inviteId: inviteOf(eventId, playerId) })),
    { consistent: true },
  )
  return inviteItems.filter((invite) => invite?.status === 'Pending').filter((invite) => invite !== undefined)
}

/**
 * Whether the user has been told of the cancellation, or may be at this moment: otherwise they are not told that it was undone.
 * Mails that are not in the outbox by now will not be.
 */
async function wereNotified(eventId: string, after: readonly string[], userId: string): Promise<boolean> {
  const mails = await outbox.getMany(
    after.map((newsAt) => newsMailOf(eventId, newsAt, userId)),
    { consistent: true },
  )
  return mails.some((mail) => mail && (mail.state !== 'gone' || mail.pushedAt !== undefined))
}

/** The lead event, whose mail speaks for all dates that moved together, as long as its news stands. */
async function leadEventOf(event: Event): Promise<Event> {
  const { eventId, news, newsAt } = event
  const lead = news?.lead !== undefined && news.lead !== eventId ? await events.get({ eventId: news.lead }) : undefined
  return lead && isVisible(lead) && lead.newsAt === newsAt ? lead : event
}

/** `asks`: the reader is to answer and may; readers who only follow or have answered since are only told of the move. */
function messageOf(event: Event, say: Say, asks: boolean): MailMessage | undefined {
  const { eventId, news, name, teamName, location, field } = event
  if (!news) return undefined
  const what = quoted(name)
  const place = [location?.name, field]
    .filter(Boolean)
    .map((text) => quoted(text ?? ''))
    .join(', ')
  const facts = [
    [say('When', 'Cuándo'), spanText(event, say)],
    ...(place ? [[say('Where', 'Dónde'), place] as const] : []),
    [say('Team', 'Equipo'), quoted(teamName)],
  ] as const
  const textsByKind = {
    moved: [
      say(`${what} has moved: ${startText(event)}`, `${what} ha cambiado: ${startText(event, say)}`),
      movedText(event, say),
    ],
    asked: [
      say(
        `${what} has moved: ${startText(event)}. Please answer again`,
        `${what} ha cambiado: ${startText(event, say)}. Responde de nuevo`,
      ),
      `${movedText(event, say)} ${news.lead === undefined ? answerAgainText(say) : answerEachAgainText(say)}`,
    ],
    cancelled: [
      say(`Cancelled: ${what}, ${startText(event)}`, `Cancelado: ${what}, ${startText(event, say)}`),
      cancelledText(event, say),
    ],
    back: [
      say(`Back on: ${what}, ${startText(event)}`, `Al final sí: ${what}, ${startText(event, say)}`),
      restoredText(event, say, asks),
    ],
  } as const
  const [subject, paragraph] =
    textsByKind[news.what === 'asked' || news.what === 'moved' ? (asks ? 'asked' : 'moved') : news.what]
  return {
    subject,
    paragraphs: [paragraph],
    facts,
    link:
      news.lead === undefined
        ? { address: `${siteUrl()}/calendar/event/${eventId}`, text: say('Open the event', 'Abrir el evento') }
        : { address: `${siteUrl()}/calendar`, text: say('Open your calendar', 'Abrir tu calendario') },
  }
}

function cancelledText({ name, cancelReason }: Event, say: Say): string {
  const text = say(`${quoted(name)} is cancelled.`, `${quoted(name)} se cancela.`)
  return cancelReason === undefined
    ? text
    : `${text} ${say(`Reason: ${quoted(cancelReason)}`, `Motivo: ${quoted(cancelReason)}`)}`
}

function restoredText(event: Event, say: Say, asks: boolean): string {
  const what = quoted(event.name)
  const restoredSentence = say(`${what} is back on.`, `${what} se celebra al final.`)
  const answerSentence = asks ? ` ${answerAgainText(say)}` : ''
  if (!event.news?.was) return `${restoredSentence}${answerSentence}`
  const when = startText(event, say)
  const moved = isRescheduled(event)
    ? say(
        `It has moved to ${when}. It was ${spanText(event.news.was)}.`,
        `Ha cambiado de fecha: ${when}. Era ${spanText(event.news.was, say)}.`,
      )
    : say('The end time or the place has changed.', 'Ha cambiado la hora de fin o el lugar.')
  return `${restoredSentence} ${moved}${answerSentence}`
}

const answerAgainText = (say: Say): string =>
  say(
    'Please answer again: your earlier answer no longer counts.',
    'Responde de nuevo: tu respuesta anterior ya no cuenta.',
  )
const answerEachAgainText = (say: Say): string =>
  say(
    'Please answer again for each date: your earlier answers no longer count.',
    'Responde de nuevo para cada fecha: tus respuestas anteriores ya no cuentan.',
  )

function movedText({ name, news }: Event, say: Say): string {
  const what = quoted(name)
  const moved = news?.was
    ? say(`${what} has moved. It was ${spanText(news.was)}.`, `${what} ha cambiado. Era ${spanText(news.was, say)}.`)
    : say(`${what} has moved to a different place.`, `${what} ha cambiado de lugar.`)
  if (news?.lead === undefined) return moved
  const othersSentence = say(
    'The other dates in the series have changed too.',
    'También han cambiado las demás fechas de la serie.',
  )
  return `${moved} ${othersSentence}`
}

export const writers = { eventNews, availability }
