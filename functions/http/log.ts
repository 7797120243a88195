import type { MiddlewareObj } from '@middy/core'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
  Context,
} from 'aws-lambda'
import type { Meter } from '../table/meter.ts'

export type WithMeter = Context & { meter?: Meter }
type Shell = MiddlewareObj<Event, Result, Error, WithMeter>

/** One line a request: what it cost, and nothing about who asked for what. */
export const log = (): Shell => ({ after: note, onError: note })

// Whatever a middleware returns would be the answer.
const note: NonNullable<Shell['after']> = ({ event, response, context: { meter = nothing } }) => {
  console.info(JSON.stringify({ route: event.routeKey, status: response?.statusCode, ...meter }))
}

/** The meter of a request that is refused before it reads the table. */
const nothing: Meter = { readUnits: 0, writeUnits: 0, calls: 0, trips: 0 }
