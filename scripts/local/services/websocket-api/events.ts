import type { IncomingMessage } from 'node:http'
import { splitTarget } from '../../http.ts'
import { newRequestId, requestTime } from '../http-api/event.ts'

/** The constant properties of a connection. */
export type Peer = {
  connectionId: string
  connectedAt: number
  apiId: string
  domainName: string
  stage: string
  /** The authorizer's context for the connection. */
  authorizer?: Record<string, unknown>
  userAgent: string | undefined
}

type Moment = { routeKey: string; eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT'; now: number }

/** The `requestContext` of every event of a connection. */
export function contextOf({ userAgent, ...peer }: Peer, { now, ...moment }: Moment) {
  const requestId = newRequestId()
  return {
    ...moment,
    extendedRequestId: requestId,
    requestTime: requestTime(now),
    messageDirection: 'IN',
    requestTimeEpoch: now,
    identity: { sourceIp: '127.0.0.1', ...(userAgent && { userAgent }) },
    requestId,
    ...peer,
  }
}

/** Headers and query of the request that opens a connection, once with the last and once with all values. */
export function openingOf({ headers, url = '/' }: IncomingMessage) {
  const names = Object.keys(headers)
  const query = new URLSearchParams(splitTarget(url).query)
  const parameterNames = [...new Set(query.keys())]
  return {
    headers: Object.fromEntries(names.map((name) => [name, [headers[name]].flat().at(-1)])),
    multiValueHeaders: Object.fromEntries(names.map((name) => [name, [headers[name]].flat()])),
    ...(parameterNames.length > 0 && {
      queryStringParameters: Object.fromEntries(parameterNames.map((name) => [name, query.getAll(name).at(-1)])),
      multiValueQueryStringParameters: Object.fromEntries(parameterNames.map((name) => [name, query.getAll(name)])),
    }),
  }
}
