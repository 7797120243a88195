import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import {
  BodyTooLarge,
  type HttpRequest,
  type HttpResponse,
  joinedHeaders,
  jsonResponse,
  readBody,
  send,
  splitTarget,
} from './http.ts'
import type { Mount, Upgrade } from './types.ts'
import { StartError } from './startError.ts'
import { timed } from './timings.ts'

export type OneOrigin = {
  /** e.g. `http://127.0.0.1:3000` */
  origin: string
  /** Mounts a handler under `/_local/<name>`, replacing any earlier one. */
  mount: (name: string, mounted: Mount) => void
  /** Sets the handler of all other requests and upgrades; until then callers are told to wait. */
  serve: (answer: Answer | undefined, upgrade?: Upgrade) => void
  close: () => Promise<void>
}

type Answer = (request: HttpRequest) => Promise<HttpResponse>

/** The port is in use. */
export class PortTaken extends StartError {}

// CloudFront's limit for request line and headers. The API itself answers requests beyond its own limit.
const HEADERS = 32 * 1024
/** The largest body that is accepted, in bytes; handlers may accept less. */
const LARGEST = 64 * 1024 * 1024

const text = (status: number, sentence: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain;charset=utf-8' },
  body: Buffer.from(`${sentence}\n`),
})

/**
 * Starts the HTTP server of the origin on the loopback address. Port 0: any free port. Rejects with PortTaken, or with a StartError for a
 * port that browsers block.
 * @param log gets one line for each request that ends with an internal error
 */
export async function startOrigin(port: number, log: (line: string) => void): Promise<OneOrigin> {
  const mounts = new Map<string, Mount>()
  let site: Answer | undefined
  let takeOver: Upgrade | undefined

  const mountedAt = (path: string): { mount: Mount | undefined; rest: string } => {
    const [, name = '', rest = ''] = /^\/_local\/([^/]+)(\/.*)?$/.exec(path) ?? []
    return { mount: mounts.get(name), rest: rest || '/' }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { path, query } = splitTarget(request.url ?? '/')
    if (!isLoopback(request.headers.host))
      return send(response, text(421, 'Only http://127.0.0.1 and http://localhost are served here.'))
    if (path.startsWith('/_local/')) {
      const { mount, rest } = mountedAt(path)
      if (!mount?.handle) return send(response, text(404, `There is no ${path}.`))
      if (!mount.open && isForeign(request))
        return send(response, text(403, 'Pages of other origins may not call this.'))
      return mount.handle(request, response, rest)
    }
    if (!site) return send(response, text(503, 'The local cloud is starting.'))
    const method = request.method ?? 'GET'
    const body = await readBody(request, LARGEST).catch((error: unknown) => {
      if (error instanceof BodyTooLarge) return undefined
      throw error
    })
    const httpResponse = body
      ? await site({ method, path, query, headers: joinedHeaders(request), body })
      : jsonResponse(413, { message: 'Request Entity Too Large' }, { connection: 'close' })
    send(response, httpResponse, method)
  }

  const server = createServer({ maxHeaderSize: HEADERS, keepAliveTimeout: 65_000 }, (request, response) => {
    timed('origin', request.url ?? '/', () => answer(request, response)).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return
      log(`${request.method} ${request.url}: ${error instanceof Error ? error.message : String(error)}`)
      if (response.headersSent) response.destroy()
      else send(response, text(500, 'The local cloud failed; see its output.'))
    })
  })
  server.on('upgrade', (request, socket, head) => {
    const { path } = splitTarget(request.url ?? '/')
    const { mount, rest } = mountedAt(path)
    const take = path.startsWith('/_local/') ? mount?.upgrade : takeOver
    if (take && isLoopback(request.headers.host) && (mount?.open || !isForeign(request)))
      take(request, socket, head, path.startsWith('/_local/') ? rest : path)
    else socket.destroy()
  })
  // closeAllConnections() would omit upgraded connections, and close() waits for them.
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new PortTaken(`Port ${port} is taken by another program: choose another one with --port.`)
          : error,
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  // Browsers block some ports that are reserved for other services, and Node uses the same list.
  await fetch(origin).catch(async () => {
    await close()
    throw new StartError(`Browsers do not open port ${port}: choose another one with --port.`)
  })
  return {
    origin,
    mount: (name, mounted) => void mounts.set(name, mounted),
    serve(answer, upgrade) {
      site = answer
      takeOver = upgrade
    },
    close,
  }
}

// Protects against DNS rebinding: the name of another site could resolve to 127.0.0.1, which the Host header reveals.
// Names that end in localhost always resolve to this machine.
const isLoopback = (host = ''): boolean => /^(127\.0\.0\.1|([a-z\d]+\.)?localhost|\[::1\])(:\d+)?$/i.test(host)

function isForeign({ headers }: IncomingMessage): boolean {
  if (!headers.origin) return false
  return headers.origin.replace(/^https?:\/\//, '') !== headers.host
}
