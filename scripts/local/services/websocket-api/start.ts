import type { ServerResponse } from 'node:http'
import type { Call } from '../../gate/call.ts'
import { refuse } from '../../gate/refusal.ts'
import { jsonResponse, send } from '../../http.ts'
import type { Upgrade } from '../../types.ts'
import type { CloudContext, RunningService } from '../service.ts'
import { parseConnectionPath } from './connectionPath.ts'
import { type Connections, MESSAGE_LIMIT, openConnections } from './connections.ts'
import { readSocketApi } from './readSocketApi.ts'

/** Milliseconds between two checks of the clock. */
const REST = 250

export async function start({ clock }: CloudContext): Promise<RunningService> {
  return {
    serve({ assembly, offers }) {
      const apis = assembly
        .ofType('AWS::ApiGatewayV2::Api')
        .filter(({ properties }) => properties.ProtocolType === 'WEBSOCKET')
        .map((resource) => readSocketApi(assembly, resource))
      const { invoke } = offers
      const connectionsByApi = new Map(
        apis.map((api) => [api.id, { api, ...openConnections({ assembly, api, invoke, clock }) }]),
      )
      const all = [...connectionsByApi.values()]
      const take = (id: string, ...[request, socket, head, path]: Parameters<Upgrade>): void => {
        const servedApi = connectionsByApi.get(id)
        if (servedApi && path === `/${servedApi.api.stage}`) servedApi.upgrade(request, socket, head, path)
        else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      }
      const upgrade: Upgrade = (request, socket, head, path) => {
        const [, id = ''] = path.split('/')
        take(id, request, socket, head, path.slice(id.length + 1))
      }
      offers.connect =
        (api) =>
        (...connection) =>
          take(assembly.physicalId(api), ...connection)
      const tickTimer = setInterval(() => all.forEach((connections) => connections.tick()), REST)
      tickTimer.unref()
      return {
        handle: (call, response) => handleManagementCall(call, response, all),
        // Open to any origin, as in API Gateway; the API's authorizer decides who may connect.
        mount: { socket: { upgrade, open: true } },
        async close() {
          clearInterval(tickTimer)
          await Promise.all(all.map((connections) => connections.close()))
        },
      }
    },
  }
}

/** The management API: POST sends to a connection, GET describes it, DELETE closes it. */
async function handleManagementCall(call: Call, response: ServerResponse, all: Connections[]): Promise<void> {
  const { connectionId = '' } = parseConnectionPath(call.path) ?? {}
  const [connections, connection] =
    all
      .map((connections) => [connections, connections.find(connectionId)] as const)
      .find(([, connection]) => connection) ?? []
  if (!connections || !connection)
    return refuse(response, 'rest-json', { code: 'GoneException', message: 'Gone', status: 410 })
  if (call.method === 'POST') {
    const message = await call.body()
    if (message.length > MESSAGE_LIMIT)
      return refuse(response, 'rest-json', { code: 'PayloadTooLargeException', message: 'Too large', status: 413 })
    connections.send(connection, message.toString())
    return send(response, jsonResponse(200, {}))
  }
  if (call.method === 'DELETE') {
    connection.socket.close(1000, 'Connection closed by the backend')
    return void response.writeHead(204).end()
  }
  const { connectedAt, userAgent = '' } = connection.peer
  const at = (instant: number) => new Date(instant).toISOString()
  const identity = { sourceIp: '127.0.0.1', userAgent }
  return send(
    response,
    jsonResponse(200, { connectedAt: at(connectedAt), identity, lastActiveAt: at(connection.lastActiveAt) }),
  )
}
