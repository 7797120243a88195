import { type InviteStatus, noteAfter } from '#shared/rules/invites.ts'
import type { ApiProblem } from '../../api.ts'
import type { InvitedEvent, OwnInvite } from '../eventTypes.ts'

export type Answer = { status: InviteStatus; note: string | null }

/**
 * An answer that the server has not confirmed. It is in localStorage from the tap until the response, one item per invite
 * under the user's id, so that it survives the tab and an expired session. It is deleted when the user signs out or another
 * user signs in.
 */
export type OutboxEntry = {
  /** The card as it was when answered: it has the event and player even if Today no longer lists them. */
  item: InvitedEvent
  status: InviteStatus
  /** If omitted, the server keeps the existing note; an empty note clears it. */
  note?: string
  /** The client's id of this answer, which makes resending idempotent. */
  answerId: string
  /** The id of the answer that the server last had, as far as known. */
  stood: string
  /** A condition: the server refuses the answer unless this one stands. The first attempt has none and replaces any answer. */
  upon?: string
  /** Ids of the user's earlier answers whose responses were lost: any of them may stand. */
  earlier: readonly string[]
  /** It was sent once, so it may have arrived. */
  tried?: true
  /** There was no response: it waits for a connection. */
  queued?: true
  /** Why it is no longer sent, until the user has seen that. `standing` is the other person's answer. */
  refused?: { code: ApiProblem['code']; message: string; standing?: OwnInvite }
}

/** Whether an answer is still to be sent. */
export const isOutgoing = ({ refused }: OutboxEntry): boolean => refused === undefined

/** Queues an answer for resending. From then on it is conditional on the previous answer, since it may have arrived. */
export const toRequeued = (entry: OutboxEntry): OutboxEntry => ({
  ...entry,
  upon: entry.upon ?? entry.stood,
  queued: true,
})

/** The answer that a card shows for an entry. */
export const answerOf = ({ status, note, item }: OutboxEntry): Answer => ({
  status,
  note: noteAfter(status, note, { status: item.invite.status.value, note: item.invite.note }) ?? null,
})

/** The entry for a new answer, which replaces one that has not been sent yet. */
export function nextEntry(
  previous: OutboxEntry | undefined,
  item: InvitedEvent,
  input: AnswerInput,
  answerId: string,
): OutboxEntry {
  const { status, note } = input
  if (!previous || !isOutgoing(previous)) {
    return { item, status, ...(note !== undefined && { note }), answerId, stood: item.invite.answerId, earlier: [] }
  }
  // One request covers both taps, so it carries the note shown after the second.
  const noteToSend = noteAfter(status, note, answerOf(previous)) ?? ''
  const { stood, upon, earlier, tried, queued } = previous
  return {
    item: previous.item,
    status,
    ...(status !== 'Pending' && { note: noteToSend }),
    answerId,
    stood,
    ...(upon !== undefined && { upon }),
    earlier: tried ? [...earlier, previous.answerId] : earlier,
    ...(queued && { queued }),
  }
}

/** The input of an answer: an omitted note stays, an empty one is cleared. */
export type AnswerInput = { status: InviteStatus; note?: string }
