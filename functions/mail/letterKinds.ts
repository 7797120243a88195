import type { NoticeName } from '#shared/rules/notices.ts'

/**
 * How a payment is returned for a place that was lost, or that the family has `givenUp`: refunded online or as credit, in `cents`.
 * `credit`: the part that was paid by hand, in addition to a refund.
 */
type GoesBack = {
  registrationPlayerId: string
  how: 'refund' | 'paypal' | 'credit'
  cents: string
  credit?: string
  givenUp?: 'yes'
}

type Said<About> = { notice: NoticeName; about?: About }
const of = <About>(notice: NoticeName): Said<About> => ({ notice })

/**
 * All mails: the notice under which a reader can switch each off, and the type of its `about`: ids only, from which its writer reads the
 * current data when the mail is sent.
 */
export const letterKinds = {
  /** An email that a coach or a club has written to families; and the same, mailed to its author before it is sent. */
  email: of<{ emailId: string }>('news'),
  /** What was held back for somebody, in one mail: the ids of those mails, with commas between them. */
  digest: of<{ mails: string }>('news'),
  emailTest: of<{ emailId: string; testId: string }>('account'),
  /** Tells its author, and who may write where it is from, that an email went to nobody, and why. */
  emailNotSent: of<{ emailId: string }>('account'),
  /** Tells its author that a colleague has taken back an email of theirs. */
  emailTakenBack: of<{ emailId: string; by: string }>('account'),
  /** Tells who runs a club that a chat message was reported; warns its author; tells them that they are shut out. */
  chatReported: of<{ organizationId: string; conversationSid: string; messageSid: string }>('account'),
  chatWarned: of<{ organizationId: string; conversationSid: string; messageSid: string }>('account'),
  chatBlocked: of<{ organizationId: string }>('account'),
  /** Tells those in a conversation that the club has read it. */
  chatLooked: of<{ organizationId: string; conversationSid: string }>('account'),
  /** Tells the owner of an account, and who edits the club's players, that it is taken for a player's own: a child's. */
  childAccount: of<{ playerId: string; userId: string }>('account'),
  /** Asks a parent whether their player comes; `also` are the invites of their other players to the same event, with commas. */
  invite: of<{ inviteId: string; also?: string }>('invites'),
  /** Asks a parent again who has not answered. */
  reminder: of<{ inviteId: string; also?: string }>('invites'),
  /**
   * Tells a parent that an event has moved, is cancelled, or takes place after all, and by its id a coach; `newsAt` is which news
   * it is.
   */
  eventNews: of<{ inviteId: string; newsAt: string } | { eventId: string; newsAt: string }>('changes'),
  /** Tells a coach what a family has answered shortly before an event; `answerId` is which answer it is. */
  availability: of<{ inviteId: string; answerId: string }>('availability'),
  /** Puts an invite into a parent's calendar app, changes it there, or takes it out: `sequence` is which of these it is. */
  calendarMail: of<{ inviteId: string; sequence: string }>('events'),
  /** Tells a parent that what they answered in their calendar app is not the answer. */
  calendarReply: of<{ inviteId: string; why: string }>('account'),
  /** Tells a coach of a request that lies on their list. */
  request: of<{ requestId: string }>('account'),
  /** Tells a parent what their player owes. */
  fee: of<{ playerFeeId: string; payId: string }>('fees'),
  /**
   * Tells who pays for a club that its free period ends, its card failed, it was ended or goes on after all, or nothing more can be added.
   */
  subscription: of<{
    organizationId: string
    news: 'trialEnding' | 'cardFailed' | 'ending' | 'staying' | 'expired'
  }>('account'),
  /** Tells the owner of a saved card what became of a charge, whatever they want to be told; `payId` is where they pay otherwise. */
  autopay: of<{ paymentId: string; payId: string }>('account'),
  /** The receipt for what somebody has paid online at once; for what the club has put down by hand on a fee. */
  receipt: of<{ paymentId: string }>('account'),
  manualReceipt: of<{ playerFeeId: string; paymentId: string }>('account'),
  /**
   * Tells who has paid from a bank that it did not come, and is owed again; `places` are the registered players that it was for alone, with
   * commas.
   */
  notCome: of<{ paymentId: string; places?: string }>('account'),
  /**
   * Tells who has paid that it was given back to them, or that what was given back did not arrive, or could not be given, and is their
   * credit.
   */
  givenBack: of<{ paymentId: string; refundId: string; is: 'gone' | 'back' | 'not' }>('account'),
  /** Tells who pays for a club that families cannot pay it by Stripe any more: its account there has left, or lacks something. */
  processor: of<{ paymentAccountId: string }>('account'),
  /** Asks somebody to run an organization or a team. Of this and of other invitations `userId` is who invites. */
  administer: of<{ invitationId: string; userId?: string }>('account'),
  /** Tells somebody that they run an organization or a team no longer. */
  dismissed: of<{ orgUnitId: string; whole?: string }>('account'),
  /** Tells a coach that their team was archived. */
  teamArchived: of<{ teamId: string; archivedAt: string }>('account'),
  /** Tells who asked a coach what has become of it. */
  requestClosed: of<{ sentId: string }>('account'),
  /** Asks a family to agree to what the club asks of them. */
  agree: of<{ playerId: string }>('account'),
  /** The receipt of a registration; and tells somebody of the club of it. */
  registered: of<{ registrationPlayerId: string }>('registrations'),
  playerRegistered: of<{ registrationPlayerId: string }>('registrations'),
  /** Tells a family that the club has taken their player off a registration; and who wants to know it, that one is paid. */
  registrationCancelled: of<{ registrationPlayerId: string }>('registrations'),
  /**
   * Tells a family that the club has changed what was chosen or answered: what it had cost before, in cents, and the ids of the questions,
   * with commas.
   */
  registrationEdited: of<{ registrationPlayerId: string; before: string; questions: string }>('registrations'),
  /** Tells a family that the club has taken dates out of what they have registered for: the ids of the events, with commas. */
  datesGone: of<{ registrationPlayerId: string; eventIds: string }>('registrations'),
  registrationPaid: of<{ registrationPlayerId: string; playerFeeId: string }>('registrations'),
  /** Tells a family that their player has no place though it was paid: so many cents go back, or are their credit. */
  placeLost: of<GoesBack>('registrations'),
  /** Tells a family that what they have waited with goes back, or is their credit. */
  depositBack: of<GoesBack>('registrations'),
  /** Tells a family that a place is free for which they have waited. */
  placeOffered: of<{ registrationPlayerId: string }>('registrations'),
  /** Tells a family that their player waits for a place; `also` are others of the same family who wait with them, with commas. */
  waiting: of<{ registrationPlayerId: string; also?: string }>('registrations'),
  /**
   * Tells a family that a place is no longer held, which was offered or being paid, and until when it was; or while a payment of it is
   * `coming`.
   */
  placeLapsed: of<{ registrationPlayerId: string; was: 'offered' | 'paying' | 'coming'; until: string }>(
    'registrations',
  ),
  /** Reminds a parent of what their player has still to do. */
  /** `others`: the ids of brothers and sisters who have it to do too, with commas between them. */
  assignment: of<{ assignmentId: string; playerId: string; others?: string }>('tasks'),
  /** Invites somebody to a player’s family, or to follow. */
  familyInvitation: of<{ playerId: string; invitationId: string; userId?: string }>('account'),
  /** Tells who runs a club that an address of theirs takes nothing, or is told nothing any more. */
  webhook: of<{ organizationId: string; webhookId: string; news: 'failing' | 'off' }>('account'),
  /** Tells the owner of an account that a second factor was set up for it, or turned off. */
  secondFactor: of<{ is: 'on' | 'off' }>('account'),
  /** Tells the owner of an account that a passkey was added to it, by the name that the user pool has for it. */
  passkey: of<{ name: string }>('account'),
  /** Tells an address that the account which had it has another one by now. */
  addressChanged: of<{ userId: string }>('account'),
  /** Tells the owner of an account that it is to be erased, while it can be taken back. */
  erasureAsked: of<{ due: string }>('account'),
  /** Tells our own people that somebody waits for an answer; and who asked, what was answered. */
  supportWaiting: of<{ threadId: string }>('account'),
  supportAnswered: of<{ threadId: string }>('account'),
  /** Tells who has sent a file that it was found to be harmful, and taken away. */
  fileHarmful: of<{ fileId: string }>('account'),
  /** Invites somebody to register a player. */
  registrationInvitation: of<{ registrationId: string; email: string; userId?: string }>('registrations'),
} as const
export type LetterName = keyof typeof letterKinds
export type Letters = { [Name in LetterName]: NonNullable<(typeof letterKinds)[Name]['about']> }
