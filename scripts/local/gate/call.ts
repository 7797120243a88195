import { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { splitTarget } from '../http.ts'
import { type Caller, callerOf } from './caller.ts'
import type { JsonBody } from './needs.ts'

/** A request at the gate. */
export type Call = {
  request: IncomingMessage
  /** Undefined for an unsigned request. */
  caller: Caller | undefined
  method: string
  path: string
  search: URLSearchParams
  /** Service and operation as AWS's JSON protocols name them in a header: `AmazonSQS` and `SendMessage`. */
  target: string
  operation: string
  body: () => Promise<Buffer>
  /** The body of a JSON protocol; anything but a JSON object counts as empty here, and the service rejects it. */
  json: () => Promise<JsonBody>
  /** The request with its whole body, to be handled by the service even if the body has been read already. */
  onward: () => IncomingMessage
}

export function toCall(request: IncomingMessage): Call {
  const [target = '', operation = ''] = String(request.headers['x-amz-target'] ?? '').split('.')
  const { path, query } = splitTarget(request.url ?? '/')
  let read: Buffer | undefined
  let parsed: JsonBody | undefined
  const body = async (): Promise<Buffer> => (read ??= await buffer(request))
  return {
    request,
    caller: callerOf(request),
    method: request.method ?? '',
    path,
    search: new URLSearchParams(query),
    target,
    operation,
    body,
    json: async () => (parsed ??= jsonIn(await body())),
    onward: () => (read ? replayed(request, read) : request),
  }
}

function jsonIn(body: Buffer): JsonBody {
  try {
    const json = JSON.parse(body.toString()) as unknown
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as JsonBody) : {}
  } catch {
    return {}
  }
}

/** A copy of a request whose body can be read again. */
function replayed(request: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(request.socket)
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request
  Object.assign(copy, { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor, complete: true })
  copy.headers = headers
  copy.push(body)
  copy.push(null)
  return copy
}
