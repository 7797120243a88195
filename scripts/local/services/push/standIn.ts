import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readJson, writeAtomically } from '../../files.ts'
import { jsonResponse, readBody, send, splitTarget } from '../../http.ts'
import type { Handle } from '../../types.ts'
import { browserScript, listPage, type ReceivedMessage } from './pages.ts'
import { type BrowserKeys, claimsIn, decrypt } from './decrypt.ts'

type Options = {
  /** The address of the real service. */
  address: string
  /** Milliseconds since 1970. */
  now: () => number
  /** Where state is kept between starts. */
  file?: string
}
type StoredState = { browsers: Record<string, BrowserKeys>; gone: string[]; taken: ReceivedMessage[] }

/** How many messages are kept. */
const maxKept = 500
/** The limit of push services for a message, in bytes. */
const maxBytes = 4096

/**
 * The stand-in for a push service: browsers subscribe, our server sends, and a page shows the notifications. @param
 * prefix the path under which it is mounted
 */
export function pushStandIn({ address, now, file }: Options, prefix = ''): { handle: Handle } {
  const state: StoredState = (file ? readJson<StoredState>(file) : undefined) ?? { browsers: {}, gone: [], taken: [] }
  const saveState = () => file && writeAtomically(file, JSON.stringify(state))

  /** Creates the subscription of a page; its private key stays here. */
  function subscribe() {
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    const auth = randomBytes(16).toString('base64url')
    const endpoint = `${address}/fcm/send/${randomUUID()}`
    const p256dh = curve.getPublicKey().toString('base64url')
    state.browsers[endpoint] = { privateKey: curve.getPrivateKey().toString('base64url'), p256dh, auth }
    saveState()
    return { endpoint, keys: { p256dh, auth } }
  }

  /** Receives a message as a push service does; returns the HTTP status. */
  function take(endpoint: string, headers: IncomingMessage['headers'], body: Buffer): number {
    const claims = claimsIn(headers.authorization ?? '')
    const isForThisService = claims?.aud === address && claims.exp > now() / 1000 && claims.exp < now() / 1000 + 86_400
    if (!isForThisService) return 403
    if (headers['content-encoding'] !== 'aes128gcm' || headers['ttl'] === undefined) return 400
    if (state.gone.includes(endpoint)) return 410
    const keys = state.browsers[endpoint]
    const topic = String(headers['topic'] ?? '')
    const text = keys && decrypt(body, keys)
    const at = new Date(now()).toISOString()
    state.taken = [{ endpoint, at, topic, ...(text !== undefined && { text }) }, ...state.taken].slice(0, maxKept)
    saveState()
    return 201
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path: fullPath, query } = splitTarget(request.url ?? '/')
    const path = fullPath.startsWith(prefix) ? fullPath.slice(prefix.length) : fullPath
    const endpoint = new URLSearchParams(query).get('endpoint')
    const json = (value: unknown, status = 200) => send(response, jsonResponse(status, value))
    const text = (type: string, value: string) =>
      send(response, {
        status: 200,
        headers: { 'content-type': `${type};charset=utf-8` },
        body: Buffer.from(value),
      })
    if (request.method === 'POST' && path === '/subscribe') return json(subscribe(), 201)
    if (request.method === 'POST' && path.startsWith('/fcm/send/')) {
      const body = await readBody(request, maxBytes)
      return json({}, take(address + path, request.headers, body))
    }
    if (request.method === 'DELETE' && endpoint) {
      state.gone.push(endpoint)
      saveState()
      return json({})
    }
    if (path === '/messages.json')
      return json(state.taken.filter((each) => endpoint === null || each.endpoint === endpoint))
    if (path === '/browser.js') return text('text/javascript', browserScript(prefix))
    if (path === '' || path === '/') return text('text/html', listPage(state.taken))
    return json({ message: 'There is nothing here.' }, 404)
  }
  return { handle }
}
