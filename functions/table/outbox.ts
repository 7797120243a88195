import { randomUUID } from 'node:crypto'
import type { ProblemCode } from '#shared/problems.ts'
import type { LetterName, Letters } from '../mail/letterKinds.ts'
import { by, entity } from './entity.ts'
import type { Range } from './table.ts'
import type { Write } from './writes.ts'

/** Somebody, at the address that is theirs by then; or an address, whoever has it. */
type To = { userId: string } | { email: string }

type MailId = { mailId: string }
/**
 * A mail that is to be told, written in the transaction of what it tells.
 *   wanted    to be sent, as soon as it can be
 *   sending   handed to the mail service, whose answer is not known: it is not sent again
 *   sent      taken by the mail service, which calls it `messageId`
 *   refused   the mail service will never take it
 *   held      put off for quiet hours, or since there were many already: it comes with others in one
 *   gone      there was nothing left to tell, or nobody to tell it to
 * What the mail service tells of a mail later is `became`, since `becameAt`. `urgent` is not held back, nor is what was `held`.
 * `email` is where it went, or would have gone; `subject` is that of the mail that was sent; `why` is why none was.
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
  /** Of a digest: the mails that it tells of. The others of those that it is about were left out of it. */
  tells?: string[]
  /** When its reader’s devices were told of it. */
  pushedAt?: string
  email?: string
  subject?: string
  messageId?: string
  why?: string
  /** Where answers to it go, when not to us. */
  replyTo?: string
}

const rows = entity<OutboxMail, MailId>('Outbox', {
  key: ({ mailId }) => ({ pk: `OUTBOX#${mailId}`, sk: 'OUTBOX' }),
  // Only once it is known to whom it goes: who causes a mail does not pay for its being looked up.
  gsi1: by(['email', 'wantedAt', 'mailId'], ({ email, wantedAt, mailId }) => [
    `MAILED#${email.toLowerCase()}`,
    `${wantedAt}#${mailId}`,
  ]),
  gsi2: by(['email', 'wantedAt', 'mailId'], ({ wantedAt, mailId }) => [
    `MAILS#${wantedAt.slice(0, 10)}`,
    `${wantedAt}#${mailId}`,
  ]),
})

/** The mail as a write, to stand beside the write that it tells of; by an id that follows from that, it is one of it. */
const want = <N extends LetterName>(
  { at }: { at: string },
  mail: { letter: N; to: To; about: Letters[N]; urgent?: boolean; wasHeld?: boolean; mailId?: string },
  otherwise?: ProblemCode,
): Write<OutboxMail> => rows.create({ mailId: randomUUID(), ...mail, wantedAt: at, state: 'wanted' }, otherwise)

export const outbox = {
  ...rows,
  want,
  /** Those that went to an address since an instant, and those of a day. */
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
