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
import { cookieAmong, cookieOfKey } from '#shared/rules/inPlace.ts'
import { equalInConstantTime } from '../secrets/digest.ts'
import { formBody, jsonBody, bodyBytes, pathParams, refuseControls } from './input.ts'
import { type Person, personOf } from './caller.ts'
import { accept } from './faults.ts'

/** A request as its route's contract reads it. */
export type Received = {
  key: RouteKey
  route: Route
  /** Left out where the route asks for no token. */
  person: Person | undefined
  params: Record<string, string>
  query: unknown
  body: unknown
  headers: Readonly<Record<string, string | undefined>>
  /** What the cookie of one of our own people says who acts in somebody's place, and the key in the other; undefined without one. */
  cookie: string | undefined
  cookieKey: string | undefined
  /** When the request reached the gateway. */
  now: string
}
export type WithReceived = Context & { received: Received }

/** Finds the line of the contract, and reads the request by it. */
export const parse = (area: Area): MiddlewareObj<Event, Result, Error, WithReceived> => ({
  before: async ({ event, context }) => {
    refuseOthers(event.headers['x-touchline-origin'])
    // A function's own address knows no routes.
    const { http } = event.requestContext
    const asked = event.routeKey === '$default' ? `${http.method} ${http.path}` : event.routeKey
    // The gateway takes no route that ends in a slash, the contract has one.
    const key = (Object.hasOwn(area, asked) ? asked : `${asked}/`) as RouteKey
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
      cookie: cookieAmong(event.cookies ?? []),
      cookieKey: cookieAmong(event.cookies ?? [], cookieOfKey),
      now: new Date(event.requestContext.timeEpoch).toISOString(),
    }
  },
})

/**
 * Where the stage says what the distribution tells, whoever does not tell it has come around the firewall. While it is changed,
 * what it told before counts too.
 */
export function refuseOthers(told = ''): void {
  const { ORIGIN_SECRET: secret } = process.env
  if (!secret) return
  const { says = '', before = '' } = JSON.parse(secret) as { says?: string; before?: string }
  if (![says, before].some((right) => right !== '' && equalInConstantTime(told, right))) throw new Problem('not_allowed')
}

async function bodyOf(body: Route['body'], event: Event): Promise<unknown> {
  if (!body) return undefined
  if (!isMedia(body)) return accept(body, jsonBody(event))
  return body.as === 'raw' ? bodyBytes(event, body.most) : accept(body.schema, await formBody(event, body.most))
}
