import { takeEarlyResponse } from '../early/earlyResponse.ts'
import { dropSnapshots } from '../early/snapshot.ts'
import { problemOf } from './problem.ts'
import { noteServerTime } from './serverClock.ts'
import type { InputOf, Key } from './types.ts'

/** How a request is sent. */
export type Sending = {
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
const usualTimeout = 30_000

/** Routes whose method does not tell whether they change what snapshots show: GET routes that do, and others that do not. */
const unlikeItsMethod: ReadonlySet<Key> = new Set<Key>([
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
const changesNothing = (key: Key) => key.startsWith('GET ') !== unlikeItsMethod.has(key) || key.endsWith('/search')

export async function send<K extends Key>(
  key: K,
  input: InputOf<K>,
  who: Record<string, string>,
  { signal, timeout, keepalive = false, as }: Sending,
): Promise<unknown> {
  const { method, address, body, type } = requestOf(key, input, as)
  const headers = { ...who, ...(type && { 'content-type': type }) }
  const most = timeout ?? (hasFile(body) ? undefined : usualTimeout)
  const late = most === undefined ? undefined : AbortSignal.timeout(most)
  const ends = [signal, late].filter((each) => each !== undefined)
  const drop = changesNothing(key) ? undefined : dropSnapshots
  // Also before the request: its response may be lost, or a phone may end the page first.
  drop?.()
  const response =
    (await takeEarlyResponse(method, address)) ??
    (await fetch(address, {
      method,
      headers,
      body: body ?? null,
      keepalive,
      signal: ends.length > 0 ? AbortSignal.any(ends) : null,
    }).finally(drop))
  noteServerTime(response)
  if (response.status === 200 && isFile(response)) return fileOf(response)
  const answer: unknown = await response.json().catch((error: unknown) => {
    // It may also have been aborted or timed out while the body was being read.
    if (signal?.aborted || late?.aborted) throw error
  })
  if (response.status === 200 && answer !== undefined) return answer
  throw problemOf(response.status, answer)
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

type Sent = Record<string, string> & { query?: Record<string, string | undefined>; body?: unknown }
type Request = { method: string; address: string; body: BodyInit | undefined; type: string | undefined }

/** Builds the request of a route key and its input; path parameters are taken from the input by name. */
export function requestOf<K extends Key>(key: K, input: InputOf<K>, as?: 'multipart'): Request {
  const { query = {}, body, ...params } = input as Sent
  const [method = 'GET', pattern = ''] = key.split(' ')
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ''),
  )
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
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
