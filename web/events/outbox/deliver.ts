import type { ScopedMutator } from 'swr'
import { ApiProblem } from '../../api.ts'
import { isTransient } from '../../api/problem.ts'
import { signedInUser } from '../../session/tokens.ts'
import { type OutboxEntry, requeue } from './entry.ts'
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
 * is the reason. `again`: it was already in the outbox, and is sent on condition that the previous answer still stands.
 */
export const deliver = ({ userId, mutate }: Sender, entry: OutboxEntry, again = false): Promise<Outcome> =>
  withLock(`touchline.answer.${entry.item.invite.id}`, async () => {
    const { answerId, item } = entry
    const found = signedInUser() === userId ? readEntry(userId, item.invite.id) : undefined
    if (!found || found.answerId !== answerId || found.refused) return 'replaced'
    /** Applies `own` to this entry, or `later` to one that replaced it while it was being sent. */
    const settle = (own: Change, later: Change) =>
      changeEntry(userId, item.invite.id, (now) => (now.answerId === answerId ? own(now) : later(now)))
    const sent = again ? requeue(found) : found
    settle(() => ({ ...sent, tried: true }), asItIs)
    try {
      const answered = await submitAnswer(sent)
      settle(gone, (now) => upon(now, answerId))
      cacheAnswer(mutate, answered, item)
      return 'sent'
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const problem = error
      const refused = isLost(problem, sent) ? undefined : await describeRefusal(problem, sent)
      if (!refused) {
        settle(requeue, requeue)
        return problem.code === 'offline' ? 'queued' : 'busy'
      }
      // A fresh answer reports its failure right away; one that was queued, or conflicts with another person's answer, is kept
      // until seen.
      const stays = sent.queued || problem.code === 'answered_meanwhile'
      settle(stays ? (now) => ({ ...now, refused }) : gone, asItIs)
      if (refused.standing) cacheAnswer(mutate, refused.standing, item)
      else revalidateEvents(mutate)
      return stays ? 'refused' : problem
    }
  })

type Change = (now: OutboxEntry) => OutboxEntry | undefined
const asItIs: Change = (now) => now
const gone: Change = () => undefined
/** Records that the server has this earlier answer of the same user. */
const upon = ({ upon, ...now }: OutboxEntry, stood: string): OutboxEntry => ({
  ...now,
  stood,
  ...(upon !== undefined && { upon: stood }),
  earlier: [],
})
/** Whether to try again later: no response or no session, and for queued answers any temporary problem. */
const isLost = (problem: ApiProblem, { queued }: OutboxEntry) =>
  problem.code === 'offline' || problem.code === 'not_signed_in' || (queued && isTransient(problem))
