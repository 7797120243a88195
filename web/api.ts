import { useEffect } from 'react'
import useSWR, { type SWRConfiguration, type SWRResponse, unstable_serialize } from 'swr'
import type { Api } from '#shared/api/index.ts'
import type { Answer, Input } from '#shared/api/route.ts'
import { type Fault, type ProblemCode, problems } from '#shared/problems.ts'
import { takeEarlyResponse } from './early/earlyResponse.ts'
import { endSession, navigateOutside } from './navigateOutside.ts'
import { paths } from './paths.ts'
import { own, reached, showsInPlace, tell, tellExpired, tellRead } from './problems/tell.ts'
import { accessToken, hasEnded, signedInUser } from './session/tokens.ts'
import { startRequest } from './pendingRequests.ts'

export type Key = keyof Api
export type Reads = Extract<Key, `GET ${string}`>
export type InputOf<K extends Key> = Input<K, Api[K]>
export type AnswerOf<K extends Key> = Answer<Api[K]>

/** `offline`: there was no answer at all, or not within 30 seconds. `status` is 0 then. */
export class ApiProblem extends Error {
  readonly code: ProblemCode | 'offline'
  readonly status: number
  readonly faults: readonly Fault[]
  /** The person knows already, by a message or by being led elsewhere: a screen says nothing more. */
  told = false
  constructor(code: ApiProblem['code'], status: number, message: string, faults: readonly Fault[] = []) {
    super(message)
    this.name = 'ApiProblem'
    this.code = code
    this.status = status
    this.faults = faults
  }
}

export type Options = {
  /**
   * What the screen shows itself; everything else is told in a message, so that no failure is silent. `failures` is
   * whatever goes wrong. Only who names `not_allowed` keeps a refusal of rights: others are led to the Forbidden screen.
   * The end of a session leads to sign in, always.
   */
  handles?: readonly (ApiProblem['code'] | 'failures')[]
  /** Sent to its end even when the page is closed meanwhile. */
  keepalive?: boolean
}

/** How long the product waits for an answer, in milliseconds. */
const patience = 30_000

/**
 * Reads a route and keeps it fresh: when the screen is looked at again, and when the signal comes back. `undefined` as
 * input waits until there is one. Two parts of a screen that ask the same share one request.
 */
export const useApi = <K extends Reads>(
  key: K,
  input: InputOf<K> | undefined,
  { handles, ...options }: Options & SWRConfiguration<AnswerOf<K>, ApiProblem> = {},
): SWRResponse<AnswerOf<K>, ApiProblem> => {
  const read = input && cacheKey(key, input)
  // Parts of a screen that ask the same share one request, whoever began it: one that shows its failure is enough.
  const inPlace = handles?.includes('failures') ?? false
  useEffect(() => (read && inPlace ? showsInPlace(read) : undefined), [read, inPlace])
  return useSWR<AnswerOf<K>, ApiProblem>(
    input && named(key, input),
    () => call(key, input as InputOf<K>, handles && { handles }, read),
    options,
  )
}

/** For a part that shows the failure of a read which somebody else around it makes. */
export function useFailureInPlace<K extends Reads>(key: K, input: InputOf<K>): void {
  const read = cacheKey(key, input)
  useEffect(() => showsInPlace(read), [read])
}

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
function named<K extends Reads>(key: K, input: InputOf<K>): [K, object] {
  if (!hinted.includes(key)) return [key, input]
  const { players: _hint, ...query } = (input.query ?? {}) as Record<string, unknown>
  return [key, { ...input, query }]
}

/** Calls a route once. The route key is the text that contract, gateway and handler use. Throws `ApiProblem`. */
export const callApi = <K extends Key>(key: K, input: InputOf<K>, options: Options = {}): Promise<AnswerOf<K>> =>
  call(key, input, options)

/** `read` names what is asked for a screen, which asks again by itself. */
async function call<K extends Key>(
  key: K,
  input: InputOf<K>,
  { handles = [], keepalive = false }: Options = {},
  read?: string,
): Promise<AnswerOf<K>> {
  const asker = signedInUser()
  const done = startRequest()
  try {
    const answer = await ask(key, input, keepalive)
    // Signed out meanwhile, perhaps in another tab: nobody is there any more whom it may be shown to.
    if (asker !== signedInUser()) throw new ApiProblem('not_signed_in', 401, problems.not_signed_in[1])
    reached(read)
    return answer
  } catch (error) {
    const problem = problemIn(error)
    if (problem.status > 0) reached()
    meet(problem, handles, asker, read)
    throw problem
  } finally {
    done()
  }
}

/** Does what the spec's catalogue says about a problem, unless the screen does. */
function meet(problem: ApiProblem, handles: readonly string[], asker: string | undefined, read: string | undefined) {
  const { code } = problem
  if (code === 'not_signed_in') {
    problem.told = true
    const now = signedInUser()
    // Somebody else may have signed in meanwhile: it is not their session that ended.
    if (now && asker !== now) return
    if (asker && (problem.message === own.expired || hasEnded())) tellExpired()
    // Who has signed out meanwhile, here or in another tab, need not be told.
    else if (asker && now) tell(problem)
    endSession()
    return
  }
  if (handles.includes(code) || (code !== 'not_allowed' && handles.includes('failures'))) return
  problem.told = true
  if (code === 'not_allowed') {
    tell(problem)
    return navigateOutside(paths.forbidden())
  }
  if (read) tellRead(read, problem)
  else tell(problem)
}

type OpenKey = { [K in Key]: Api[K] extends { can: 'anyone' } ? K : never }[Key]
/** Calls a route that anyone may, signed in or not: without a token; all that it refuses is for the screen to show. */
export async function callOpen<K extends OpenKey>(key: K, input: InputOf<K>): Promise<AnswerOf<K>> {
  const done = startRequest()
  try {
    return await send(key, input)
  } catch (error) {
    throw problemIn(error)
  } finally {
    done()
  }
}

const problemIn = (error: unknown): ApiProblem =>
  error instanceof ApiProblem ? error : new ApiProblem('offline', 0, own.offline)

async function ask<K extends Key>(key: K, input: InputOf<K>, keepalive: boolean): Promise<AnswerOf<K>> {
  const token = await accessToken()
  if (!token) throw new ApiProblem('not_signed_in', 401, own.expired)
  return send(key, input, { authorization: `Bearer ${token}` }, keepalive)
}

async function send<K extends Key>(
  key: K,
  input: InputOf<K>,
  who: Record<string, string> = {},
  keepalive = false,
): Promise<AnswerOf<K>> {
  const { method, address, body } = requestOf(key, input)
  const headers = { ...who, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const response =
    (await takeEarlyResponse(method, address)) ??
    (await fetch(address, { method, headers, body: body ?? null, keepalive, signal: AbortSignal.timeout(patience) }))
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.status === 200 && answer !== undefined) return answer as AnswerOf<K>
  throw problemOf(response.status, answer)
}

type Sent = Record<string, string> & { query?: Record<string, string | undefined>; body?: unknown }

/** The request that a route key and its input stand for; parameters of the path are taken from the input by name. */
export function requestOf<K extends Key>(
  key: K,
  input: InputOf<K>,
): { method: string; address: string; body: string | undefined } {
  const { query = {}, body, ...params } = input as Sent
  const [method = 'GET', pattern = ''] = key.split(' ')
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ''),
  )
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  return { method, address: path + search, body: body === undefined ? undefined : JSON.stringify(body) }
}

/** What the gateway and whatever stands before it answer has no code of ours; its status has to do. */
const codes: Record<number, ProblemCode> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'not_allowed',
  404: 'not_found',
  412: 'conflict',
  413: 'too_large',
  429: 'busy',
  503: 'busy',
}

function problemOf(status: number, answer: unknown): ApiProblem {
  const { code, message, faults } = (answer ?? {}) as { code?: ProblemCode; message?: string; faults?: Fault[] }
  const ours = typeof code === 'string'
  const known = ours ? code : (codes[status] ?? 'internal')
  return new ApiProblem(known, status, (ours && message) || problems[known][1], faults)
}
