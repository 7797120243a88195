import type { IncomingMessage, ServerResponse } from 'node:http'
import { readJson, writeWhole } from '../../files.ts'
import { jsonAnswer, readBody, send, splitTarget } from '../../http.ts'
import type { Handle } from '../../types.ts'

type Options = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Where what came is kept from one start to the next. */
  file?: string
}
export type Taken = { at: string; path: string; signature: string; body: string }

/** As many are kept. */
const mostKept = 200

/**
 * Takes whatever is posted, and lists it, the newest first, at `taken.json`. An address that ends in `/fails` refuses, one in
 * `/leads-on` leads elsewhere. @param prefix the path under which it is reached
 */
export function webhookStandIn({ now, file }: Options, prefix = ''): { handle: Handle } {
  let taken: Taken[] = (file ? readJson<Taken[]>(file) : undefined) ?? []

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path: whole } = splitTarget(request.url ?? '/')
    const path = whole.startsWith(prefix) ? whole.slice(prefix.length) : whole
    if (request.method === 'GET') return send(response, jsonAnswer(200, taken))
    const body = (await readBody(request, 100_000)).toString()
    const signature = String(request.headers['touchline-signature'] ?? '')
    taken = [{ at: new Date(now()).toISOString(), path, signature, body }, ...taken].slice(0, mostKept)
    if (file) writeWhole(file, JSON.stringify(taken))
    if (path.endsWith('/leads-on')) return send(response, jsonAnswer(302, {}, { location: '/' }))
    return send(response, jsonAnswer(path.endsWith('/fails') ? 500 : 200, {}))
  }
  return { handle }
}
