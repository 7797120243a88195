import { eventOf, organizationOf, playerOf } from '#shared/ids.ts'
import { isTold } from '#shared/rules/notices.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import { replyAddress } from '../mail/replies.ts'
import type { Say } from '../mail/say.ts'
import { senderIn } from '../mail/ses.ts'
import { siteUrl } from '../mail/site.ts'
import { spanText, startText } from '../mail/whenText.ts'
import type { Writer } from '../mail/writer.ts'
import { type CalendarMail, calendarMails } from '../table/calendarMails.ts'
import type { Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { choicesOf, noticeChoices } from '../table/noticeChoices.ts'
import { organizations } from '../table/organizations.ts'
import { families, guardiansWith } from '../table/players.ts'
import { inviteUid, locationIn, mailedEntry } from './entries.ts'
import { calendarText } from '../events/ical.ts'

const eventUrl = (inviteId: string) => `${siteUrl()}/calendar/event/${eventOf(inviteId)}`

const partstats = { Accepted: 'ACCEPTED', Declined: 'DECLINED', Pending: 'NEEDS-ACTION' } as const

/** Adds an event to a calendar app, or removes it. Only the latest change is mailed. */
const calendarMail: Writer<'calendarMail'> = async ({ inviteId, sequence }, { to: { userId, email }, now, say }) => {
  if (!userId) return undefined
  const [mail, invite, family, chosen] = await Promise.all([
    calendarMails.get({ inviteId, userId }, { consistent: true }),
    invites.get({ inviteId }, { consistent: true }),
    // A mail skipped now is not sent again, so these reads must be consistent for users who have just subscribed or joined the
    // family.
    families.get({ playerId: playerOf(inviteId), userId }, { consistent: true }),
    noticeChoices.get({ userId }, { consistent: true }),
  ])
  if (!mail || mail.sequence !== Number(sequence) || Date.parse(mail.entry.end) <= Date.parse(now)) return undefined
  const wants = isTold(choicesOf(chosen), 'events', 'calendar')
  // Cancellations are also sent to users who have unsubscribed: the event is still in their calendar.
  if (mail.method === 'REQUEST' && (!invite || !wants || !family || guardiansWith([family], 'sees').length === 0))
    return undefined
  const answers = family !== undefined && guardiansWith([family], 'answers').length > 0
  const timezone = invite?.timezone ?? mail.timezone ?? (await clubZone(inviteId))
  return letterOf(mail, invite, { email, say, answers, wants, timezone })
}

/** For a deleted invite whose mails did not note the time zone yet. */
const clubZone = async (inviteId: string) =>
  (await organizations.get({ organizationId: organizationOf(inviteId) }))?.timezone ?? 'UTC'

/** `answers`: they may answer for the player. `wants`: they have calendar mails switched on. `timezone`: the event's. */
type To = { email: string; say: Say; answers: boolean; wants: boolean; timezone: string }
/** In the reader's language, while it is the event's location; otherwise as stored. */
const placeOf = ({ entry }: CalendarMail, invite: Invite | undefined, { language }: Say): string =>
  invite && mailedEntry(invite).location === entry.location ? locationIn(language, invite) : entry.location

function letterOf(mail: CalendarMail, invite: Invite | undefined, to: To): Letter {
  const { email, say, answers, wants, timezone } = to
  const { method, sequence, mailedAt, replyKey } = mail
  const entry = { ...mail.entry, location: placeOf(mail, invite, say) }
  const what = quoted(entry.summary)
  const when = { start: entry.start, end: entry.end, timezone }
  const isOff = method === 'CANCEL'
  const replies = answers ? replyAddress(replyKey) : undefined
  const text = calendarText({
    name: entry.summary,
    method,
    entries: [
      {
        ...entry,
        uid: inviteUid(mail.inviteId),
        sequence,
        modified: mailedAt,
        status: isOff ? 'CANCELLED' : 'CONFIRMED',
      },
    ],
    organizer: { name: 'Touchline', email: replies ?? senderIn(process.env.MAIL_FROM ?? '').address },
    attendee: {
      name: email,
      email,
      partstat: isOff || !answers ? 'NEEDS-ACTION' : partstats[invite?.status ?? 'Pending'],
      rsvp: replies !== undefined && !isOff,
    },
  })
  const said = isOff ? say('Off', 'Ya no') : sequence === 0 ? say('New', 'Nuevo') : say('Changed', 'Cambiado')
  const off = say(
    `${what} does not take place, or is not in your calendar any more.`,
    `${what} no se celebra, o ya no está en tu calendario.`,
  )
  return {
    subject: `${said}: ${what}, ${startText(when, say)}`,
    paragraphs: [isOff ? off : `${what}.`],
    facts: [
      [say('When', 'Cuándo'), spanText(when, say)],
      ...(entry.location ? [[say('Where', 'Dónde'), quoted(entry.location)] as const] : []),
    ],
    link: isOff
      ? { address: `${siteUrl()}/calendar`, text: say('Open your calendar', 'Abrir tu calendario') }
      : { address: eventUrl(mail.inviteId), text: say('Open the event', 'Abrir el evento') },
    ...((isOff || answers) && {
      closing: isOff
        ? say('Your calendar app takes it out by this mail.', 'Tu aplicación de calendario lo quita con este correo.')
        : say(
            'Whoever has this mail can answer with it, until the event starts. Do not pass it on.',
            'Quien tenga este correo puede responder con él hasta que empiece el evento. No lo reenvíes.',
          ),
    }),
    why: wants
      ? say(
          'You get it because you have calendar mails switched on, under “In my calendar app”.',
          'Lo recibes porque tienes activados los correos de calendario, en «En mi aplicación de calendario».',
        )
      : say(
          'You get it because an earlier mail has put this event into your calendar.',
          'Lo recibes porque un correo anterior puso este evento en tu calendario.',
        ),
    calendar: { method, ics: text },
    ...(replies !== undefined && { replyTo: replies }),
  }
}

const reasons: Readonly<Record<string, readonly [english: string, spanish: string]>> = {
  answered_meanwhile: [
    'somebody else of the family, or your coach, has answered since you were mailed.',
    'otra persona de la familia, o tu entrenador, ha respondido desde que recibiste el correo.',
  ],
  event_changed: [
    'the event has changed since you were mailed. Answer the latest mail.',
    'el evento ha cambiado desde que recibiste el correo. Responde al último.',
  ],
  answer_late: ['families could answer until before that.', 'las familias podían responder hasta antes.'],
  event_cancelled: ['the event is cancelled.', 'el evento está cancelado.'],
  event_archived: ['its team is archived.', 'su equipo está archivado.'],
  link_expired: ['the event has begun.', 'el evento ya empezó.'],
}

/** A reply from a calendar app that does not count is reported to the sender, as the app shows it as given. */
const calendarReply: Writer<'calendarReply'> = async ({ inviteId, why }, { to: { userId }, say }) => {
  const invite = await invites.get({ inviteId }, { consistent: true })
  const family = userId ? await families.get({ playerId: playerOf(inviteId), userId }) : undefined
  if (!invite || family?.relation !== 'own') return undefined
  const words = {
    Accepted: say('Yes', 'Sí'),
    Declined: say('No', 'No'),
    Pending: say('not answered', 'sin responder'),
  } as const
  const what = `${quoted(invite.firstName)}: ${quoted(invite.name)}`
  const [english, spanish] = reasons[why] ?? ['it came too late.', 'llegó demasiado tarde.']
  return {
    subject: say(
      `Your answer did not count: ${what}, ${startText(invite, say)}`,
      `Tu respuesta no contó: ${what}, ${startText(invite, say)}`,
    ),
    paragraphs: [
      say(
        `What you answered in your calendar app is not the answer: ${english}`,
        `Lo que respondiste en tu aplicación de calendario no es la respuesta: ${spanish}`,
      ),
    ],
    facts: [[say('The answer that stands', 'La respuesta que vale'), words[invite.status]]],
    link: {
      address: eventUrl(inviteId),
      text: say('Open the event to answer', 'Abrir el evento para responder'),
    },
  }
}

export const letters = { calendarMail, calendarReply }
