import type { IncomingMessage, ServerResponse } from 'node:http'
import { readJson, writeWhole } from '../../files.ts'
import { jsonAnswer, readBody, send, splitTarget } from '../../http.ts'
import type { Handle } from '../../types.ts'

type Options = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Where received requests are kept between starts. */
  file?: string
}
export type Taken = { at: string; path: string; signature: string; body: string }

/** How many requests are kept. */
const maxKept = 200

/**
 * Accepts any POST, and lists the requests, newest first, at `taken.json`. An address that ends in `/fails` responds
 * with an error, one in `/leads-on` redirects. @param prefix the path under which it is mounted
 */
export function webhookStandIn({ now, file }: Options, prefix = ''): { handle: Handle } {
  let taken: Taken[] = (file ? readJson<Taken[]>(file) : undefined) ?? []

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path: whole } = splitTarget(request.url ?? '/')
    const path = whole.startsWith(prefix) ? whole.slice(prefix.length) : whole
    if (request.method === 'GET') return send(response, jsonAnswer(200, taken))
    const body = (await readBody(request, 100_000)).toString()
    const signature = String(request.headers['touchline-signature'] ?? '')
    taken = [{ at: new Date(now()).toISOString(), path, signature, body }, ...taken].slice(0, maxKept)
    if (file) writeWhole(file, JSON.stringify(taken))
    if (path.endsWith('/leads-on')) return send(response, jsonAnswer(302, {}, { location: '/' }))
    return send(response, jsonAnswer(path.endsWith('/fails') ? 500 : 200, {}))
  }
  return { handle }
}
