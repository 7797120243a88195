import middy from '@middy/core'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
} from 'aws-lambda'
import type * as z from 'zod/mini'
import {
  type Area,
  type Body,
  isWrite,
  type Params,
  type Query,
  type Returns,
  type Route,
  type RouteKey,
} from '#shared/api/route.ts'
import { subjectOf } from '#shared/ids.ts'
import { type Access, can, noAccess } from '#shared/permissions.ts'
import { Problem, type ProblemCode, problems } from '#shared/problems.ts'
import { type Counts, meOf } from './table/map.ts'
import { metered } from './table/meter.ts'
import { fromJson, pathParams, refuseControls } from './received.ts'

/** Who is asking, and what waits for them: read once, beside the handler's own first reads. */
type Me = { access: Access; counts: Counts | undefined }
/**
 * The access token: when the caller signed in with a password and when it ends, in seconds since 1970, as it says itself;
 * `bearer` is its text, for asking the user pool on the caller's behalf.
 */
type Token = { signedIn: number; ends: number; bearer: string }
type Call<K, R> = {
  params: Params<K>
  query: Query<R>
  body: Body<R>
  userId: R extends { can: 'anyone' } ? undefined : string
  groups: readonly string[]
  me: R extends { can: 'anyone' } ? undefined : Promise<Me>
  token: R extends { can: 'anyone' } ? undefined : Token
  /** When the request reached the gateway: no handler reads a clock. */
  now: string
}
export type CallOf<A extends Area, K extends keyof A> = Call<K, A[K]>
export type Handlers<A extends Area> = { [K in keyof A]: (call: Call<K, A[K]>) => Promise<Returns<A[K]>> }
type AnyCall = { me: Promise<Me> | undefined; userId: string | undefined }

/** One Lambda: the routes of an area, each with its handler. A route without a handler does not compile. */
export function serve<const A extends Area>(area: A, handlers: Handlers<A>) {
  return middy<Event, Result>()
    .onError((request) => {
      request.response = refusal(request.error)
    })
    .handler((event) =>
      metered(async (meter) => {
        const result = await answer(area, handlers, event).catch(refusal)
        // One line a request: what it cost, and nothing about who asked for what.
        console.info(JSON.stringify({ route: event.routeKey, status: result.statusCode, ...meter }))
        return result
      }),
    )
}

async function answer<A extends Area>(area: A, handlers: Handlers<A>, event: Event): Promise<Result> {
  const key = event.routeKey as keyof A & RouteKey
  const route: Route | undefined = Object.hasOwn(area, key) ? area[key] : undefined
  if (!route) throw new Problem('not_found')
  const userId = route.can === 'anyone' ? undefined : signedIn(event)
  const call = {
    params: pathParams(event.pathParameters),
    query: route.query && accept(route.query, refuseControls(event.queryStringParameters ?? {})),
    body: route.body && accept(route.body, fromJson(event)),
    userId,
    groups: groupsOf(event),
    me: userId === undefined ? undefined : me(userId),
    token: userId === undefined ? undefined : tokenOf(event),
    now: new Date(event.requestContext.timeEpoch).toISOString(),
  }
  const permitted = permit(route, call)
  // A read starts beside the permission check and waits for it before it answers; a write starts after it.
  const handler = handlers[key] as unknown as (call: AnyCall) => Promise<unknown>
  if (isWrite(key, route)) await permitted
  const answering = handler(call)
  answering.catch(() => {}) // Judged below: what a refused caller's read met is nobody's business.
  await permitted
  return json(200, promised(route, await answering))
}

/** The user id of the token that the gateway has checked. It lets id tokens pass too; those are not for us. */
function signedIn(event: Event): string {
  const { sub: userId, token_use: use } = event.requestContext.authorizer?.jwt?.claims ?? {}
  if (use !== 'access' || typeof userId !== 'string' || !/^[\w-]{1,64}$/.test(userId))
    throw new Problem('not_signed_in')
  return userId
}

/** The gateway hands numbers on as text. */
function tokenOf({ requestContext, headers }: Event): Token {
  const { auth_time: signedIn, exp: ends } = requestContext.authorizer.jwt.claims
  // The gateway takes a token with its scheme or without.
  const bearer = headers['authorization']?.replace(/^bearer\s+/i, '') ?? ''
  return { signedIn: Number(signedIn), ends: Number(ends), bearer }
}

/** The gateway hands groups on as `[ROLE_ADMIN ROLE_SALES]`. */
function groupsOf(event: Event): string[] {
  const groups = event.requestContext.authorizer?.jwt?.claims['cognito:groups']
  return typeof groups === 'string'
    ? groups
        .replace(/^\[|\]$/g, '')
        .split(/[\s,]+/)
        .filter(Boolean)
    : []
}

async function me(userId: string): Promise<Me> {
  const { access, counts } = await meOf({ userId })
  return { access: access ?? noAccess(userId), counts }
}

async function permit(
  route: Route,
  call: { params: object; query: unknown; body: unknown; groups: string[]; me: Promise<Me> | undefined },
) {
  if (!call.me) return
  const { access } = await call.me
  const [where, name] = (route.subject ?? '').split('.') as ['path' | 'query' | 'body' | '', string | undefined]
  const from = { path: call.params, query: call.query, body: call.body, '': undefined }[where] as
    | Record<string, string>
    | undefined
  const id = name === undefined ? undefined : from?.[name]
  if (!can({ access, groups: call.groups }, route.can, id === undefined ? undefined : subjectOf(id)).allowed)
    throw new Problem('not_allowed')
}

/** Only what a caller sent can be a bad request. A row or an answer of ours that is not as promised is a 500. */
function accept(schema: z.ZodMiniType, sent: unknown): unknown {
  const read = schema.safeParse(sent)
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path, message }) => ({ at: path.join('.'), message }))
  throw new Problem(
    faults.every(({ message }) => message === problems.note_too_long[1]) ? 'note_too_long' : 'bad_request',
    faults,
  )
}

/** Parsing the answer drops every field that the contract does not promise: keys, kinds and secrets stay home. */
const promised = (route: Route, answer: unknown) => route.returns.parse(answer)

/** What the SDK throws when AWS kept refusing for load, or not answering, after all its own retries. */
const overload = new Set([
  'TimeoutError',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
])

function refusal(error: unknown): Result {
  const known =
    error instanceof Problem ? error : overload.has((error as Error)?.name) ? new Problem('busy') : undefined
  const code: ProblemCode = known?.code ?? 'internal'
  if (!known) console.error(error)
  const [status, message] = problems[code]
  return json(
    status,
    { code, message, ...(known?.faults && { faults: known.faults }) },
    code === 'busy' ? { 'retry-after': '1' } : {},
  )
}

const json = (statusCode: number, body: unknown, headers: Record<string, string> = {}): Result => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})
