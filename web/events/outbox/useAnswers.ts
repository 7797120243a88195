import { useCallback, useMemo } from 'react'
import { useSWRConfig } from 'swr'
import { useUserId } from '../../session/useUserId.ts'
import { deliver, type Outcome } from './deliver.ts'
import type { InvitedEvent, OwnInvite } from '../eventTypes.ts'
import { type Answer, type AnswerInput, answerOf, isOutgoing, nextEntry } from './entry.ts'
import { newId } from '../../api/newPart.ts'
import { changeEntry, putEntry, readEntry, useOutbox } from './outbox.ts'

/**
 * Answers to invites: shown optimistically and stored on the device until the server has them. `shownAnswer` is the queued answer, else
 * the known one; `unsent` maps invites to answers that are queued or were refused.
 */
export function useAnswers() {
  const userId = useUserId() ?? ''
  const { mutate } = useSWRConfig()
  const all = useOutbox(userId)
  const unsent = useMemo(() => new Map(all.map((entry) => [entry.item.invite.id, entry])), [all])

  const shownAnswer = (invite: OwnInvite): Answer => {
    const entry = unsent.get(invite.id)
    return entry && isOutgoing(entry) ? answerOf(entry) : { status: invite.status.value, note: invite.note }
  }

  /** Sends an answer at once; it shows until the server refuses it. With `upon`, only if that answer still stands. */
  const sendAnswer = useCallback(
    async (item: InvitedEvent, input: AnswerInput, upon?: string): Promise<Outcome> => {
      const next = nextEntry(readEntry(userId, item.invite.id), item, input, newId())
      const entry = upon === next.stood ? { upon, ...next } : next
      putEntry(userId, entry)
      return deliver({ userId, mutate }, entry)
    },
    [userId, mutate],
  )

  /**
   * Resends an answer that was refused because another person's stands: conditional on that one, or unconditionally if
   * it is unknown.
   */
  const insist = useCallback(
    async (inviteId: string): Promise<Outcome> => {
      const refusedEntry = readEntry(userId, inviteId)
      if (!refusedEntry?.refused) return 'replaced'
      const { item, refused } = refusedEntry
      const { status, note } = answerOf(refusedEntry)
      const invite = refused.standing ?? item.invite
      const newAnswer = nextEntry(undefined, { ...item, invite }, { status, note: note ?? '' }, newId())
      const entry = refused.standing ? { ...newAnswer, upon: newAnswer.stood } : newAnswer
      putEntry(userId, entry)
      return deliver({ userId, mutate }, entry)
    },
    [userId, mutate],
  )

  /** Drops a refused answer once the user has seen the reason. */
  const drop = useCallback(
    (inviteId: string) => changeEntry(userId, inviteId, (entry) => (entry.refused ? undefined : entry)),
    [userId],
  )
  return { unsent, shownAnswer, sendAnswer, insist, drop }
}
