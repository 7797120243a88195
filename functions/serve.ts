import middy from '@middy/core'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
} from 'aws-lambda'
import type { Area, Body, Params, Query, Returns } from '#shared/api/route.ts'
import { isByLink } from '#shared/permissions.ts'
import { toResult } from './http/answer.ts'
import type { Caller, Token } from './http/caller.ts'
import { personInPlace } from './http/inPlace.ts'
import { compress } from './http/compress.ts'
import { countUse } from './http/countUse.ts'
import { type Link, readLink } from './http/links.ts'
import { log, type WithMeter } from './http/log.ts'
import { parse, type Received, type WithReceived } from './http/parse.ts'
import { permit } from './http/permit.ts'
import { refuse } from './http/refuse.ts'
import { clubIn, valueAt } from './http/requestIds.ts'
import { withholdForCaller } from './http/secondFactor.ts'
import { spend } from './http/spend.ts'
import { logRead } from './table/logRead.ts'
import { type Me, meOf } from './table/me.ts'
import { runMetered } from './table/meter.ts'
import type { Stamp } from './table/writes.ts'

type Call<K, R> = {
  params: Params<K>
  query: Query<R>
  body: Body<R>
  /** When the request reached the gateway: handlers do not read a clock. */
  now: string
  /** The origin of the site, `https://app.example.org`, to which pages of providers redirect. */
  site: string
  /** The header `if-none-match`; '' without one. */
  ifNoneMatch: string
} & (R extends { can: 'anyone' }
  ? { userId: undefined; me: undefined }
  : {
      userId: string
      /** The caller's IP address; '' if it is not known. */
      from: string
      /** The header `user-agent`. */
      agent: string
      /** The caller's access and counts: read once, in parallel with the handler's first reads. */
      me: Promise<Me>
      /** The author and time of writes: the first argument of every write. */
      stamp: Stamp
      /** Resolves once the permission check has passed. A handler of an `early` route awaits it before it writes. */
      permitted: Promise<void>
    } & (R extends { can: { link: string } } ? { link: Link } : { groups: readonly string[]; token: Token }))
export type CallOf<A extends Area, K extends keyof A> = Call<K, A[K]>

type Signed = { bytes: Uint8Array; headers: Received['headers']; now: string }
/** The handler of a provider's webhook: `verify` checks the signature of the raw body and parses it, then `handle` is called. */
export type Webhook<Message, Answer> = {
  /** Throws a Problem if the signature is not the provider's, or is too old. */
  verify(signed: Signed): Message | Promise<Message>
  handle(call: { message: Message; params: Record<string, string>; now: string }): Promise<Answer>
}
type Handler<K, R> = R extends { can: 'webhook' }
  ? Webhook<unknown, Returns<R>>
  : (call: Call<K, R>) => Promise<Returns<R>>
export type Handlers<A extends Area> = { [K in keyof A]: Handler<K, A[K]> }

/**
 * The Lambda handler of an area, from a handler for each of its routes; a missing one does not compile. For each request: finds the route
 * in the contract, parses the request, checks permission, calls the route's handler, and sends the fields of the contract, compressed.
 * Errors become responses by the table of problems (`shared/sentences.ts`).
 */
export const serve = <const A extends Area>(area: A, handlers: Handlers<A>) =>
  middy<Event, Result>()
    .use(log())
    .use(compress())
    .use(refuse())
    .use(parse(area))
    .handler(({ requestContext: { requestId } }, context) =>
      runMetered(async (meter) => {
        const startedAt = performance.now()
        const { received } = Object.assign(context, { meter }) as WithMeter & WithReceived
        const handler = handlers[received.key] as unknown
        const answer = await answerOf(received, handler)
        const club = clubIn(received)
        const ms = performance.now() - startedAt
        if (club !== undefined) await countUse({ requestId, club, meter, ms, now: received.now })
        return toResult(received, answer)
      }),
    )

/** The site's origin; on a stage without a domain, the header `origin` of the request. */
const siteIn = ({ origin = '' }: Received['headers']): string => process.env.SITE_URL ?? origin

type AnyHandler = (call: object) => Promise<unknown>

async function answerOf(received: Received, handler: unknown): Promise<unknown> {
  const { route, params, query, body, headers, now } = received
  if (route.can === 'webhook') {
    const { verify, handle } = handler as Webhook<unknown, unknown>
    const message = await verify({ bytes: body as Uint8Array, headers, now })
    return handle({ message, params, now })
  }
  const call = { params, query, body, now, site: siteIn(headers), ifNoneMatch: headers['if-none-match'] ?? '' }
  const caller = await callerOf(received)
  const from = addressIn(headers)
  if (!caller && route.spends) await spend(route.spends, { address: from, now })
  if (!caller) return (handler as AnyHandler)({ ...call, userId: undefined, me: undefined })
  const { userId } = caller
  const staffId = 'staffId' in caller ? caller.staffId : undefined
  const me = meOf({ userId }, 'token' in caller ? caller.token.club : undefined).then((full) =>
    withholdForCaller(full, caller),
  )
  const permitted = permit(received, caller, me).then(() => spendBudgets(received, staffId ?? userId, from))
  if (!route.early) await permitted
  const stamp: Stamp = staffId === undefined ? { actor: userId, at: now } : { actor: staffId, subject: userId, at: now }
  const about = route.logged && valueAt(received, route.subject)
  if (route.logged && about) {
    await permitted
    await logRead(stamp, route.logged, about)
  }
  const answerPromise = (handler as AnyHandler)({
    ...call,
    ...caller,
    from,
    agent: headers['user-agent'] ?? '',
    me,
    permitted,
    stamp,
  })
  answerPromise.catch(() => {}) // Awaited below. If the permission check fails, its error is thrown instead of one of the early read.
  await permitted
  return answerPromise
}

/** Counts the request against the budgets of its route, after the permission check: a refused request spends nothing. */
const spendBudgets = ({ route, now }: Received, person: string, address: string): Promise<void> =>
  route.spends ? spend(route.spends, { person, address, now }) : Promise.resolve()

/**
 * The caller's IP address. The distribution appends it to `x-forwarded-for`, and the gateway appends the distribution's, so it is the last
 * but one; anything before it comes from the caller and is not trusted. '' if it is no IP address.
 */
function addressIn(headers: Received['headers']): string {
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim())
  const address = hops.at(-2) ?? hops.at(-1) ?? ''
  return /^[\da-f.:]{2,45}$/i.test(address) ? address : ''
}

async function callerOf(received: Received): Promise<Caller | undefined> {
  const { route, person, now } = received
  if (!isByLink(route.can)) return person && personInPlace(received, person)
  const link = await readLink(route.can.link, valueAt(received, route.can.at) ?? '', now)
  return { userId: link.userId, link }
}
