import { useCallback, useMemo } from 'react'
import { useSWRConfig } from 'swr'
import { useUserId } from '../../session/useUserId.ts'
import { deliver, type Outcome } from './deliver.ts'
import type { InvitedEvent, OwnInvite } from '../eventTypes.ts'
import { type Answer, type AnswerInput, answerOf, isOutgoing, nextEntry } from './entry.ts'
import { newId } from '../../api/newPart.ts'
import { changeEntry, putEntry, readEntry, useOutbox } from './outbox.ts'

/**
 * Answers to invites: shown optimistically and stored on the device until the server has them. `shown` is the queued answer, else
 * the known one; `unsent` maps invites to answers that are queued or were refused.
 */
export function useAnswers() {
  const userId = useUserId() ?? ''
  const { mutate } = useSWRConfig()
  const all = useOutbox(userId)
  const unsent = useMemo(() => new Map(all.map((entry) => [entry.item.invite.id, entry])), [all])

  const shown = (invite: OwnInvite): Answer => {
    const entry = unsent.get(invite.id)
    return entry && isOutgoing(entry) ? answerOf(entry) : { status: invite.status.value, note: invite.note }
  }

  /** Sends an answer at once; it shows until the server refuses it. With `upon`, only if that answer still stands. */
  const give = useCallback(
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
      const before = readEntry(userId, inviteId)
      if (!before?.refused) return 'replaced'
      const { item, refused } = before
      const { status, note } = answerOf(before)
      const invite = refused.standing ?? item.invite
      const fresh = nextEntry(undefined, { ...item, invite }, { status, note: note ?? '' }, newId())
      const entry = refused.standing ? { ...fresh, upon: fresh.stood } : fresh
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
  return { unsent, shown, give, insist, drop }
}
