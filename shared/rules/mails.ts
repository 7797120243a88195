import type { FaultCode } from '../problems.ts'
import { isBlank } from './blank.ts'

/** The longest subject, in characters as Unicode counts them. */
export const subjectLimit = 128

const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** Why this cannot be the subject of an email; undefined when it can. Space around it does not count. */
export function whyCannotSubject(
  subject: string,
): Extract<FaultCode, 'required' | 'too_long' | 'not_a_name'> | undefined {
  const text = subject.trim()
  if (isBlank(text)) return 'required'
  if (hidden.test(text)) return 'not_a_name'
  return [...text].length > subjectLimit ? 'too_long' : undefined
}

/** For how long an email can be taken back once it was sent, in seconds. */
export const takeBackSeconds = 10
/** How many urgent emails a team, and a club with all its teams, sends on one day. */
export const mostUrgentOfTeam = 2
export const mostUrgentOfClub = 10
/** How many tests somebody mails to themselves on one day. */
export const mostTestsADay = 20
/** How many pictures stand in one email, and how large they are together, in bytes: each mail has them all with it. */
export const mostPictures = 5
export const mostPictureBytes = 2_500_000
/** The types that mail programs show. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif']
/** How many files go with one email, and how large they are together, in bytes. */
export const mostFiles = 10
export const mostFileBytes = 25_000_000
/** The most teams that one email goes to. */
export const mostTeams = 300
/** The most people who are chosen one by one. */
export const mostChosen = 200
/** The most tags by which players are chosen. */
export const mostTagsChosen = 20
/** How many templates a team has, and a club beside its teams; and how long the name of one may be. */
export const mostTemplates = 50
export const templateNameLimit = 64
/** How far ahead an email can be written to be sent. */
export const furthestDays = 365

/**
 * Why an email whose time has come goes to nobody: who wrote it may not write to all of these people any more; its event was
 * deleted; the team that it is from, or each that it is to, was archived since; nobody is left whom it would reach.
 */
export const notSentReasons = ['notAllowed', 'eventGone', 'archived', 'nobody'] as const
export type NotSentReason = (typeof notSentReasons)[number]

/** What can have become of an email with each who gets it. */
export const recipientStates = [
  'waiting',
  'held',
  'sent',
  'delivered',
  'opened',
  'bounced',
  'complained',
  'refused',
  'stopped',
  'unmailed',
] as const
export type RecipientState = (typeof recipientStates)[number]

/** What can have become of a mail of ours, from when it is wanted to what the mail service tells of it later. */
export const mailStates = [
  'wanted',
  'sending',
  'held',
  'sent',
  'delivered',
  'opened',
  'bounced',
  'complained',
  'refused',
  'gone',
] as const
