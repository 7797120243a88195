import { randomUUID } from 'node:crypto'
import { by, entity } from './entity.ts'
import type { Range } from './table.ts'
import type { Write } from './writes.ts'

/** How what was paid online goes back, in cents, or that it is the family’s credit; of both, `credit` is what came in by hand. */
type GoesBack = {
  registrationPlayerId: string
  how: 'refund' | 'paypal' | 'credit'
  cents: string
  credit?: string
}

/** Every letter that we send, and the ids it is about: whoever writes it reads by them what is true by then. */
export type Letters = {
  /** An email that a coach or a club has written to families; and the same, mailed to its author before it is sent. */
  email: { emailId: string }
  /** What was held back for somebody, in one mail: the ids of those mails, with commas between them. */
  digest: { mails: string }
  emailTest: { emailId: string; testId: string }
  /** Tells who runs a club that a chat message was reported; warns its author; tells them that they are shut out. */
  chatReported: { organizationId: string; conversationSid: string; messageSid: string }
  chatWarned: { organizationId: string; conversationSid: string; messageSid: string }
  chatBlocked: { organizationId: string }
  /** Tells those in a conversation that the club has read it. */
  chatLooked: { organizationId: string; conversationSid: string }
  /** Asks a parent whether their player comes. */
  invite: { inviteId: string }
  /** Asks a parent again who has not answered. */
  reminder: { inviteId: string }
  /** Tells a parent that an event has moved, is cancelled, or takes place after all; `newsAt` is which news it is. */
  eventNews: { inviteId: string; newsAt: string }
  /** Puts an invite into a parent's calendar app, changes it there, or takes it out: `sequence` is which of these it is. */
  calendarMail: { inviteId: string; sequence: string }
  /** Tells a parent that what they answered in their calendar app is not the answer. */
  calendarReply: { inviteId: string; why: string }
  /** Tells a coach of a request that lies on their list. */
  request: { requestId: string }
  /** Tells a parent what their player owes. */
  fee: { playerFeeId: string; payId: string }
  /** Tells who pays for a club that its free period ends, that its card failed, or that nothing more can be added. */
  subscription: { organizationId: string; news: 'trialEnding' | 'cardFailed' | 'expired' }
  /** Tells the owner of a saved card what became of a charge; `payId` is where they pay otherwise. */
  autopay: { paymentId: string; payId: string }
  /** The receipt for what somebody has paid online at once; for what the club has put down by hand on a fee. */
  receipt: { paymentId: string }
  manualReceipt: { playerFeeId: string; paymentId: string }
  /** Asks somebody to run an organization or a team. */
  administer: { invitationId: string }
  /** Tells who asked a coach what has become of it. */
  requestClosed: { sentId: string }
  /** Asks a family to agree to what the club asks of them. */
  agree: { playerId: string }
  /** The receipt of a registration; and tells somebody of the club of it. */
  registered: { registrationPlayerId: string }
  playerRegistered: { registrationPlayerId: string }
  /** Tells a family that the club has taken their player off a registration; and who wants to know it, that one is paid. */
  registrationCancelled: { registrationPlayerId: string }
  registrationPaid: { registrationPlayerId: string; playerFeeId: string }
  /** Tells a family that their player has no place though it was paid: so many cents go back, or are their credit. */
  placeLost: GoesBack
  /** Tells a family that what they have waited with goes back, or is their credit. */
  depositBack: GoesBack
  /** Tells a family that a place is free for which they have waited. */
  placeOffered: { registrationPlayerId: string }
  /** Reminds a parent of what their player has still to do. */
  assignment: { assignmentId: string; playerId: string }
  /** Invites somebody to a player’s family, or to follow. */
  familyInvitation: { playerId: string; invitationId: string }
  /** Tells who runs a club that an address of theirs takes nothing, or is told nothing any more. */
  webhook: { organizationId: string; webhookId: string; news: 'failing' | 'off' }
  /** Tells our own people that somebody waits for an answer; and who asked, what was answered. */
  supportWaiting: { threadId: string }
  supportAnswered: { threadId: string }
  /** Invites somebody to register a player. */
  registrationInvitation: { registrationId: string; email: string }
}
export type LetterName = keyof Letters

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
): Write<OutboxMail> => rows.create({ mailId: randomUUID(), ...mail, wantedAt: at, state: 'wanted' })

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
