import { takeEarlyResponse } from '../early/earlyResponse.ts'
import { dropSnapshots } from '../early/snapshot.ts'
import { problemOf } from './problem.ts'
import { noteServerTime } from './serverClock.ts'
import type { InputOf, Key } from './types.ts'

/** How a request is sent. */
export type SendOptions = {
  /** Cancels it. */
  signal?: AbortSignal
  /** The timeout in milliseconds. Files have none unless it is set. */
  timeout?: number
  /** Completes the request even if the page is closed; its body is then limited to 64 KB. */
  keepalive?: boolean
  /** The encoding of the body, if the contract has a form. */
  as?: 'multipart'
}

/** The default timeout for requests without files, in milliseconds. */
const defaultTimeout = 30_000

/** Routes whose method does not tell whether they change what snapshots show: GET routes that do, and others that do not. */
const methodExceptions: ReadonlySet<Key> = new Set<Key>([
  'GET /api/v1/deleteEvent/{eventId}',
  'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}',
  'GET /rest-api/payments/purchase/team/license/{teamId}',
  'GET /user/updateInviteStatus/{inviteFile}',
  'POST /rest-api/chat/conversations/{conversationSid}/read',
  'POST /rest-api/chat/ticket',
  'POST /rest-api/families/invitation/read',
  'POST /rest-api/session/use',
  'POST /rest-api/support/read',
  'POST /rest-api/support/visitor/read',
  'POST /rest-api/today/one-tap/read',
])
const isReadOnly = (key: Key) => key.startsWith('GET ') !== methodExceptions.has(key) || key.endsWith('/search')

export async function send<K extends Key>(
  key: K,
  input: InputOf<K>,
  authHeaders: Record<string, string>,
  { signal, timeout, keepalive = false, as }: SendOptions,
): Promise<unknown> {
  const { method, address, body, type } = requestOf(key, input, as)
  const headers = { ...authHeaders, ...(type && { 'content-type': type }) }
  const effectiveTimeout = timeout ?? (hasFile(body) ? undefined : defaultTimeout)
  const timeoutSignal = effectiveTimeout === undefined ? undefined : AbortSignal.timeout(effectiveTimeout)
  const signals = [signal, timeoutSignal].filter((each) => each !== undefined)
  const dropStale = isReadOnly(key) ? undefined : dropSnapshots
  // Also before the request: its response may be lost, or a phone may end the page first.
  dropStale?.()
  const response =
    (await takeEarlyResponse(method, address)) ??
    (await fetch(address, {
      method,
      headers,
      body: body ?? null,
      keepalive,
      signal: signals.length > 0 ? AbortSignal.any(signals) : null,
    }).finally(dropStale))
  noteServerTime(response)
  if (response.status === 200 && isFile(response)) return fileOf(response)
  const responseBody: unknown = await response.json().catch((error: unknown) => {
    // It may also have been aborted or timed out while the body was being read.
    if (signal?.aborted || timeoutSignal?.aborted) throw error
  })
  if (response.status === 200 && responseBody !== undefined) return responseBody
  throw problemOf(response.status, responseBody)
}

const disposition = (response: Response) => response.headers.get('content-disposition') ?? ''
const isFile = (response: Response) => disposition(response).startsWith('attachment')

/** The response as a file, with the name given by the server. */
async function fileOf(response: Response): Promise<File> {
  const name = /filename\*=UTF-8''([^;]+)/.exec(disposition(response))?.[1] ?? ''
  const content = await response.blob()
  return new File([content], decodeURIComponent(name), { type: content.type })
}

const hasFile = (body: BodyInit | undefined): boolean =>
  body instanceof FormData ? [...body.values()].some((each) => each instanceof Blob) : body instanceof Blob

type RequestInput = Record<string, string> & { query?: Record<string, string | undefined>; body?: unknown }
type Request = { method: string; address: string; body: BodyInit | undefined; type: string | undefined }

/** Builds the request of a route key and its input; path parameters are taken from the input by name. */
export function requestOf<K extends Key>(key: K, input: InputOf<K>, as?: 'multipart'): Request {
  const { query = {}, body, ...params } = input as RequestInput
  const [method = 'GET', pattern = ''] = key.split(' ')
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ''),
  )
  const presentEntries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = presentEntries.length > 0 ? `?${new URLSearchParams(presentEntries)}` : ''
  return { method, address: path + search, ...bodyOf(body, as) }
}

function bodyOf(body: unknown, as: 'multipart' | undefined): Pick<Request, 'body' | 'type'> {
  if (body === undefined) return { body: undefined, type: undefined }
  // The browser sets the content type of forms itself, including the boundary.
  if (as === 'multipart') return { body: formOf(body as object), type: undefined }
  if (body instanceof Blob) return { body, type: body.type || 'application/octet-stream' }
  return { body: JSON.stringify(body), type: 'application/json' }
}

/** Lists are sent as repeated fields. */
function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each instanceof Blob) form.append(name, each)
      else if (each !== undefined && each !== null) form.append(name, String(each))
    }
  }
  return form
}
