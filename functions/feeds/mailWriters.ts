import { eventOf, organizationOf, playerOf } from '#shared/ids.ts'
import { isSubscribed } from '#shared/rules/notices.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
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

/** The mail that adds an event to a calendar app, changes it or removes it there. Only the latest one is sent. */
const calendarMail: Writer<'calendarMail'> = async ({ inviteId, sequence }, { to: { userId, email }, now, say }) => {
  if (!userId) return undefined
  const [mail, invite, family, chosen] = await Promise.all([
    calendarMails.get({ inviteId, userId }, { consistent: true }),
    invites.get({ inviteId }, { consistent: true }),
    // Consistent: a mail that is not sent now is not sent later, and the reader may just have switched them on, or joined the family.
    families.get({ playerId: playerOf(inviteId), userId }, { consistent: true }),
    noticeChoices.get({ userId }, { consistent: true }),
  ])
  if (!mail || mail.sequence !== Number(sequence) || Date.parse(mail.entry.end) <= Date.parse(now)) return undefined
  const isEnabled = isSubscribed(choicesOf(chosen), 'events', 'calendar')
  // A cancellation is mailed also to readers who have switched calendar mails off: the event is in their calendar.
  if (mail.method === 'REQUEST' && (!invite || !isEnabled || !family || guardiansWith([family], 'sees').length === 0))
    return undefined
  const mayAnswer = family !== undefined && guardiansWith([family], 'answers').length > 0
  const timezone = invite?.timezone ?? mail.timezone ?? (await clubZone(inviteId))
  return messageOf(mail, invite, { email, say, mayAnswer, isEnabled, timezone })
}

/** The time zone for an invite that is gone, of which older rows did not store it. */
const clubZone = async (inviteId: string) =>
  (await organizations.get({ organizationId: organizationOf(inviteId) }))?.timezone ?? 'UTC'

/** `mayAnswer`: they may answer for the player. `isEnabled`: they have calendar mails switched on. `timezone`: the event's. */
type ReaderOptions = { email: string; say: Say; mayAnswer: boolean; isEnabled: boolean; timezone: string }
/** The location in the reader's language; of an invite that is gone, as it was stored. */
const locationText = ({ entry }: CalendarMail, invite: Invite | undefined, { language }: Say): string =>
  invite && mailedEntry(invite).location === entry.location ? locationIn(language, invite) : entry.location

/** `replies`: the address to which the calendar app sends the reader's answer. */
type Entry = { entry: CalendarMail['entry']; replies: string | undefined }

function messageOf(mail: CalendarMail, invite: Invite | undefined, reader: ReaderOptions): MailMessage {
  const { say, mayAnswer, isEnabled, timezone } = reader
  const entry = { ...mail.entry, location: locationText(mail, invite, say) }
  const replies = mayAnswer ? replyAddress(mail.replyKey) : undefined
  const isOff = mail.method === 'CANCEL'
  const what = quoted(entry.summary)
  const when = { start: entry.start, end: entry.end, timezone }
  const label = isOff
    ? say('Removed', 'Retirado')
    : mail.sequence === 0
      ? say('New', 'Nuevo')
      : say('Changed', 'Cambiado')
  const closing = closingOf(isOff, mayAnswer, say)
  return {
    subject: `${label}: ${what}, ${startText(when, say)}`,
    paragraphs: [
      isOff
        ? say(
            `${what} was cancelled or is no longer in your calendar.`,
            `${what} se ha cancelado o ya no está en tu calendario.`,
          )
        : `${what}.`,
    ],
    facts: [
      [say('When', 'Cuándo'), spanText(when, say)],
      ...(entry.location ? [[say('Where', 'Dónde'), quoted(entry.location)] as const] : []),
    ],
    link: isOff
      ? { address: `${siteUrl()}/calendar`, text: say('Open your calendar', 'Abrir tu calendario') }
      : { address: eventUrl(mail.inviteId), text: say('Open the event', 'Abrir el evento') },
    ...(closing !== undefined && { closing }),
    why: isEnabled
      ? say(
          'You get this because calendar emails are turned on for you, under “Calendar subscriptions”.',
          'Recibes esto porque tienes activados los correos de calendario, en «En mi aplicación de calendario».',
        )
      : say(
          'You get this because an earlier email added this event to your calendar.',
          'Recibes esto porque un correo anterior añadió este evento a tu calendario.',
        ),
    calendar: { method: mail.method, ics: icsOf(mail, invite, reader, { entry, replies }) },
    ...(replies !== undefined && { replyTo: replies }),
  }
}

function closingOf(isOff: boolean, mayAnswer: boolean, say: Say): string | undefined {
  if (isOff)
    return say('This email removes it from your calendar app.', 'Este correo lo quita de tu aplicación de calendario.')
  if (!mayAnswer) return undefined
  return say(
    'Anyone who has this email can answer with it until the event starts. Please do not forward it.',
    'Quien tenga este correo puede responder con él hasta que empiece el evento. No lo reenvíes.',
  )
}

/** The iCalendar file of the mail. */
function icsOf(
  mail: CalendarMail,
  invite: Invite | undefined,
  reader: ReaderOptions,
  { entry, replies }: Entry,
): string {
  const { email, mayAnswer } = reader
  const isOff = mail.method === 'CANCEL'
  return calendarText({
    name: entry.summary,
    method: mail.method,
    entries: [
      {
        ...entry,
        uid: inviteUid(mail.inviteId),
        sequence: mail.sequence,
        modified: mail.mailedAt,
        status: isOff ? 'CANCELLED' : 'CONFIRMED',
      },
    ],
    organizer: { name: 'Touchline', email: replies ?? senderIn(process.env.MAIL_FROM ?? '').address },
    attendee: {
      name: email,
      email,
      partstat: isOff || !mayAnswer ? 'NEEDS-ACTION' : partstats[invite?.status ?? 'Pending'],
      rsvp: replies !== undefined && !isOff,
    },
  })
}

const reasons: Readonly<Record<string, readonly [english: string, spanish: string]>> = {
  answered_meanwhile: [
    'someone else in the family, or your coach, has answered in the meantime.',
    'otra persona de la familia, o tu entrenador, ha respondido entretanto.',
  ],
  event_changed: [
    'the event has changed since that email. Please answer the latest one.',
    'el evento ha cambiado desde ese correo. Responde al más reciente.',
  ],
  answer_late: ['the deadline had passed.', 'el plazo ya había pasado.'],
  event_cancelled: ['the event is cancelled.', 'el evento está cancelado.'],
  event_archived: ['the team is archived.', 'el equipo está archivado.'],
  link_expired: ['the event has already started.', 'el evento ya empezó.'],
}

/** The mail about an answer from a calendar app that was refused: the app shows it as given. */
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
      `Your answer was not accepted: ${what}, ${startText(invite, say)}`,
      `No se aceptó tu respuesta: ${what}, ${startText(invite, say)}`,
    ),
    paragraphs: [
      say(
        `The answer from your calendar app was not accepted: ${english}`,
        `No se aceptó la respuesta de tu aplicación de calendario: ${spanish}`,
      ),
    ],
    facts: [[say('Current answer', 'Respuesta actual'), words[invite.status]]],
    link: {
      address: eventUrl(inviteId),
      text: say('Open the event to answer', 'Abrir el evento para responder'),
    },
  }
}

export const writers = { calendarMail, calendarReply }
