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
 * The note after an answer. It belongs to its answer: one that is sent is the new one (an empty one clears it); otherwise the
 * same answer keeps its own, and another one, or the invite open again, has none.
 */
export function noteAfter(
  status: InviteStatus,
  sent: string | undefined,
  before: { status: InviteStatus; note?: string | null | undefined },
): string | undefined {
  if (status === 'Pending') return undefined
  return (sent ?? (status === before.status ? before.note : undefined)) || undefined
}
