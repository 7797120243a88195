import type { ScopedMutator } from 'swr'
import { ApiProblem } from '../../api.ts'
import { isTransient } from '../../api/problem.ts'
import { signedInUser } from '../../session/tokens.ts'
import { type OutboxEntry, toRequeued } from './entry.ts'
import { withLock } from './lock.ts'
import { changeEntry, readEntry } from './outbox.ts'
import { describeRefusal, submitAnswer } from './submitAnswer.ts'
import { cacheAnswer, revalidateEvents } from './updateCache.ts'

/**
 * `queued`: there was no response. `busy`: also queued, since the server has a temporary problem. `replaced`: a later answer
 * replaced it, another tab sent it, or the user signed out. `refused`: it stays in the outbox with what the user has to know or
 * decide. A problem: it was dropped, and the known answer shows again.
 */
export type Outcome = 'sent' | 'queued' | 'busy' | 'replaced' | 'refused' | ApiProblem

export type Sender = { userId: string; mutate: ScopedMutator }

/**
 * Sends one queued answer, serialized with others to the same invite. A refused answer is dropped, unless another person's answer
 * is the reason. `isRetry`: it was already in the outbox, and is sent on condition that the previous answer still stands.
 */
export const deliver = ({ userId, mutate }: Sender, entry: OutboxEntry, isRetry = false): Promise<Outcome> =>
  withLock(`touchline.answer.${entry.item.invite.id}`, async () => {
    const { answerId, item } = entry
    const storedEntry = signedInUser() === userId ? readEntry(userId, item.invite.id) : undefined
    if (!storedEntry || storedEntry.answerId !== answerId || storedEntry.refused) return 'replaced'
    /** Applies `ownChange` to this entry, or `laterChange` to one that replaced it while it was being sent. */
    const updateEntry = (ownChange: Change, laterChange: Change) =>
      changeEntry(userId, item.invite.id, (current) =>
        current.answerId === answerId ? ownChange(current) : laterChange(current),
      )
    const entryToSend = isRetry ? toRequeued(storedEntry) : storedEntry
    updateEntry(() => ({ ...entryToSend, tried: true }), keepEntry)
    try {
      const answeredInvite = await submitAnswer(entryToSend)
      updateEntry(removeEntry, (current) => confirmStored(current, answerId))
      cacheAnswer(mutate, answeredInvite, item)
      return 'sent'
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const problem = error
      const refusal = isRetryLater(problem, entryToSend) ? undefined : await describeRefusal(problem, entryToSend)
      if (!refusal) {
        updateEntry(toRequeued, toRequeued)
        return problem.code === 'offline' ? 'queued' : 'busy'
      }
      // A fresh answer reports its failure right away; one that was queued, or conflicts with another person's answer, is kept
      // until seen.
      const isKept = entryToSend.queued || problem.code === 'answered_meanwhile'
      updateEntry(isKept ? (current) => ({ ...current, refused: refusal }) : removeEntry, keepEntry)
      if (refusal.standing) cacheAnswer(mutate, refusal.standing, item)
      else revalidateEvents(mutate)
      return isKept ? 'refused' : problem
    }
  })

type Change = (current: OutboxEntry) => OutboxEntry | undefined
const keepEntry: Change = (current) => current
const removeEntry: Change = () => undefined
/** Records that the server has this earlier answer of the same user. */
const confirmStored = ({ upon, ...current }: OutboxEntry, stood: string): OutboxEntry => ({
  ...current,
  stood,
  ...(upon !== undefined && { upon: stood }),
  earlier: [],
})
/** Whether to try again later: no response or no session, and for queued answers any temporary problem. */
const isRetryLater = (problem: ApiProblem, { queued }: OutboxEntry) =>
  problem.code === 'offline' || problem.code === 'not_signed_in' || (queued && isTransient(problem))
