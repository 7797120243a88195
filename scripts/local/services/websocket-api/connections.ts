import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { Assembly, Clock, Invoke, Upgrade } from '../../types.ts'
import { authorize } from './authorize.ts'
import { contextOf, openingOf, type Peer } from './events.ts'
import type { SocketApi, SocketRoute } from './readSocketApi.ts'

/** API Gateway's limits: bytes of a message, milliseconds of idle time, and milliseconds of a whole connection. */
export const MESSAGE_LIMIT = 128 * 1024
const IDLE = 10 * 60_000
const LONGEST = 2 * 60 * 60_000

export type Connection = { socket: WebSocket; peer: Peer; lastActiveAt: number }

export type Connections = {
  upgrade: Upgrade
  find: (connectionId: string) => Connection | undefined
  /** Sends a message to a connection. */
  send: (connection: Connection, message: string) => void
  /** Closes connections that have been idle or open for too long by the clock. */
  tick: () => void
  close: () => Promise<void>
}

type Options = { assembly: Assembly; api: SocketApi; invoke: Invoke; clock: Clock }

/** The connections of one WebSocket API. */
export function openConnections({ assembly, api, invoke, clock }: Options): Connections {
  const open = new Map<string, Connection>()
  const protocols = new WeakMap<IncomingMessage, string>()
  const pendingWork = new Set<Promise<void>>()
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_LIMIT,
    handleProtocols: (_, request) => protocols.get(request) ?? false,
  })
  const track = (work: Promise<void>): void => {
    pendingWork.add(work)
    void work.finally(() => pendingWork.delete(work))
  }
  const call = (route: SocketRoute, event: object): Promise<Answer> =>
    withTimeout(route.timeout, invoke(route.lambda, event) as Promise<Answer>)

  const connect = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const peer: Peer = {
      connectionId: `${randomBytes(11).toString('base64url').slice(0, 15)}=`,
      connectedAt: clock.now(),
      apiId: api.id,
      domainName: `${api.id}.execute-api.${assembly.region}.amazonaws.com`,
      stage: api.stage,
      userAgent: request.headers['user-agent'],
    }
    const moment = { routeKey: '$connect', eventType: 'CONNECT', now: clock.now() } as const
    const opening = { ...openingOf(request), isBase64Encoded: false }
    const authorizerContext = await authorize(
      api,
      { ...opening, requestContext: contextOf(peer, moment) },
      { invoke, assembly },
    )
    if (typeof authorizerContext === 'number') return reject(socket, authorizerContext)
    const authorizedPeer: Peer = authorizerContext ? { ...peer, authorizer: authorizerContext } : peer
    const route = api.routes.get('$connect')
    if (route) {
      const event = { ...opening, requestContext: contextOf(authorizedPeer, moment) }
      const { statusCode = 200, headers = {} } = await call(route, event).catch((): Answer => ({ statusCode: 502 }))
      if (statusCode < 200 || statusCode > 299) return reject(socket, statusCode)
      const [, protocol] = Object.entries(headers).find(([name]) => /^sec-websocket-protocol$/i.test(name)) ?? []
      if (protocol) protocols.set(request, protocol)
    }
    if (socket.destroyed) return
    server.handleUpgrade(request, socket, head, (socket) => addConnectedSocket(socket, authorizedPeer))
  }

  const addConnectedSocket = (socket: WebSocket, peer: Peer): void => {
    const connection: Connection = { socket, peer, lastActiveAt: clock.now() }
    const active = (): void => void (connection.lastActiveAt = clock.now())
    open.set(peer.connectionId, connection)
    // A message that is too large ends the connection; ws has already told the peer.
    socket.on('error', () => undefined)
    socket.on('ping', active)
    socket.on('message', (data: Buffer) => {
      active()
      track(receive(connection, data.toString()))
    })
    socket.on('close', (code, reason) => {
      open.delete(peer.connectionId)
      const route = api.routes.get('$disconnect')
      if (!route) return
      const moment = { routeKey: '$disconnect', eventType: 'DISCONNECT', now: clock.now() } as const
      const disconnectFields = { disconnectStatusCode: code, disconnectReason: reason.toString() }
      const headers = { Host: peer.domainName, 'x-api-key': '', 'X-Forwarded-For': '', 'x-restapi': '' }
      const multiValueHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
      const requestContext = { ...contextOf(peer, moment), ...disconnectFields }
      track(
        call(route, { headers, multiValueHeaders, requestContext, isBase64Encoded: false }).then(
          toUndefined,
          toUndefined,
        ),
      )
    })
  }

  const receive = async (connection: Connection, body: string): Promise<void> => {
    const { connectionId } = connection.peer
    const selected = api.selects(body)
    const routeKey =
      selected !== undefined && !selected.startsWith('$') && api.routes.has(selected) ? selected : '$default'
    const route = api.routes.get(routeKey)
    const context = contextOf(connection.peer, { routeKey, eventType: 'MESSAGE', now: clock.now() })
    const { requestId } = context
    const complain = (message: string) => send(connection, JSON.stringify({ message, connectionId, requestId }))
    if (!route) return complain('Forbidden')
    const event = { requestContext: { ...context, messageId: requestId }, body, isBase64Encoded: false }
    const answer = await call(route, event).catch(toUndefined)
    if (!answer) return complain('Internal server error')
    if (route.answers && typeof answer.body === 'string') send(connection, answer.body)
  }

  const send = (connection: Connection, message: string): void => {
    connection.lastActiveAt = clock.now()
    if (connection.socket.readyState === WebSocket.OPEN) connection.socket.send(message)
  }
  return {
    upgrade: (request, socket, head) =>
      track(
        connect(request, socket, head).catch(() => {
          reject(socket, 500)
        }),
      ),
    find: (connectionId) => open.get(connectionId),
    send,
    tick() {
      for (const { socket, peer, lastActiveAt } of open.values()) {
        if (clock.now() - lastActiveAt >= IDLE || clock.now() - peer.connectedAt >= LONGEST)
          socket.close(1001, 'Going away')
      }
    },
    async close() {
      const closedSockets = [...open.values()].map(({ socket }) => once(socket, 'close'))
      for (const { socket } of open.values()) socket.terminate()
      await Promise.all(closedSockets)
      server.close()
      while (pendingWork.size > 0) await Promise.allSettled(pendingWork)
    },
  }
}

type Answer = { statusCode?: number; headers?: Record<string, string>; body?: unknown }

const toUndefined = (): undefined => undefined

function reject(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Rejected\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** A function's response, `{}` for nothing; rejects on a timeout. */
async function withTimeout(milliseconds: number, result: Promise<Answer | null | undefined>): Promise<Answer> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('The function takes too long.')), milliseconds)
  const answer = await Promise.race([result, timeout.promise]).finally(() => clearTimeout(timer))
  return typeof answer === 'object' && answer !== null ? answer : {}
}
