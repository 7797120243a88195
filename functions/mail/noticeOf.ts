import type { NoticeName } from '#shared/rules/notices.ts'
import type { LetterName } from '../table/outbox.ts'

/** Of which kind each letter is: by it people choose what they are told. */
export const noticeOf: { readonly [Name in LetterName]: NoticeName } = {
  email: 'news',
  digest: 'news',
  emailTest: 'account',
  invite: 'invites',
  reminder: 'invites',
  eventNews: 'changes',
  calendarMail: 'account',
  calendarReply: 'account',
  request: 'account',
  requestClosed: 'account',
  subscription: 'account',
  chatReported: 'account',
  chatWarned: 'account',
  chatBlocked: 'account',
  chatLooked: 'account',
  supportWaiting: 'account',
  supportAnswered: 'account',
  administer: 'account',
  familyInvitation: 'account',
  agree: 'account',
  fee: 'fees',
  // What was taken from a card, or could not be, is told in any case.
  autopay: 'account',
  assignment: 'tasks',
  registered: 'registrations',
  playerRegistered: 'registrations',
  registrationCancelled: 'registrations',
  registrationPaid: 'registrations',
  placeLost: 'registrations',
  placeOffered: 'registrations',
  registrationInvitation: 'registrations',
}
