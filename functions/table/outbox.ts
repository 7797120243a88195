import { randomUUID } from 'node:crypto'
import type { ProblemCode } from '#shared/problems.ts'
import type { MailName, MailAbout } from '../mail/mailKinds.ts'
import { by, entity } from './entity.ts'
import type { Range } from './table.ts'
import type { Write } from './writes.ts'

/** A user, at their address when the mail is sent; or an address. */
type Recipient = { userId: string } | { email: string }

type MailId = { mailId: string }
/**
 * A mail to send, written in the transaction of what it is about. `letter`: its name among `mailKinds`.
 *   wanted    to be sent
 *   sending   passed to SES, whose answer is not known: it is not sent again
 *   sent      accepted by SES, with the id `messageId`
 *   refused   SES will never accept it
 *   held      held back, in quiet hours or because there were many already: sent with others in a digest
 *   gone      there was nothing left to tell, or no reader
 * `became`: the latest delivery event of SES, at `becameAt`. `urgent`: never held back. `wasHeld`: not held back again. `email`: the
 * address; `subject`: of the mail that was sent; `why`: why none was.
 */
export type OutboxMail = MailId & {
  letter: MailName
  to: Recipient
  about: Readonly<Record<string, string>>
  wantedAt: string
  state: 'wanted' | 'sending' | 'sent' | 'refused' | 'held' | 'gone'
  became?: 'delivered' | 'opened' | 'bounced' | 'complained'
  becameAt?: string
  urgent?: boolean
  wasHeld?: boolean
  /** For a digest: the ids of the mails that it contains. The others of `about` were left out. */
  tells?: string[]
  /** When a push notification about it was sent. */
  pushedAt?: string
  email?: string
  subject?: string
  messageId?: string
  why?: string
  /** The Reply-To address, if it has one. */
  replyTo?: string
}

const rows = entity<OutboxMail, MailId>('Outbox', {
  key: ({ mailId }) => ({ pk: `OUTBOX#${mailId}`, sk: 'OUTBOX' }),
  // On the indexes only once the address is known, by the worker: the request that wants a mail does not pay for their writes.
  gsi1: by(['email', 'wantedAt', 'mailId'], ({ email, wantedAt, mailId }) => [
    `MAILED#${email.toLowerCase()}`,
    `${wantedAt}#${mailId}`,
  ]),
  gsi2: by(['email', 'wantedAt', 'mailId'], ({ wantedAt, mailId }) => [
    `MAILS#${wantedAt.slice(0, 10)}`,
    `${wantedAt}#${mailId}`,
  ]),
})

/** The write that adds a mail, for the transaction of what it is about. With a `mailId` that follows from that, it is added once. */
const add = <N extends MailName>(
  { at }: { at: string },
  mail: { letter: N; to: Recipient; about: MailAbout[N]; urgent?: boolean; wasHeld?: boolean; mailId?: string },
  otherwise?: ProblemCode,
): Write<OutboxMail> => rows.create({ mailId: randomUUID(), ...mail, wantedAt: at, state: 'wanted' }, otherwise)

export const outbox = {
  ...rows,
  add,
  /** The mails to an address since an instant; and those of a day. */
  toAddress: (email: string, since: string): Range => ({
    index: 'gsi1',
    pk: `MAILED#${email.trim().toLowerCase()}`,
    from: since,
    to: '9',
    newestFirst: true,
  }),
  ofDay: (day: string, since: string): Range => ({
    index: 'gsi2',
    pk: `MAILS#${day}`,
    from: since,
    to: '9',
    newestFirst: true,
  }),
}
