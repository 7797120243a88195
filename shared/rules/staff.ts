import { check, longest, required, shortest } from './faults.ts'

/** Why a member of staff does something to somebody's account: long enough to say something. */
export const shortestReason = 10
export const reasonLimit = 500
export const reasonFault = (reason: string) => check(reason, required, shortest(shortestReason), longest(reasonLimit))

/**
 * For how long after their password our own people may do what is theirs alone, in minutes: a working day. They reach every club, so a
 * device of theirs that is left open is not one for the 30 days of a sign-in.
 */
export const staffSignInMinutes = 12 * 60

/** How many days the mail-delivery search looks back unless told; 60 at most, for so long it is kept what became of a mail. */
export const daysBackAtFirst = 7

/** What the stats report shows, in days. */
export const spans = { week: 7, month: 30, year: 365 } as const
export type Span = keyof typeof spans

/** What our own people do about what clubs buy, and what the payment provider has refused of that. */
export const deedActs = [
  'trial_extended',
  'trial_refused',
  'promotion_made',
  'promotion_ended',
  'promotion_refused',
] as const
export type DeedAct = (typeof deedActs)[number]
