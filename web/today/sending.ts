import type { ScopedMutator } from 'swr'
import { ApiProblem, callApi } from '../api.ts'
import { signedInUser } from '../session/tokens.ts'
import { readAgain, takeIn } from './takeIn.ts'
import { changeUnsent, readUnsent, type Unsent } from './unsent.ts'
import type { Invite } from './useToday.ts'

/**
 * `queued`: there was no answer. `busy`: it waits as well, since the server has trouble. `replaced`: a later tap took its
 * place, another tab was quicker, or the person signed out. `refused`: it stays among the unsent, with what the person
 * has to know or decide. A problem: it is forgotten, and the known answer shows again.
 */
export type Outcome = 'sent' | 'queued' | 'busy' | 'replaced' | 'refused' | ApiProblem

type Sending = { userId: string; mutate: ScopedMutator }

/**
 * Sends one unsent answer, when it is its turn among those to the same invite. A first try replaces whatever stands, and
 * is forgotten when it is refused. `again` is for what lay there already: it goes upon the answer that stood.
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
      if (sent.upon === undefined) settle(gone, asItIs)
      else settle((now) => ({ ...now, refused }), asItIs)
      if (refused.standing) takeIn(mutate, refused.standing)
      else readAgain(mutate)
      return sent.upon === undefined ? problem : 'refused'
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
/** It waits for the signal; from now on it goes upon the answer that stood, since it may have arrived. */
const queued = (entry: Unsent): Unsent => ({ ...entry, upon: entry.upon ?? entry.stood, queued: true })

/** No answer at all; and for what waits already, a server that has trouble, or a session to be begun again. */
const isLost = ({ code, status }: ApiProblem, { queued }: Unsent) =>
  code === 'offline' || (queued && (status >= 500 || status === 429 || code === 'not_signed_in'))

/**
 * Upon what stood; and when another answer stands, upon one's own earlier ones, the last first: one of them may have
 * arrived without its reply. So the last tap wins over one's own earlier taps, and over nobody else's.
 */
async function ask(entry: Unsent): Promise<Invite> {
  const { item, status, note, answerId, upon } = entry
  const ways = upon === undefined ? [undefined] : [upon, ...entry.earlier.toReversed()]
  for (const [index, way] of ways.entries()) {
    try {
      return await callApi(
        'GET /user/updateInviteStatus/{inviteFile}',
        {
          inviteFile: `${item.invite.id}.json`,
          query: {
            format: 'json',
            status,
            ...(note !== undefined && { note }),
            answerId,
            ...(way !== undefined && { upon: way }),
          },
        },
        { handles: upon === undefined ? ['failures'] : ['failures', 'not_allowed'] },
      )
    } catch (error) {
      const meanwhile = error instanceof ApiProblem && error.code === 'answered_meanwhile'
      if (!meanwhile || index === ways.length - 1) throw error
    }
  }
  throw new Error('An answer has at least one way to be sent.')
}

/** Why it is not sent any more; undefined when what the person has to know for that cannot be had now. */
async function refusalOf(
  { code, message }: ApiProblem,
  { item: { invite, event } }: Unsent,
): Promise<Unsent['refused']> {
  if (code !== 'answered_meanwhile') return { code, message }
  // The event may have been moved meanwhile; the answer is one of 60 days.
  const start = new Date(Date.parse(event.start) - 30 * 86_400_000).toISOString()
  try {
    const query = { startUtc: start, players: invite.player.id }
    const { events } = await callApi('GET /api/v1/playerEvents', { query }, { handles: ['failures'] })
    const standing = events.find((each) => each.invite?.id === invite.id)?.invite
    return { code, message, ...(standing && { standing }) }
  } catch {
    return undefined
  }
}

const turns = new Map<string, Promise<unknown>>()
/**
 * One after another, over all tabs of this browser. Where it has no locks, over this tab: the same answer from two tabs
 * is one to the server.
 */
async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(name, work)
  const turn = (turns.get(name) ?? Promise.resolve()).then(work)
  const settled = turn.catch(() => undefined)
  turns.set(name, settled)
  try {
    return await turn
  } finally {
    if (turns.get(name) === settled) turns.delete(name)
  }
}
