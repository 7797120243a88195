import { outbox, type OutboxMail } from '../table/outbox.ts'
import { type MailMessage, quoted } from './message.ts'
import { siteUrl } from './site.ts'
import type { Recipient, Writer } from './writer.ts'

type Call = Parameters<Writer<'digest'>>[1]
type Write = (mail: OutboxMail, call: Call) => Promise<MailMessage | undefined>

const mailIdsOf = ({ mails }: { mails?: string }): string[] => (mails ?? '').split(',').filter(Boolean)

/** The mails of a digest that were held back for its reader. */
export async function heldMailsFor(
  about: { mails?: string },
  { userId }: Pick<Recipient, 'userId'>,
): Promise<OutboxMail[]> {
  const outboxRows = await outbox.getMany(
    mailIdsOf(about).map((mailId) => ({ mailId })),
    { consistent: true },
  )
  return outboxRows.filter((mail) => mail !== undefined).filter(({ to }) => 'userId' in to && to.userId === userId)
}

/** A mail's content, and the mails of the outbox that it covers: itself, or those in a digest. */
export type WrittenMail = { message: MailMessage; coveredMails: readonly OutboxMail[] }

/**
 * A digest of the mails that were held back: each with its current subject and link. A single one is sent as an ordinary mail. Undefined if
 * none has anything to tell any more.
 */
export async function digestMail(
  about: { mails?: string },
  call: Call,
  write: Write,
): Promise<WrittenMail | undefined> {
  const { say, to } = call
  const mails = await heldMailsFor(about, to)
  const writtenMails = await Promise.all(mails.map(async (mail) => ({ mail, message: await write(mail, call) })))
  const filledMails = writtenMails.flatMap(({ mail, message }) => (message ? [{ mail, message }] : []))
  const coveredMails = filledMails.map(({ mail }) => mail)
  const messages = filledMails.map(({ message }) => message)
  const [only, ...otherMessages] = messages
  if (!only) return undefined
  if (otherMessages.length === 0) return { message: only, coveredMails }
  const count = messages.length
  const message: MailMessage = {
    subject: say(`${count} messages for you`, `${count} mensajes para ti`),
    paragraphs: [
      say(
        'These arrived during your quiet hours, or after many others on the same day.',
        'Llegaron en tus horas de silencio, o después de muchos otros el mismo día.',
      ),
    ],
    entries: messages.map(({ subject, paragraphs, from, link }) => ({
      title: subject,
      text: [from, paragraphs[0]]
        .filter(Boolean)
        .map((text) => quoted(text ?? ''))
        .join(': '),
      link: link ?? { address: `${siteUrl()}/today`, text: say('Open Touchline', 'Abrir Touchline') },
    })),
  }
  return { message, coveredMails }
}
