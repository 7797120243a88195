import type { MiddlewareObj } from '@middy/core'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
  Context,
} from 'aws-lambda'
import type { Meter } from '../table/meter.ts'

export type WithMeter = Context & { meter?: Meter }
type Middleware = MiddlewareObj<Event, Result, Error, WithMeter>

/** Logs one line for each request: route, status and cost, and no personal data. */
export const log = (): Middleware => ({ after: logLine, onError: logLine })

// Returns nothing: what a middleware returns becomes the response.
const logLine: NonNullable<Middleware['after']> = ({ event, response, context: { meter = noCost } }) => {
  console.info(JSON.stringify({ route: event.routeKey, status: response?.statusCode, ...meter }))
}

/** The meter of a request that is refused before it reads the table. */
const noCost: Meter = { readUnits: 0, writeUnits: 0, calls: 0, trips: 0 }
