import { type InviteStatus, noteAfter } from '#shared/rules/invites.ts'
import type { ApiProblem } from '../../api.ts'
import type { InvitedEvent, OwnInvite } from '../eventTypes.ts'

export type Answer = { status: InviteStatus; note: string | null }

/**
 * An answer that the server is not known to have. It lies in localStorage from the tap until the server has answered, an
 * item for each invite under the name of its person, so that it outlives the tab, and a session that ends by itself; it
 * goes when the person signs out, or somebody else signs in.
 */
export type OutboxEntry = {
  /** The card as it was when it was answered: it names event and player also when Today shows them no more. */
  item: InvitedEvent
  status: InviteStatus
  /** A note that is left out stays as it is at the server, an empty one is cleared. */
  note?: string
  /** What the device calls this answer: however often it is sent, it counts once. */
  answerId: string
  /** The answer that the server is known to have had. */
  stood: string
  /** Sent with it: refused when another answer stands. The first try of a Yes or No goes without and replaces what stands. */
  upon?: string
  /** Own answers before it whose replies were lost: any of them may be what stands. */
  earlier: readonly string[]
  /** It was on its way once, so it may have arrived. */
  tried?: true
  /** There was no answer to it: it waits for the signal. */
  queued?: true
  /** Why it is not sent any more, until the person has seen it. `standing` is what another person answered meanwhile. */
  refused?: { code: ApiProblem['code']; message: string; standing?: OwnInvite }
}

/** True for an answer that is still to be sent. */
export const isOutgoing = ({ refused }: OutboxEntry): boolean => refused === undefined

/** It waits for the signal; from now on it goes upon the answer that stood, since it may have arrived. */
export const requeue = (entry: OutboxEntry): OutboxEntry => ({
  ...entry,
  upon: entry.upon ?? entry.stood,
  queued: true,
})

/** What a card shows of an unsent answer. */
export const answerOf = ({ status, note, item }: OutboxEntry): Answer => ({
  status,
  note: noteAfter(status, note, { status: item.invite.status.value, note: item.invite.note }) ?? null,
})

/** The answer of a tap, in place of one that is not sent yet. */
export function nextEntry(
  before: OutboxEntry | undefined,
  item: InvitedEvent,
  input: AnswerInput,
  answerId: string,
): OutboxEntry {
  const { status, note } = input
  if (!before || !isOutgoing(before)) {
    return { item, status, ...(note !== undefined && { note }), answerId, stood: item.invite.answerId, earlier: [] }
  }
  // One answer is sent for two taps: the note that is shown after both of them goes with it.
  const shown = noteAfter(status, note, answerOf(before)) ?? ''
  const { stood, upon, earlier, tried, queued } = before
  return {
    item: before.item,
    status,
    ...(status !== 'Pending' && { note: shown }),
    answerId,
    stood,
    ...(upon !== undefined && { upon }),
    earlier: tried ? [...earlier, before.answerId] : earlier,
    ...(queued && { queued }),
  }
}

/** What is sent: a note that is left out stays as it is, an empty one is cleared. */
export type AnswerInput = { status: InviteStatus; note?: string }
