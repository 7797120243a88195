import { useEffect } from 'react'
import useSWR, { type SWRConfiguration, type SWRResponse, unstable_serialize } from 'swr'
import type { Api } from '#shared/api/index.ts'
import type { Multipart } from '#shared/api/media.ts'
import { statusProblems } from '#shared/statusSentences.ts'
import { ApiProblem, problemIn } from './api/problem.ts'
import { type Sending, send } from './api/request.ts'
import type { AnswerOf, InputOf, Key, Reads } from './api/types.ts'
import { endSession, navigateOutside } from './navigateOutside.ts'
import { paths } from './paths.ts'
import { startRequest } from './pendingRequests.ts'
import { own, tell, tellExpired } from './problems/tell.ts'
import { forgetReadFailure, type Handles, showsRead, tellReadFailure } from './problems/tellRead.ts'
import { leaveInPlace } from './session/inPlace.ts'
import { askPassword } from './session/askPassword.ts'
import { accessToken, hasEnded, signedInUser, tokenNow } from './session/tokens.ts'

/** The only door to the server. What it says no with is an `ApiProblem`. */
export { ApiProblem } from './api/problem.ts'

export type { AnswerOf, InputOf, Key, Reads } from './api/types.ts'

export type Options = Omit<Sending, 'as'> & {
  /**
   * What the screen shows itself; everything else is told in a message, so that no failure is silent. `failures` is
   * whatever goes wrong. Only who names `not_allowed` keeps a refusal of rights: others are led to the Forbidden screen.
   * The end of a session leads to sign in, always.
   */
  handles?: Handles
}
/** A form with files says so, since the browser knows nothing of the contract but its types. */
type OptionsOf<K extends Key> = Api[K] extends { body: Multipart }
  ? [options: Options & { as: 'multipart' }]
  : [options?: Options]

type ReadOptions<K extends Reads> = Pick<Options, 'handles' | 'timeout'> & SWRConfiguration<AnswerOf<K>, ApiProblem>

/**
 * Reads a route and keeps it fresh: when the screen is looked at again, and when the signal comes back. `undefined` as
 * input waits until there is one. Parts of a screen that ask the same share one request; what each does about a failure
 * (`handles`) is its own.
 */
export function useApi<K extends Reads>(
  key: K,
  input: InputOf<K> | undefined,
  { handles, timeout, ...options }: ReadOptions<K> = {},
): SWRResponse<AnswerOf<K>, ApiProblem> {
  const read = useSWR<AnswerOf<K>, ApiProblem>(
    input && named(key, input),
    () => readApi(key, input as InputOf<K>, timeout),
    options,
  )
  // SWR draws again only what has looked at its data: a part that is drawn later than this, as in a dialog that is about to
  // open, would miss what came in between.
  const { error, data: _looked } = read
  useTellFailure(input && cacheKey(key, input), error, handles)
  return read
}

/** Tells that a read has failed, unless a part of the screen shows it. */
export function useTellFailure(read: string | undefined, error: ApiProblem | undefined, handles?: Handles): void {
  const shown = handles?.join(' ')
  useEffect(() => (read ? showsRead(read, (shown?.split(' ') ?? []) as Handles) : undefined), [read, shown])
  useEffect(() => {
    if (read && error) tellReadFailure(read, error)
  }, [read, error])
}

/** For a part that shows the failure of a read which somebody else around it makes. */
export const useFailureInPlace = <K extends Reads>(key: K, input: InputOf<K>): void =>
  useTellFailure(cacheKey(key, input), undefined, ['failures'])

/** Whether there is an answer to a read, or a failure. */
export const hasCome = ({ data, error }: { data?: unknown; error?: unknown }): boolean =>
  data !== undefined || error !== undefined

/** Under what an answer lies in the cache: for `mutate` of `useSWRConfig`, after a write elsewhere. */
export const cacheKey = <K extends Reads>(key: K, input: InputOf<K>): string => unstable_serialize(named(key, input))

/** What is known of a route's answer, kept up with, without asking for it. */
export const useKnown = <K extends Reads>(key: K, input: InputOf<K>): AnswerOf<K> | undefined =>
  useSWR<AnswerOf<K>, ApiProblem>(named(key, input), null).data

/** Reads that are given the caller's own players as a hint. */
const hinted: readonly Key[] = ['GET /api/v1/today', 'GET /api/v1/playerEvents']

/**
 * A key and an input as the cache names them. Own players are a hint: they make an answer come sooner and do not change
 * it, so a better hint does not make it another answer.
 */
export function named<K extends Reads>(key: K, input: InputOf<K>): [K, object] {
  if (!hinted.includes(key)) return [key, input]
  const { players: _hint, ...query } = (input.query ?? {}) as Record<string, unknown>
  return [key, { ...input, query }]
}

/** A read of a screen: whether its failure is told is decided by the parts that show what it gives. */
export async function readApi<K extends Reads>(key: K, input: InputOf<K>, timeout?: number): Promise<AnswerOf<K>> {
  const answer = await call(key, input, timeout === undefined ? {} : { timeout })
  forgetReadFailure(cacheKey(key, input))
  return answer
}

/** Calls a route once. The route key is the text that contract, gateway and handler use. Throws `ApiProblem`. */
export async function callApi<K extends Key>(
  key: K,
  input: InputOf<K>,
  ...[{ handles = [], ...sending } = {}]: OptionsOf<K>
): Promise<AnswerOf<K>> {
  try {
    return await call(key, input, sending)
  } catch (error) {
    if (error instanceof ApiProblem) meet(error, handles)
    throw error
  }
}

/** What needs the password typed again asks for it, and is then sent once more; nothing is lost where somebody would rather not. */
async function call<K extends Key>(key: K, input: InputOf<K>, sending: Sending): Promise<AnswerOf<K>> {
  try {
    return await callOnce(key, input, sending)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'password_needed') throw error
    const typed = await askPassword().catch((problem: unknown) => {
      throw problemIn(problem, false)
    })
    if (!typed) throw problemIn(error.code, true)
    return callOnce(key, input, sending)
  }
}

/** Whether somebody who is signed in has asked anything on this page: only then is there a session that can end. */
let wasSignedIn = false

async function callOnce<K extends Key>(key: K, input: InputOf<K>, sending: Sending): Promise<AnswerOf<K>> {
  const asker = signedInUser()
  wasSignedIn ||= asker !== undefined
  const done = startRequest()
  try {
    const token = await accessToken()
    if (!token) throw new ApiProblem('not_signed_in', 401, own.expired)
    const sendBy = (bearer: string) => send(key, input, { authorization: `Bearer ${bearer}` }, sending)
    const answer = await sendBy(token).catch((error: unknown) => {
      // Where they have typed their password again meanwhile, here or in another tab, the token that was sent has ended for that.
      const given = tokenNow()
      if (!(error instanceof ApiProblem) || error.code !== 'not_signed_in') throw error
      if (!given || given === token || asker !== signedInUser()) throw error
      return sendBy(given)
    })
    // Signed out meanwhile, perhaps in another tab: nobody is there any more whom it may be shown to. Whoever acts in somebody's
    // place is signed in as somebody else by the answer itself.
    if (asker !== signedInUser() && !key.includes('/in-place'))
      throw new ApiProblem('not_signed_in', 401, statusProblems.not_signed_in[1])
    forgetReadFailure('offline')
    return answer as AnswerOf<K>
  } catch (error) {
    const problem = problemIn(error, sending.signal?.aborted === true)
    if (problem.status > 0) forgetReadFailure('offline')
    if (problem.code === 'not_signed_in') meetEnd(problem, asker)
    if (problem.code === 'in_place_over') leaveInPlace()
    throw problem
  } finally {
    done()
  }
}

/** The session has ended, or somebody has signed out: whoever asked, it leads to sign in. */
function meetEnd(problem: ApiProblem, asker: string | undefined): void {
  problem.told = true
  const now = signedInUser()
  // Somebody else may have signed in meanwhile: it is not their session that ended.
  if (now && asker !== now) return
  if (asker && (problem.message === own.expired || hasEnded())) tellExpired()
  // Who has signed out meanwhile, here or in another tab, need not be told.
  else if (asker && now) tell(problem)
  endSession(wasSignedIn || hasEnded())
}

/** Does what the spec's catalogue says about a problem, unless the screen does. */
function meet(problem: ApiProblem, handles: Handles): void {
  const { code, told } = problem
  if (told || handles.includes(code) || (code !== 'not_allowed' && handles.includes('failures'))) return
  problem.told = true
  tell(problem)
  if (code === 'not_allowed') navigateOutside(paths.forbidden())
}

type OpenKey = { [K in Key]: Api[K] extends { can: 'anyone' | { link: string } } ? K : never }[Key]
/** Calls a route that anyone may, or whoever holds a link, signed in or not: without a token; all that it refuses is for the screen to show. */
export async function callOpen<K extends OpenKey>(
  key: K,
  input: InputOf<K>,
  sending: Sending = {},
): Promise<AnswerOf<K>> {
  const done = startRequest()
  try {
    return (await send(key, input, {}, sending)) as AnswerOf<K>
  } catch (error) {
    throw problemIn(error, sending.signal?.aborted === true)
  } finally {
    done()
  }
}
