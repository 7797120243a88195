import { useEffect } from 'react'
import useSWR, { type SWRConfiguration, type SWRResponse, unstable_serialize } from 'swr'
import type { Api } from '#shared/api/index.ts'
import type { Multipart } from '#shared/api/media.ts'
import { statusProblems } from '#shared/statusSentences.ts'
import { ApiProblem, problemIn } from './api/problem.ts'
import { type SendOptions, send } from './api/request.ts'
import type { AnswerOf, InputOf, Key, Reads } from './api/types.ts'
import { endSession, navigateOutside } from './shell/navigateOutside.ts'
import { paths } from './paths.ts'
import { startRequest } from './api/pendingRequests.ts'
import { clientSentences, showProblem, showExpired } from './problems/showProblem.ts'
import { clearReadFailure, type Handles, registerReadPart, reportReadFailure } from './problems/readFailures.ts'
import { stopImpersonation } from './session/impersonation.ts'
import { askPassword } from './session/askPassword.ts'
import { accessToken, isTokenExpired, signedInUser, validToken } from './session/tokens.ts'

/** All requests to the server go through this module. Refusals and failures are thrown as `ApiProblem`s. */
export { ApiProblem } from './api/problem.ts'

export type { AnswerOf, InputOf, Key, Reads } from './api/types.ts'

export type Options = Omit<SendOptions, 'as'> & {
  /**
   * The codes of problems that the caller shows itself; all others are shown in a snackbar, so that no failure is silent.
   * `failures` stands for all codes but `not_allowed`, which redirects to the Forbidden screen unless it is named. An expired
   * session always redirects to sign-in.
   */
  handles?: Handles
}
/** Routes with a multipart body require `as`, since the browser has only the types of the contract. */
type OptionsOf<K extends Key> = Api[K] extends { body: Multipart }
  ? [options: Options & { as: 'multipart' }]
  : [options?: Options]

type ReadOptions<K extends Reads> = Pick<Options, 'handles' | 'timeout'> & SWRConfiguration<AnswerOf<K>, ApiProblem>

/**
 * Reads a route, and revalidates it on focus and when the device is online again. Does not read while `input` is undefined.
 * Components that read the same share one request; each has its own `handles`.
 */
export function useApi<K extends Reads>(
  key: K,
  input: InputOf<K> | undefined,
  { handles, timeout, ...options }: ReadOptions<K> = {},
): SWRResponse<AnswerOf<K>, ApiProblem> {
  const read = useSWR<AnswerOf<K>, ApiProblem>(
    input && swrKey(key, input),
    () => readApi(key, input as InputOf<K>, timeout),
    options,
  )
  // SWR renders a component again only if it has accessed `data`: one that renders later, such as in a dialog that is about to
  // open, would otherwise miss a response that arrives in between.
  const { error, data: _data } = read
  useReportFailure(input && cacheKey(key, input), error, handles)
  return read
}

/** Shows a snackbar if a read fails, unless a component that uses it shows the failure itself. */
export function useReportFailure(read: string | undefined, error: ApiProblem | undefined, handles?: Handles): void {
  const handledCodes = handles?.join(' ')
  useEffect(
    () => (read ? registerReadPart(read, (handledCodes?.split(' ') ?? []) as Handles) : undefined),
    [read, handledCodes],
  )
  useEffect(() => {
    if (read && error) reportReadFailure(read, error)
  }, [read, error])
}

/** For a component that shows the failure of another component's read. */
export const useFailureInPlace = <K extends Reads>(key: K, input: InputOf<K>): void =>
  useReportFailure(cacheKey(key, input), undefined, ['failures'])

/** Whether a read has succeeded or failed. */
export const isSettled = ({ data, error }: { data?: unknown; error?: unknown }): boolean =>
  data !== undefined || error !== undefined

/** The cache key of a response, for `mutate` of `useSWRConfig`. */
export const cacheKey = <K extends Reads>(key: K, input: InputOf<K>): string => unstable_serialize(swrKey(key, input))

/** The cached response of a route, without a request; renders again when it changes. */
export const useCached = <K extends Reads>(key: K, input: InputOf<K>): AnswerOf<K> | undefined =>
  useSWR<AnswerOf<K>, ApiProblem>(swrKey(key, input), null).data

/** Reads that take the caller's own players as a hint. */
const hintedRoutes: readonly Key[] = ['GET /api/v1/today', 'GET /api/v1/playerEvents']

/**
 * The cache key of a route and its input, without the hint of own players: it speeds up the response without changing it, so a
 * better hint is still the same read.
 */
export function swrKey<K extends Reads>(key: K, input: InputOf<K>): [K, object] {
  if (!hintedRoutes.includes(key)) return [key, input]
  const { players: _hint, ...query } = (input.query ?? {}) as Record<string, unknown>
  return [key, { ...input, query }]
}

/** Reads a route for `useApi`: the components that use it decide how a failure is shown. */
export async function readApi<K extends Reads>(key: K, input: InputOf<K>, timeout?: number): Promise<AnswerOf<K>> {
  const response = await call(key, input, timeout === undefined ? {} : { timeout })
  clearReadFailure(cacheKey(key, input))
  return response
}

/** Calls a route once. Shows a problem that is not among `handles`, and throws it in either case. */
export async function callApi<K extends Key>(
  key: K,
  input: InputOf<K>,
  ...[{ handles = [], ...options } = {}]: OptionsOf<K>
): Promise<AnswerOf<K>> {
  try {
    return await call(key, input, options)
  } catch (error) {
    if (error instanceof ApiProblem) reportProblem(error, handles)
    throw error
  }
}

/** If the server requires the password again, asks for it and repeats the request. Cancelling gives the problem `cancelled`. */
async function call<K extends Key>(key: K, input: InputOf<K>, options: SendOptions): Promise<AnswerOf<K>> {
  try {
    return await callOnce(key, input, options)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'password_needed') throw error
    const isConfirmed = await askPassword().catch((problem: unknown) => {
      throw problemIn(problem, false)
    })
    if (!isConfirmed) throw problemIn(error.code, true)
    return callOnce(key, input, options)
  }
}

/** Whether a request was made on this page while someone was signed in: only then can a session end. */
let wasSignedIn = false

async function callOnce<K extends Key>(key: K, input: InputOf<K>, options: SendOptions): Promise<AnswerOf<K>> {
  const requester = signedInUser()
  wasSignedIn ||= requester !== undefined
  const endRequest = startRequest()
  try {
    const token = await accessToken()
    if (!token) throw new ApiProblem('not_signed_in', 401, clientSentences.expired)
    const sendWithToken = (bearer: string) => send(key, input, { authorization: `Bearer ${bearer}` }, options)
    const response = await sendWithToken(token).catch((error: unknown) => {
      // After the password was typed again meanwhile, here or in another tab, the sent token is no longer valid: retry with the
      // newer one.
      const newerToken = validToken()
      if (!(error instanceof ApiProblem) || error.code !== 'not_signed_in') throw error
      if (!newerToken || newerToken === token || requester !== signedInUser()) throw error
      return sendWithToken(newerToken)
    })
    // After a sign-out meanwhile, perhaps in another tab, the response must not be shown to the next user. Only the routes for
    // acting on a user's behalf change the user by their own response.
    if (requester !== signedInUser() && !key.includes('/in-place'))
      throw new ApiProblem('not_signed_in', 401, statusProblems.not_signed_in[1])
    clearReadFailure('offline')
    return response as AnswerOf<K>
  } catch (error) {
    const problem = problemIn(error, options.signal?.aborted === true)
    if (problem.status > 0) clearReadFailure('offline')
    if (problem.code === 'not_signed_in') handleSessionEnd(problem, requester)
    if (problem.code === 'in_place_over') stopImpersonation()
    throw problem
  } finally {
    endRequest()
  }
}

/** Handles an expired session or a sign-out: redirects to sign-in. */
function handleSessionEnd(problem: ApiProblem, requester: string | undefined): void {
  problem.isReported = true
  const currentUser = signedInUser()
  // If another user has signed in meanwhile, it is not their session that ended.
  if (currentUser && requester !== currentUser) return
  if (requester && (problem.message === clientSentences.expired || isTokenExpired())) showExpired()
  // Users who have signed out themselves, here or in another tab, need no message.
  else if (requester && currentUser) showProblem(problem)
  endSession(wasSignedIn || isTokenExpired())
}

/** Shows a problem as the specification says, unless the caller handles it. */
function reportProblem(problem: ApiProblem, handles: Handles): void {
  const { code, isReported } = problem
  if (isReported || handles.includes(code) || (code !== 'not_allowed' && handles.includes('failures'))) return
  problem.isReported = true
  showProblem(problem)
  if (code === 'not_allowed') navigateOutside(paths.forbidden())
}

type OpenKey = { [K in Key]: Api[K] extends { can: 'anyone' | { link: string } } ? K : never }[Key]
/** Calls a route that needs no session, without a token. Its problems are thrown, for the caller to show. */
export async function callOpen<K extends OpenKey>(
  key: K,
  input: InputOf<K>,
  options: SendOptions = {},
): Promise<AnswerOf<K>> {
  const endRequest = startRequest()
  try {
    return (await send(key, input, {}, options)) as AnswerOf<K>
  } catch (error) {
    throw problemIn(error, options.signal?.aborted === true)
  } finally {
    endRequest()
  }
}
