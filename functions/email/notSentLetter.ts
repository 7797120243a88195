import { type NotSentReason, subjectLimit } from '#shared/rules/mails.ts'
import { fullName } from '#shared/rules/names.ts'
import { quoted } from '../mail/letter.ts'
import { nameSaid, type Said } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import { startText } from '../mail/whenText.ts'
import type { Writer } from '../mail/writer.ts'
import { emails } from '../table/emails.ts'
import { meOf } from '../table/me.ts'
import { profiles } from '../table/profiles.ts'
import { writesAt } from './recipients.ts'

/** Names the author of an email; the author is addressed directly. */
const because = (why: NotSentReason, from: string | undefined): Said =>
  ({
    notAllowed:
      from === undefined
        ? ([
            'You may not write to all of these people any more.',
            'Ya no puedes escribir a todas estas personas.',
          ] as const)
        : ([
            `${from} may not write to all of these people any more.`,
            `${from} ya no puede escribir a todas estas personas.`,
          ] as const),
    eventGone: ['The event that it is about was deleted.', 'El evento del que trata se eliminó.'] as const,
    archived: ['Its team was archived after it was written.', 'Su equipo se archivó después de escribirlo.'] as const,
    nobody: ['There was nobody to write to by then.', 'Para entonces no había nadie a quien escribir.'] as const,
  })[why]

/**
 * The mail about an email that was not sent, and why; without its text. Not for readers who may not write there any more; its author gets
 * it all the same, without a link.
 */
export const emailNotSent: Writer<'emailNotSent'> = async ({ emailId }, { to: { userId }, say }) => {
  if (userId === undefined) return undefined
  const [found, { access }] = await Promise.all([emails.get({ emailId }, { consistent: true }), meOf({ userId })])
  if (found?.state !== 'notSent' || !found.why) return undefined
  const isOwn = userId === found.authorId
  const mayOpen = writesAt(access, emailId, found)
  if (!isOwn && !mayOpen) return undefined
  const [subject, from, unit] = [
    quoted(found.subject, { most: subjectLimit }),
    quoted(nameSaid(found.from, say)),
    quoted(found.orgUnitName),
  ]
  return {
    subject: say(`Not sent: “${subject}”`, `No enviado: «${subject}»`),
    paragraphs: [
      isOwn
        ? say(
            `An email that you wrote for ${unit} was to go out, and went to nobody.`,
            `Un correo que escribiste para ${unit} debía salir y no llegó a nadie.`,
          )
        : say(
            `An email that ${from} wrote for ${unit} was to go out, and went to nobody.`,
            `Un correo que ${from} escribió para ${unit} debía salir y no llegó a nadie.`,
          ),
      say(...because(found.why, isOwn ? undefined : from)),
    ],
    facts: [
      [say('Subject', 'Asunto'), subject],
      [say('It was to go out', 'Debía salir'), startText({ start: found.listedAt, timezone: found.timezone }, say)],
    ],
    ...(mayOpen && {
      link: {
        address: `${siteUrl()}/email/${emailId}`,
        text: say('Open it, and begin a new one with it', 'Abrirlo y empezar uno nuevo con él'),
      },
    }),
  }
}

/** The mail to an author whose email a colleague has taken back; it is the author's draft again. None if it was sent again meanwhile. */
export const emailTakenBack: Writer<'emailTakenBack'> = async ({ emailId, by }, { to: { userId }, say }) => {
  if (userId === undefined) return undefined
  const [found, { access }, colleague] = await Promise.all([
    emails.get({ emailId }, { consistent: true }),
    meOf({ userId }),
    profiles.get({ userId: by }),
  ])
  if (found?.state !== 'draft' || found.authorId !== userId) return undefined
  const [subject, unit] = [quoted(found.subject, { most: subjectLimit }), quoted(found.orgUnitName)]
  const name = quoted(colleague ? fullName(colleague) : found.organizationName)
  return {
    subject: say(`Taken back: “${subject}”`, `Retirado: «${subject}»`),
    paragraphs: [
      say(
        `${name} has taken back an email that you wrote for ${unit}. It goes to nobody.`,
        `${name} ha retirado un correo que escribiste para ${unit}. No llegará a nadie.`,
      ),
      say('It is your draft again, which only you see.', 'Vuelve a ser tu borrador, que solo ves tú.'),
    ],
    facts: [[say('Subject', 'Asunto'), subject]],
    ...(writesAt(access, emailId, found) && {
      link: { address: `${siteUrl()}/email/${emailId}`, text: say('Open your draft', 'Abrir tu borrador') },
    }),
  }
}
