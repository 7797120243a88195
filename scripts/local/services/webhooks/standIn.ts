import type { IncomingMessage, ServerResponse } from 'node:http'
import { readJson, writeAtomically } from '../../files.ts'
import { jsonResponse, readBody, send, splitTarget } from '../../http.ts'
import type { Handle } from '../../types.ts'

type Options = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Where received requests are kept between starts. */
  file?: string
}
export type ReceivedRequest = { at: string; path: string; signature: string; body: string }

/** How many requests are kept. */
const maxKept = 200

/**
 * Accepts any POST; a GET lists these requests, newest first. An address that ends in `/fails` responds with an error,
 * one in `/leads-on` redirects.
 * @param prefix the path under which it is mounted
 */
export function webhookStandIn({ now, file }: Options, prefix = ''): { handle: Handle } {
  let received: ReceivedRequest[] = (file ? readJson<ReceivedRequest[]>(file) : undefined) ?? []

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path: fullPath } = splitTarget(request.url ?? '/')
    const path = fullPath.startsWith(prefix) ? fullPath.slice(prefix.length) : fullPath
    if (request.method === 'GET') return send(response, jsonResponse(200, received))
    const body = (await readBody(request, 100_000)).toString()
    const signature = String(request.headers['touchline-signature'] ?? '')
    received = [{ at: new Date(now()).toISOString(), path, signature, body }, ...received].slice(0, maxKept)
    if (file) writeAtomically(file, JSON.stringify(received))
    if (path.endsWith('/leads-on')) return send(response, jsonResponse(302, {}, { location: '/' }))
    return send(response, jsonResponse(path.endsWith('/fails') ? 500 : 200, {}))
  }
  return { handle }
}
