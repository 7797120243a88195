import { addHours } from '#shared/rules/days.ts'
import { isMandatory, type NoticeName } from '#shared/rules/notices.ts'
import { writeLink } from '../http/links.ts'
import { type Organization, organizations, settingsOf } from '../table/organizations.ts'
import type { OutboxMail } from '../table/outbox.ts'
import { clubOf } from './clubOf.ts'
import { type Footer, type MailMessage, quoted } from './message.ts'
import { mailKinds } from './mailKinds.ts'
import type { Say } from './say.ts'
import { siteUrl } from './site.ts'
import type { Recipient } from './writer.ts'

type FooterInput = {
  coveredMails: readonly OutboxMail[]
  clubs: readonly Organization[]
  message: MailMessage
  to: Recipient
  now: string
  say: Say
}

/**
 * The footer of a mail: why the reader gets it, the club and its contact, and links to unsubscribe. A digest has no unsubscribe link for a
 * kind, since its mails may be of several kinds.
 */
export async function footerOf({ coveredMails, clubs, message, to, now, say }: FooterInput): Promise<Footer> {
  const [only, ...others] = coveredMails
  const notice = only && others.length === 0 ? mailKinds[only.letter].notice : undefined
  const stop = notice && (await unsubscribeToken(notice, to, now))
  return {
    why: notice ? (message.why ?? whyOf(notice, say)) : whyOfSeveral(say),
    club: clubs.flatMap(linesOf),
    ...(stop && {
      stop: {
        address: `${siteUrl()}/unsubscribe#${stop}`,
        text: say('Unsubscribe from this kind of email', 'No recibir más correos de este tipo'),
      },
      oneClick: `${siteUrl()}/rest-api/mail/one-click?token=${stop}`,
    }),
    ...(notice &&
      isMandatory(notice, 'mail') && {
        duty: say('This kind of email cannot be turned off.', 'Los correos de este tipo no se pueden desactivar.'),
      }),
    ...(to.userId !== undefined && {
      choose: { address: `${siteUrl()}/notices`, text: say('Notification settings', 'Configurar los avisos') },
    }),
  }
}

/** How long an unsubscribe link is valid, in hours. */
const linkValidityHours = 24 * 400

/**
 * The token of a link that unsubscribes the reader from mails of this kind, for anybody who has the mail, and does nothing else.
 */
async function unsubscribeToken(notice: NoticeName, { userId }: Recipient, now: string): Promise<string | undefined> {
  if (userId === undefined || isMandatory(notice, 'mail')) return undefined
  return writeLink('unsubscribe', {
    about: notice,
    userId,
    made: now,
    ends: addHours(now, linkValidityHours),
    data: [],
  })
}

/** The clubs that these mails are about, without duplicates. */
export async function clubsOf(mails: readonly OutboxMail[]): Promise<Organization[]> {
  const ids = new Set(mails.map(clubOf).filter((id) => id !== undefined))
  const organizationRows = await organizations.getMany([...ids].map((organizationId) => ({ organizationId })))
  return organizationRows.filter((club) => club !== undefined)
}

/** The club's name, and how to reach it. */
function linesOf(club: Organization): string[] {
  const { name, address, phone, website } = settingsOf(club)
  return [quoted(name), ...[address, phone, website].filter((text) => text !== '')]
}

const whyOfSeveral = (say: Say) =>
  say(
    'You get this because you receive each of these notifications by email.',
    'Recibes esto porque cada uno de estos avisos te llega por correo.',
  )

function whyOf(notice: NoticeName, say: Say): string {
  const reasons = {
    news: say(
      'You get this because one of your players is in this club.',
      'Recibes esto porque uno de tus jugadores está en este club.',
    ),
    invites: say(
      'You get this because one of your players is invited.',
      'Recibes esto porque uno de tus jugadores está invitado.',
    ),
    availability: say(
      'You get this because you receive availability e-mails for this team or club.',
      'Recibes esto porque recibes los correos de disponibilidad de este equipo o club.',
    ),
    changes: say(
      'You get this because one of your players is invited.',
      'Recibes esto porque uno de tus jugadores está invitado.',
    ),
    events: say(
      'You get this because you have events sent to your calendar app.',
      'Recibes esto porque pediste los eventos en tu aplicación de calendario.',
    ),
    tasks: say(
      'You get this because one of your players has something to do.',
      'Recibes esto porque uno de tus jugadores tiene algo pendiente.',
    ),
    chat: say('You get this because you use chat in Touchline.', 'Recibes esto porque usas el chat de Touchline.'),
    fees: say(
      'You get this because the club has charged a fee for one of your players.',
      'Recibes esto porque el club cobra una cuota por uno de tus jugadores.',
    ),
    registrations: say(
      'You get this because it is about your registration or one in your club.',
      'Recibes esto porque trata de una inscripción tuya o de tu club.',
    ),
    account: say(
      'You get this because it is about you, your players or your rights in Touchline.',
      'Recibes esto porque trata de ti, de tus jugadores o de tus permisos en Touchline.',
    ),
  } satisfies Record<NoticeName, string>
  return reasons[notice]
}
