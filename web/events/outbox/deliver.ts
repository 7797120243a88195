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
 * `queued`: there was no answer. `busy`: it waits as well, since the server has trouble. `replaced`: a later tap took its
 * place, another tab was quicker, or the person signed out. `refused`: it stays among the unsent, with what the person
 * has to know or decide. A problem: it is forgotten, and the known answer shows again.
 */
export type Outcome = 'sent' | 'queued' | 'busy' | 'replaced' | 'refused' | ApiProblem

export type Sender = { userId: string; mutate: ScopedMutator }

/**
 * Sends one unsent answer, when it is its turn among those to the same invite. A tap that is refused is forgotten, unless
 * another person's answer is why. `again` is for what lay there already: it goes upon the answer that stood.
 */
export const deliver = ({ userId, mutate }: Sender, entry: OutboxEntry, again = false): Promise<Outcome> =>
  withLock(`touchline.answer.${entry.item.invite.id}`, async () => {
    const { answerId, item } = entry
    const found = signedInUser() === userId ? readEntry(userId, item.invite.id) : undefined
    if (!found || found.answerId !== answerId || found.refused) return 'replaced'
    /** What is done with this answer; and what with a later one, should it have taken its place while this was on its way. */
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
      // Who has just tapped is told here and now; what had waited, or is about another person's answer, is told until seen.
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
/** The server is known to have had this answer of one's own. */
const upon = ({ upon, ...now }: OutboxEntry, stood: string): OutboxEntry => ({
  ...now,
  stood,
  ...(upon !== undefined && { upon: stood }),
  earlier: [],
})
/** No answer at all, or a session to be begun again; and for what waits already, all that passes by itself. */
const isLost = (problem: ApiProblem, { queued }: OutboxEntry) =>
  problem.code === 'offline' || problem.code === 'not_signed_in' || (queued && isTransient(problem))
