import type { ProblemCode } from '../problems.ts'

/** An invite is pending, accepted or declined. Source: spec, states of an invite. */
export const inviteStatuses = ['Pending', 'Accepted', 'Declined'] as const
export type InviteStatus = (typeof inviteStatuses)[number]

/** The answer id of an invite that nobody has answered. */
export const unanswered = 'unanswered'

/** The longest note to the coach, in Unicode characters, so that an emoji does not count twice. */
export const noteLimit = 64

/** Why this note cannot be sent; undefined if it can. Surrounding space is ignored. */
export const whyCannotNote = (note: string): Extract<ProblemCode, 'note_too_long'> | undefined =>
  [...note.trim()].length > noteLimit ? 'note_too_long' : undefined

/**
 * The note after an answer. It belongs to its answer: a sent note replaces it (an empty one clears it); without one, the same
 * answer keeps its note, while a different answer, or reopening the invite, clears it.
 */
export function noteAfter(
  status: InviteStatus,
  sent: string | undefined,
  before: { status: InviteStatus; note?: string | null | undefined },
): string | undefined {
  if (status === 'Pending') return undefined
  return (sent ?? (status === before.status ? before.note : undefined)) || undefined
}
