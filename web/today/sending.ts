import type { Cache, ScopedMutator } from 'swr'
import { ApiProblem } from '../api.ts'
import { writeKept } from '../kept.tsx'
import { signedInUser } from '../session/tokens.ts'
import { ask, inTurn, refusalOf } from './asking.ts'
import { readAgain, takeIn } from './takeIn.ts'
import { allUnsent, changeUnsent, isUnsentOf, isWaiting, onUnsent, queued, readUnsent, type Unsent } from './unsent.ts'

/**
 * `queued`: there was no answer. `busy`: it waits as well, since the server has trouble. `replaced`: a later tap took its
 * place, another tab was quicker, or the person signed out. `refused`: it stays among the unsent, with what the person
 * has to know or decide. A problem: it is forgotten, and the known answer shows again.
 */
export type Outcome = 'sent' | 'queued' | 'busy' | 'replaced' | 'refused' | ApiProblem

type Sending = { userId: string; mutate: ScopedMutator }

/**
 * Sends one unsent answer, when it is its turn among those to the same invite. A tap that is refused is forgotten, unless
 * another person's answer is why. `again` is for what lay there already: it goes upon the answer that stood.
 */
export const deliver = ({ userId, mutate }: Sending, entry: Unsent, again = false): Promise<Outcome> =>
  inTurn(`touchline.answer.${entry.item.invite.id}`, async () => {
    const { answerId, item } = entry
    const found = signedInUser() === userId ? readUnsent(userId, item.invite.id) : undefined
    if (!found || found.answerId !== answerId || found.refused) return 'replaced'
    /** What is done with this answer; and what with a later one, should it have taken its place while this was on its way. */
    const settle = (own: Change, later: Change) =>
      changeUnsent(userId, item.invite.id, (now) => (now.answerId === answerId ? own(now) : later(now)))
    const sent = again ? queued(found) : found
    settle(() => ({ ...sent, tried: true }), asItIs)
    try {
      const answered = await ask(sent)
      settle(gone, (now) => upon(now, answerId))
      takeIn(mutate, answered)
      return 'sent'
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const problem = error
      const refused = isLost(problem, sent) ? undefined : await refusalOf(problem, sent)
      if (!refused) {
        settle(queued, queued)
        return problem.code === 'offline' ? 'queued' : 'busy'
      }
      // Who has just tapped is told here and now; what had waited, or is about another person's answer, is told until seen.
      const stays = sent.queued || problem.code === 'answered_meanwhile'
      settle(stays ? (now) => ({ ...now, refused }) : gone, asItIs)
      if (refused.standing) takeIn(mutate, refused.standing)
      else readAgain(mutate)
      return stays ? 'refused' : problem
    }
  })

type Change = (now: Unsent) => Unsent | undefined
const asItIs: Change = (now) => now
const gone: Change = () => undefined
/** The server is known to have had this answer of one's own. */
const upon = ({ upon, ...now }: Unsent, stood: string): Unsent => ({
  ...now,
  stood,
  ...(upon !== undefined && { upon: stood }),
  earlier: [],
})
/** No answer at all, or a session to be begun again; and for what waits already, a server that has trouble. */
const isLost = ({ code, status }: ApiProblem, { queued }: Unsent) =>
  code === 'offline' || code === 'not_signed_in' || (queued && (status >= 500 || status === 429))

/** Between two tries, in milliseconds: 2 seconds after the first, a minute at most. */
const pause = (tries: number) => Math.min(2000 * 2 ** tries, 60_000)

/**
 * Sends a person's queued answers as soon as it can be: at once, when the signal is back, when the page is looked at, and
 * every now and then. Returns the way to stop it.
 */
export function keepSending({ userId, mutate, cache }: Sending & { cache: Cache }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [tries, sending, stopped] = [0, false, false]
  const waiting = () => allUnsent(userId).filter(isWaiting)

  async function sendAll() {
    if (sending || stopped) return
    clearTimeout(timer)
    timer = undefined
    sending = true
    let sent = 0
    for (const entry of waiting()) {
      const outcome = await deliver({ userId, mutate }, entry, true)
      if (outcome === 'sent') sent += 1
      // Without a signal the others need not be tried.
      if (outcome === 'queued') break
    }
    sending = false
    // A page that nobody looks at may end without a word: what it knows now is what it opens with next time.
    if (sent > 0 && document.visibilityState === 'hidden') writeKept(userId, cache, new Date())
    soon()
  }
  function soon() {
    if (sending || stopped || timer !== undefined || waiting().length === 0) return
    timer = setTimeout(() => void sendAll(), pause(tries))
    tries += 1
  }
  const now = () => {
    tries = 0
    void sendAll()
  }
  const looked = () => document.visibilityState === 'visible' && now()
  const changed = () => {
    if (waiting().length === 0) tries = 0
    soon()
  }
  // Another tab has sent it, and this one does not know the server's answer.
  const elsewhere = ({ key, newValue }: StorageEvent) => {
    if (newValue === null && isUnsentOf(userId, key)) readAgain(mutate)
  }

  window.addEventListener('online', now)
  window.addEventListener('storage', elsewhere)
  document.addEventListener('visibilitychange', looked)
  const stop = onUnsent(changed)
  now()
  return () => {
    stopped = true
    clearTimeout(timer)
    window.removeEventListener('online', now)
    window.removeEventListener('storage', elsewhere)
    document.removeEventListener('visibilitychange', looked)
    stop()
  }
}
