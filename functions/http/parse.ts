import type { MiddlewareObj } from '@middy/core'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
  Context,
} from 'aws-lambda'
import { isMedia } from '#shared/api/media.ts'
import type { Area, Route, RouteKey } from '#shared/api/route.ts'
import { isOpen } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { findCookie, impersonationKeyCookie } from '#shared/rules/impersonation.ts'
import { equalInConstantTime } from '../secrets/digest.ts'
import { formBody, jsonBody, bodyBytes, pathParams, refuseControls } from './input.ts'
import { type Person, personOf } from './caller.ts'
import { accept } from './faults.ts'

/** A request, parsed by its route in the contract. */
export type Received = {
  key: RouteKey
  route: Route
  /** Undefined on a route without a token. */
  person: Person | undefined
  params: Record<string, string>
  query: unknown
  body: unknown
  headers: Readonly<Record<string, string | undefined>>
  /** The cookies of staff who act in somebody's place: `cookie` names the person, `cookieKey` is the secret; undefined without. */
  cookie: string | undefined
  cookieKey: string | undefined
  /** When the request reached the gateway. */
  now: string
}
export type WithReceived = Context & { received: Received }

/** Finds the request's route in the contract and parses the request by it. Throws `not_found` and `bad_request`. */
export const parse = (area: Area): MiddlewareObj<Event, Result, Error, WithReceived> => ({
  before: async ({ event, context }) => {
    checkOriginSecret(event.headers['x-touchline-origin'])
    // A function URL has no routes.
    const { http } = event.requestContext
    const requestedKey = event.routeKey === '$default' ? `${http.method} ${http.path}` : event.routeKey
    // API Gateway accepts no route that ends in a slash; the contract has one.
    const key = (Object.hasOwn(area, requestedKey) ? requestedKey : `${requestedKey}/`) as RouteKey
    const route = Object.hasOwn(area, key) ? area[key] : undefined
    if (!route) throw new Problem('not_found')
    context.received = {
      key,
      route,
      person: isOpen(route.can) ? undefined : personOf(event),
      params: pathParams(event.pathParameters),
      query: route.query && (await accept(route.query, refuseControls(event.queryStringParameters ?? {}))),
      body: await bodyOf(route.body, event),
      headers: event.headers,
      cookie: findCookie(event.cookies ?? []),
      cookieKey: findCookie(event.cookies ?? [], impersonationKeyCookie),
      now: new Date(event.requestContext.timeEpoch).toISOString(),
    }
  },
})

/**
 * Throws `not_allowed` for requests that bypass the distribution, and so its firewall: the distribution adds a header with a secret. While
 * the secret is rotated, the previous one is accepted too. A stage without a firewall has no secret.
 */
export function checkOriginSecret(header = ''): void {
  const { ORIGIN_SECRET: secret } = process.env
  if (!secret) return
  const { says: current = '', before: previous = '' } = JSON.parse(secret) as { says?: string; before?: string }
  if (![current, previous].some((expected) => expected !== '' && equalInConstantTime(header, expected)))
    throw new Problem('not_allowed')
}

async function bodyOf(body: Route['body'], event: Event): Promise<unknown> {
  if (!body) return undefined
  if (!isMedia(body)) return accept(body, jsonBody(event))
  return body.as === 'raw' ? bodyBytes(event, body.maxBytes) : accept(body.schema, await formBody(event, body.maxBytes))
}
