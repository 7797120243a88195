import type { MiddlewareObj } from '@middy/core'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
  Context,
} from 'aws-lambda'
import type { Meter } from '../table/meter.ts'

export type WithMeter = Context & { meter?: Meter }
type Shell = MiddlewareObj<Event, Result, Error, WithMeter>

/** Logs one line per request: route, status and cost, without the caller or what was requested. */
export const log = (): Shell => ({ after: note, onError: note })

// Must return nothing: a middleware's return value would become the response.
const note: NonNullable<Shell['after']> = ({ event, response, context: { meter = nothing } }) => {
  console.info(JSON.stringify({ route: event.routeKey, status: response?.statusCode, ...meter }))
}

/** For a request that is refused before it reads the table. */
const nothing: Meter = { readUnits: 0, writeUnits: 0, calls: 0, trips: 0 }
