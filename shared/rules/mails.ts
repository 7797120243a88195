import type { FaultCode } from '../problems.ts'
import { isBlank } from './blank.ts'

/** The longest subject, in Unicode characters. */
export const subjectLimit = 128

const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** Why this cannot be the subject of an email; undefined if it can. Surrounding space is ignored. */
export function whyCannotSubject(
  subject: string,
): Extract<FaultCode, 'required' | 'too_long' | 'not_a_name'> | undefined {
  const text = subject.trim()
  if (isBlank(text)) return 'required'
  if (hidden.test(text)) return 'not_a_name'
  return [...text].length > subjectLimit ? 'too_long' : undefined
}

/** How long an email can be taken back after it was sent, in seconds. */
export const takeBackSeconds = 10
/** The most urgent emails per day of a team, and of a club with all its teams. */
export const maxUrgentPerTeam = 2
export const maxUrgentPerClub = 10
/** The most test emails per user and day. */
export const maxTestsPerDay = 20
/** The most pictures in an email, and their total size in bytes: each mail includes them all. */
export const maxPictures = 5
export const maxPictureBytes = 2_500_000
/** The picture types that mail programs show. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif']
/** The most attachments of an email, and their total size in bytes. */
export const maxFiles = 10
export const maxFileBytes = 25_000_000
/** The most teams that an email can go to. */
export const maxTeams = 300
/** The most individually selected people. */
export const maxChosenPeople = 200
/** The most tags to select players by. */
export const maxTagsChosen = 20
/** The most templates of a team, and of a club beside its teams; and the longest name of one. */
export const maxTemplates = 50
export const templateNameLimit = 64
/** How many days ahead an email can be scheduled. */
export const furthestDays = 365

/**
 * Why a due email goes to nobody: its author may no longer write to all of these people; its event was deleted; its sending team,
 * or each team it goes to, was archived since; nobody is left to receive it.
 */
export const notSentReasons = ['notAllowed', 'eventGone', 'archived', 'nobody'] as const
export type NotSentReason = (typeof notSentReasons)[number]

/** The possible states of an email per recipient. */
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

/** The possible states of an outgoing mail, from being queued to what the mail service reports later. */
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
