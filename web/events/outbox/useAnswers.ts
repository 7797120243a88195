import { useCallback, useMemo } from 'react'
import { useSWRConfig } from 'swr'
import { useUserId } from '../../session/useUserId.ts'
import { deliver, type Outcome } from './deliver.ts'
import type { InvitedEvent, OwnInvite } from '../eventTypes.ts'
import { type Answer, type AnswerInput, answerOf, isOutgoing, nextEntry } from './entry.ts'
import { newId } from '../../api/newPart.ts'
import { changeEntry, putEntry, readEntry, useOutbox } from './outbox.ts'

/**
 * Answers to invites, shown before the server has them and kept on the device until it does. `shown` is the answer on its
 * way, else the one known; `unsent` holds those on their way by invite, and those that were refused after waiting.
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

  /** Sends an answer at once; it shows until the server refuses it. With `upon`, only while that answer stands. */
  const give = useCallback(
    async (item: InvitedEvent, input: AnswerInput, upon?: string): Promise<Outcome> => {
      const next = nextEntry(readEntry(userId, item.invite.id), item, input, newId())
      const entry = upon === next.stood ? { upon, ...next } : next
      putEntry(userId, entry)
      return deliver({ userId, mutate }, entry)
    },
    [userId, mutate],
  )

  /** Sends an answer that was refused since another person's stands: now upon that one, or upon whatever stands. */
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

  /** The person has seen why an answer was refused, and leaves it at that. */
  const drop = useCallback(
    (inviteId: string) => changeEntry(userId, inviteId, (entry) => (entry.refused ? undefined : entry)),
    [userId],
  )
  return { unsent, shown, give, insist, drop }
}
