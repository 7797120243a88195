import type { NoticeName } from '#shared/rules/notices.ts'

/**
 * How a payment is returned for a place that was lost, or that the family has `givenUp`: refunded online or as credit, in `cents`.
 * `credit`: the part that was paid by hand, in addition to a refund.
 */
type RefundAbout = {
  registrationPlayerId: string
  how: 'refund' | 'paypal' | 'credit'
  cents: string
  credit?: string
  givenUp?: 'yes'
}

type MailKind<About> = { notice: NoticeName; about?: About }
const kind = <About>(notice: NoticeName): MailKind<About> => ({ notice })

/**
 * All mails: the notice under which a reader can switch each off, and the type of its `about`: ids only, from which its writer reads the
 * current data when the mail is sent.
 */
export const mailKinds = {
  /** An email that a coach or a club has written to families; `emailTest` is the same mailed to its author before it is sent. */
  email: kind<{ emailId: string }>('news'),
  /** All mails that were held back for a person, in one; `mails` are their ids, separated by commas. */
  digest: kind<{ mails: string }>('news'),
  emailTest: kind<{ emailId: string; testId: string }>('account'),
  /** Tells the author of an email, and those who may write for its team or club, that it was sent to nobody, and why. */
  emailNotSent: kind<{ emailId: string }>('account'),
  /** Tells the author of an email that a colleague has withdrawn it. */
  emailTakenBack: kind<{ emailId: string; by: string }>('account'),
  /** Tells the club's administrators that a chat message was reported; warns its author; tells them that they are blocked. */
  chatReported: kind<{ organizationId: string; conversationSid: string; messageSid: string }>('account'),
  chatWarned: kind<{ organizationId: string; conversationSid: string; messageSid: string }>('account'),
  chatBlocked: kind<{ organizationId: string }>('account'),
  /** Tells the members of a conversation that the club has read it. */
  chatLooked: kind<{ organizationId: string; conversationSid: string }>('account'),
  /**
   * Tells the account's owner, and those who edit the club's players, that the account is treated as a player's own, so as a
   * child's.
   */
  childAccount: kind<{ playerId: string; userId: string }>('account'),
  /**
   * Asks a parent whether their player comes. `also`: the invites of their other players to the same event, separated by commas.
   */
  invite: kind<{ inviteId: string; also?: string }>('invites'),
  /** Reminds a parent who has not answered. */
  reminder: kind<{ inviteId: string; also?: string }>('invites'),
  /**
   * Tells a parent (`inviteId`) or a coach (`eventId`) that an event has moved, is cancelled, or takes place after all. `newsAt`
   * identifies the change.
   */
  eventNews: kind<{ inviteId: string; newsAt: string } | { eventId: string; newsAt: string }>('changes'),
  /** Tells a coach what a family answered shortly before an event. `answerId` identifies the answer. */
  availability: kind<{ inviteId: string; answerId: string }>('availability'),
  /** Adds an invite to a parent's calendar app, updates it, or removes it. `sequence` identifies which. */
  calendarMail: kind<{ inviteId: string; sequence: string }>('events'),
  /** Tells a parent that the answer given in their calendar app was not accepted. */
  calendarReply: kind<{ inviteId: string; why: string }>('account'),
  /** Tells a coach of a request in their list. */
  request: kind<{ requestId: string }>('account'),
  /** Tells a parent what their player owes. */
  fee: kind<{ playerFeeId: string; payId: string }>('fees'),
  /**
   * Tells who pays for a club that its free period ends, its card failed, it was ended or goes on after all, or nothing more can be added.
   */
  subscription: kind<{
    organizationId: string
    news: 'trialEnding' | 'cardFailed' | 'ending' | 'staying' | 'expired'
  }>('account'),
  /**
   * Tells the owner of a saved card the result of a charge, whatever notices they chose; `payId` is the link to pay otherwise.
   */
  autopay: kind<{ paymentId: string; payId: string }>('account'),
  /** The receipt for an online payment; for a payment that the club has entered by hand. */
  receipt: kind<{ paymentId: string }>('account'),
  manualReceipt: kind<{ playerFeeId: string; paymentId: string }>('account'),
  /**
   * Tells who has paid from a bank that it did not come, and is owed again; `places` are the registered players that it was for alone, with
   * commas.
   */
  notCome: kind<{ paymentId: string; places?: string }>('account'),
  /**
   * Tells who has paid that it was given back to them, or that what was given back did not arrive, or could not be given, and is their
   * credit.
   */
  givenBack: kind<{ paymentId: string; refundId: string; is: 'gone' | 'back' | 'not' }>('account'),
  /** Tells a club's payers that families can no longer pay it by Stripe: its account was disconnected, or lacks information. */
  processor: kind<{ paymentAccountId: string }>('account'),
  /** Invites a person to administer an organization or a team. In invitations, `userId` is the person who invites. */
  administer: kind<{ invitationId: string; userId?: string }>('account'),
  /** Tells a person that they no longer administer an organization or a team. */
  dismissed: kind<{ orgUnitId: string; whole?: string }>('account'),
  /** Tells a coach that their team was archived. */
  teamArchived: kind<{ teamId: string; archivedAt: string }>('account'),
  /** Tells the author of a request to a coach what has become of it. */
  requestClosed: kind<{ sentId: string }>('account'),
  /** Asks a family to accept the club's agreements. */
  agree: kind<{ playerId: string }>('account'),
  /** The receipt of a registration; the notice of it to the club. */
  registered: kind<{ registrationPlayerId: string }>('registrations'),
  playerRegistered: kind<{ registrationPlayerId: string }>('registrations'),
  /** Tells a family that the club has removed their player from a registration; tells the club that one is paid. */
  registrationCancelled: kind<{ registrationPlayerId: string }>('registrations'),
  /**
   * Tells a family that the club has changed what was chosen or answered: what it had cost before, in cents, and the ids of the questions,
   * with commas.
   */
  registrationEdited: kind<{ registrationPlayerId: string; before: string; questions: string }>('registrations'),
  /** Tells a family that the club has removed dates that they registered for: the ids of the events, separated by commas. */
  datesGone: kind<{ registrationPlayerId: string; eventIds: string }>('registrations'),
  registrationPaid: kind<{ registrationPlayerId: string; playerFeeId: string }>('registrations'),
  /** Tells a family that their player has no place although it was paid: the amount is refunded, or becomes their credit. */
  placeLost: kind<RefundAbout>('registrations'),
  /** Tells a family that the deposit for a waiting list is refunded, or becomes their credit. */
  depositBack: kind<RefundAbout>('registrations'),
  /** Tells a family on the waiting list that a place is free. */
  placeOffered: kind<{ registrationPlayerId: string }>('registrations'),
  /**
   * Tells a family that their player is on the waiting list. `also`: others of the same family who are too, separated by commas.
   */
  waiting: kind<{ registrationPlayerId: string; also?: string }>('registrations'),
  /**
   * Tells a family that a place is no longer held, which was offered or being paid, and until when it was; or while a payment of it is
   * `coming`.
   */
  placeLapsed: kind<{ registrationPlayerId: string; was: 'offered' | 'paying' | 'coming'; until: string }>(
    'registrations',
  ),
  /**
   * Reminds a parent of what their player still has to do. `others`: the ids of siblings who have to do it too, separated by
   * commas.
   */
  assignment: kind<{ assignmentId: string; playerId: string; others?: string }>('tasks'),
  /** Invites a person to a player's family, or to follow the player. */
  familyInvitation: kind<{ playerId: string; invitationId: string; userId?: string }>('account'),
  /** Tells a club's administrators that a webhook of theirs fails, or was switched off. */
  webhook: kind<{ organizationId: string; webhookId: string; news: 'failing' | 'off' }>('account'),
  /** Tells the owner of an account that a second factor was set up or turned off. */
  secondFactor: kind<{ is: 'on' | 'off' }>('account'),
  /** Tells the owner of an account that a passkey was added; `name` is the user pool's name for it. */
  passkey: kind<{ name: string }>('account'),
  /** Tells the previous address of an account that the account has another one now. */
  addressChanged: kind<{ userId: string }>('account'),
  /** Tells the owner of an account that it will be erased, while that can still be cancelled. */
  erasureAsked: kind<{ due: string }>('account'),
  /** Tells our support staff that a person is waiting for an answer; tells that person what was answered. */
  supportWaiting: kind<{ threadId: string }>('account'),
  supportAnswered: kind<{ threadId: string }>('account'),
  /** Tells the sender of a file that it was found harmful and was removed. */
  fileHarmful: kind<{ fileId: string }>('account'),
  /** Invites a person to register a player. */
  registrationInvitation: kind<{ registrationId: string; email: string; userId?: string }>('registrations'),
} as const
export type MailName = keyof typeof mailKinds
export type MailAbout = { [Name in MailName]: NonNullable<(typeof mailKinds)[Name]['about']> }
