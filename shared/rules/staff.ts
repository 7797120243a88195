import { check, longest, required, shortest } from './faults.ts'

/** The reason for a staff action on an account: long enough to be meaningful. */
export const shortestReason = 10
export const reasonLimit = 500
export const reasonFault = (reason: string) => check(reason, required, shortest(shortestReason), longest(reasonLimit))

/**
 * Minutes after entering the password in which staff may use staff-only routes: a working day. They have access to every club, so
 * a staff device left open must not have it for the 30 days of a sign-in.
 */
export const staffSignInMinutes = 12 * 60

/** How many days the mail-delivery search looks back by default; 60 at most, as long as mail states are kept. */
export const daysBackAtFirst = 7

/** The spans of the stats report, in days. */
export const daysBySpan = { week: 7, month: 30, year: 365 } as const
export type Span = keyof typeof daysBySpan

/** Staff actions on what clubs buy, and the payment provider's refusals of those. */
export const deedActs = [
  'trial_extended',
  'trial_refused',
  'promotion_made',
  'promotion_ended',
  'promotion_refused',
] as const
export type DeedAct = (typeof deedActs)[number]
