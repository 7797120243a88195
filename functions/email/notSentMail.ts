import { type NotSentReason, subjectLimit } from '#shared/rules/mails.ts'
import { fullName } from '#shared/rules/names.ts'
import { quoted } from '../mail/message.ts'
import { displayName, type BilingualText } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import { startText } from '../mail/whenText.ts'
import type { Writer } from '../mail/writer.ts'
import { emails } from '../table/emails.ts'
import { meOf } from '../table/me.ts'
import { profiles } from '../table/profiles.ts'
import { mayWriteAt } from './recipients.ts'

/** Names the author of an email; the author is addressed directly. */
const reasonText = (why: NotSentReason, from: string | undefined): BilingualText =>
  ({
    notAllowed:
      from === undefined
        ? ([
            'You are no longer allowed to write to all of these people.',
            'Ya no puedes escribir a todas estas personas.',
          ] as const)
        : ([
            `${from} is no longer allowed to write to all of these people.`,
            `${from} ya no puede escribir a todas estas personas.`,
          ] as const),
    eventGone: ['The event it is about was deleted.', 'El evento del que trata se eliminó.'] as const,
    archived: ['Its team was archived after it was written.', 'Su equipo se archivó después de escribirlo.'] as const,
    nobody: ['There was nobody left to send it to.', 'Ya no quedaba nadie a quien enviarlo.'] as const,
  })[why]

/**
 * The mail about an email that was not sent, and why; without its text. Not for readers who may not write there any more; its author gets
 * it all the same, without a link.
 */
export const emailNotSent: Writer<'emailNotSent'> = async ({ emailId }, { to: { userId }, say }) => {
  if (userId === undefined) return undefined
  const [storedEmail, { access }] = await Promise.all([emails.get({ emailId }, { consistent: true }), meOf({ userId })])
  if (storedEmail?.state !== 'notSent' || !storedEmail.why) return undefined
  const isOwn = userId === storedEmail.authorId
  const mayOpen = mayWriteAt(access, emailId, storedEmail)
  if (!isOwn && !mayOpen) return undefined
  const [subject, from, unit] = [
    quoted(storedEmail.subject, { max: subjectLimit }),
    quoted(displayName(storedEmail.from, say)),
    quoted(storedEmail.orgUnitName),
  ]
  return {
    subject: say(`Not sent: “${subject}”`, `No enviado: «${subject}»`),
    paragraphs: [
      isOwn
        ? say(
            `The email you wrote for ${unit} was not sent to anyone.`,
            `El correo que escribiste para ${unit} no se envió a nadie.`,
          )
        : say(
            `The email ${from} wrote for ${unit} was not sent to anyone.`,
            `El correo que ${from} escribió para ${unit} no se envió a nadie.`,
          ),
      say(...reasonText(storedEmail.why, isOwn ? undefined : from)),
    ],
    facts: [
      [say('Subject', 'Asunto'), subject],
      [
        say('Scheduled for', 'Programado para'),
        startText({ start: storedEmail.listedAt, timezone: storedEmail.timezone }, say),
      ],
    ],
    ...(mayOpen && {
      link: {
        address: `${siteUrl()}/email/${emailId}`,
        text: say('Open it and start a new email from it', 'Abrirlo y empezar otro a partir de él'),
      },
    }),
  }
}

/** The mail to an author whose email a colleague has taken back; it is the author's draft again. None if it was sent again meanwhile. */
export const emailTakenBack: Writer<'emailTakenBack'> = async ({ emailId, by }, { to: { userId }, say }) => {
  if (userId === undefined) return undefined
  const [storedEmail, { access }, colleague] = await Promise.all([
    emails.get({ emailId }, { consistent: true }),
    meOf({ userId }),
    profiles.get({ userId: by }),
  ])
  if (storedEmail?.state !== 'draft' || storedEmail.authorId !== userId) return undefined
  const [subject, unit] = [quoted(storedEmail.subject, { max: subjectLimit }), quoted(storedEmail.orgUnitName)]
  const name = quoted(colleague ? fullName(colleague) : storedEmail.organizationName)
  return {
    subject: say(`Sending stopped: “${subject}”`, `Envío detenido: «${subject}»`),
    paragraphs: [
      say(
        `${name} has stopped the email you wrote for ${unit}. It was not sent to anyone.`,
        `${name} ha detenido el correo que escribiste para ${unit}. No se envió a nadie.`,
      ),
      say('It is a draft again, and only you can see it.', 'Vuelve a ser un borrador que solo ves tú.'),
    ],
    facts: [[say('Subject', 'Asunto'), subject]],
    ...(mayWriteAt(access, emailId, storedEmail) && {
      link: { address: `${siteUrl()}/email/${emailId}`, text: say('Open your draft', 'Abrir tu borrador') },
    }),
  }
}
