import { randomUUID } from 'node:crypto'
import type { ProblemCode } from '#shared/problems.ts'
import type { LetterName, Letters } from '../mail/letterKinds.ts'
import { by, entity } from './entity.ts'
import type { Range } from './table.ts'
import type { Write } from './writes.ts'

/** A person, at their address when the mail is sent; or an address, whoever owns it. */
type To = { userId: string } | { email: string }

type MailId = { mailId: string }
/**
 * A mail to be sent, written in the transaction of what it is about.
 *   wanted    to be sent as soon as possible
 *   sending   handed to SES, whose response is unknown: it is not sent again
 *   sent      accepted by SES under the id `messageId`
 *   refused   SES will never accept it
 *   held      held back for quiet hours, or because of the limit: it becomes part of a digest
 *   gone      there was nothing left to tell, or nobody to tell it to
 * What SES reports later is `became`, since `becameAt`. A mail that is `urgent` or `wasHeld` is not held back. `email` is the
 * address that it went to, or would have gone to; `subject` is that of the sent mail; `why` is why none was sent.
 */
export type OutboxMail = MailId & {
  letter: LetterName
  to: To
  about: Readonly<Record<string, string>>
  wantedAt: string
  state: 'wanted' | 'sending' | 'sent' | 'refused' | 'held' | 'gone'
  became?: 'delivered' | 'opened' | 'bounced' | 'complained'
  becameAt?: string
  urgent?: boolean
  wasHeld?: boolean
  /** For a digest: the mails that it contains. The others in `about` were left out. */
  tells?: string[]
  /** When it was pushed to its reader's devices. */
  pushedAt?: string
  email?: string
  subject?: string
  messageId?: string
  why?: string
  /** Where replies go, if not to our address. */
  replyTo?: string
}

const rows = entity<OutboxMail, MailId>('Outbox', {
  key: ({ mailId }) => ({ pk: `OUTBOX#${mailId}`, sk: 'OUTBOX' }),
  // Set only once the recipient's address is known, so that the request that causes a mail does not pay for the indexes.
  gsi1: by(['email', 'wantedAt', 'mailId'], ({ email, wantedAt, mailId }) => [
    `MAILED#${email.toLowerCase()}`,
    `${wantedAt}#${mailId}`,
  ]),
  gsi2: by(['email', 'wantedAt', 'mailId'], ({ wantedAt, mailId }) => [
    `MAILS#${wantedAt.slice(0, 10)}`,
    `${wantedAt}#${mailId}`,
  ]),
})

/** The write that queues a mail, for the transaction of what it is about. A `mailId` derived from that makes it unique. */
const want = <N extends LetterName>(
  { at }: { at: string },
  mail: { letter: N; to: To; about: Letters[N]; urgent?: boolean; wasHeld?: boolean; mailId?: string },
  otherwise?: ProblemCode,
): Write<OutboxMail> => rows.create({ mailId: randomUUID(), ...mail, wantedAt: at, state: 'wanted' }, otherwise)

export const outbox = {
  ...rows,
  want,
  /** The mails to an address since an instant; `on`: those of a day. */
  to: (email: string, since: string): Range => ({
    index: 'gsi1',
    pk: `MAILED#${email.trim().toLowerCase()}`,
    from: since,
    to: '9',
    newestFirst: true,
  }),
  on: (day: string, since: string): Range => ({
    index: 'gsi2',
    pk: `MAILS#${day}`,
    from: since,
    to: '9',
    newestFirst: true,
  }),
}
