import useSWR, { type SWRConfiguration, type SWRResponse, unstable_serialize } from 'swr'
import type { Api } from '#shared/api/index.ts'
import type { Input, Returns } from '#shared/api/route.ts'
import type { Fault, ProblemCode } from '#shared/problems.ts'
import { takeEarly } from './early/taken.ts'
import { leave } from './leave.ts'
import { paths } from './paths.ts'
import { accessToken } from './session/tokens.ts'

export type Key = keyof Api
export type Reads = Extract<Key, `GET ${string}`>
export type InputOf<K extends Key> = Input<K, Api[K]>
export type AnswerOf<K extends Key> = Returns<Api[K]>

/** `offline`: there was no answer at all, or not within 30 seconds. `status` is 0 then. */
export class ApiProblem extends Error {
  readonly code: ProblemCode | 'offline'
  readonly status: number
  readonly faults: readonly Fault[]
  constructor(code: ApiProblem['code'], status: number, message: string, faults: readonly Fault[] = []) {
    super(message)
    this.name = 'ApiProblem'
    this.code = code
    this.status = status
    this.faults = faults
  }
}

export type Options = {
  /** Refusals that the screen shows itself: without it, `not_allowed` leads to the Forbidden screen. */
  handles?: readonly ApiProblem['code'][]
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
): SWRResponse<AnswerOf<K>, ApiProblem> =>
  useSWR<AnswerOf<K>, ApiProblem>(
    input && named(key, input),
    () => callApi(key, input as InputOf<K>, handles && { handles }),
    options,
  )

/** Under what an answer lies in the cache: for `mutate` of `useSWRConfig`, after a write elsewhere. */
export const cacheKey = <K extends Reads>(key: K, input: InputOf<K>): string => unstable_serialize(named(key, input))

/**
 * A key and an input as the cache names them. Own players in a read of Today are a hint: they make its answer come sooner
 * and do not change it, so a better hint does not make it another answer.
 */
function named<K extends Reads>(key: K, input: InputOf<K>): [K, object] {
  if (key !== 'GET /api/v1/today') return [key, input]
  const { players: _hint, ...query } = (input.query ?? {}) as Record<string, unknown>
  return [key, { ...input, query }]
}

/** Calls a route once. The route key is the text that contract, gateway and handler use. Throws `ApiProblem`. */
export async function callApi<K extends Key>(
  key: K,
  input: InputOf<K>,
  { handles = [] }: Options = {},
): Promise<AnswerOf<K>> {
  try {
    return await ask(key, input)
  } catch (error) {
    const problem = met(error)
    if (problem.code === 'not_signed_in') signOut()
    else if (problem.code === 'not_allowed' && !handles.includes('not_allowed')) leave(paths.forbidden())
    throw problem
  }
}

type OpenKey = { [K in Key]: Api[K] extends { can: 'anyone' } ? K : never }[Key]
/** Calls a route that anyone may, signed in or not: without a token; all that it refuses is for the screen to show. */
export const callOpen = <K extends OpenKey>(key: K, input: InputOf<K>): Promise<AnswerOf<K>> =>
  send(key, input, {}).catch((error: unknown) => {
    throw met(error)
  })

const met = (error: unknown) => (error instanceof ApiProblem ? error : new ApiProblem('offline', 0, offline))
const offline = 'No connection. Please try again when you are back online.'
/** Several parts of a screen learn at once that the session has ended; the first of them says where to come back to. */
function signOut(): void {
  const { pathname, search } = location
  if (pathname !== paths.logout() && pathname !== paths.login()) leave(paths.logout(pathname + search))
}

async function ask<K extends Key>(key: K, input: InputOf<K>): Promise<AnswerOf<K>> {
  const token = await accessToken()
  if (!token) throw new ApiProblem('not_signed_in', 401, 'Unauthorized access')
  return send(key, input, { authorization: `Bearer ${token}` })
}

async function send<K extends Key>(key: K, input: InputOf<K>, who: Record<string, string>): Promise<AnswerOf<K>> {
  const { method, address, body } = requestOf(key, input)
  const headers = { ...who, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const response =
    (await takeEarly(method, address)) ??
    (await fetch(address, { method, headers, body: body ?? null, signal: AbortSignal.timeout(patience) }))
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
  return new ApiProblem(
    ours ? code : (codes[status] ?? 'internal'),
    status,
    ours && message ? message : status >= 500 ? 'Something went wrong on our side.' : 'That did not work.',
    faults,
  )
}
