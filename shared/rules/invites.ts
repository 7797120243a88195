import type { ProblemCode } from '../problems.ts'

/** An invite is waiting, or answered Yes or No. Source: spec, states of an invite. */
export const inviteStatuses = ['Pending', 'Accepted', 'Declined'] as const
export type InviteStatus = (typeof inviteStatuses)[number]

/** What the answer of an invite is called that nobody has answered yet. */
export const unanswered = 'unanswered'

/** The longest note to the coach, in characters as Unicode counts them, so that an emoji is not two. */
export const noteLimit = 64

/** Why this note cannot be sent; undefined when it can. */
export const whyCannotNote = (note: string): Extract<ProblemCode, 'note_too_long'> | undefined =>
  [...note].length > noteLimit ? 'note_too_long' : undefined

/**
 * What an answer makes of the note: none is left while the answer is open again, one that was sent takes its place (an
 * empty one clears it), otherwise the one that was there stays, and nothing is said of it here.
 */
export function noteChange(status: InviteStatus, sent: string | undefined): { note?: string | undefined } {
  if (status === 'Pending') return { note: undefined }
  return sent === undefined ? {} : { note: sent || undefined }
}

/** The note that stays after an answer. */
export const noteAfter = (
  status: InviteStatus,
  sent: string | undefined,
  before: string | undefined,
): string | undefined => ({ note: before || undefined, ...noteChange(status, sent) }).note
