import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { type Gate, startGate } from '#scripts/local/gate/startGate.ts'
import { readPolicies } from '#scripts/local/iam/policies.ts'
import { onlyDistribution } from '#scripts/local/services/distribution/readDistribution.ts'
import { upgrades } from '#scripts/local/services/distribution/upgrade.ts'
import { newOffers, type ServedService } from '#scripts/local/services/service.ts'
import { webSocketApis } from '#scripts/local/services/websocket-api/service.ts'
import { type OneOrigin, startOrigin } from '#scripts/local/startOrigin.ts'
import type { Assembly } from '#scripts/local/types.ts'
import { chatApp } from '../fixtures/chatApp.ts'
import { tempDir } from '../fixtures/clubApp.ts'
import { fixedClock } from '../mail-served.ts'

/** The event of a function call, for a connection or by the authorizer. */
export type Event = {
  methodArn?: string
  headers?: Record<string, string>
  queryStringParameters?: Record<string, string>
  body?: string
  requestContext: {
    eventType: string
    routeKey: string
    connectionId: string
    authorizer?: object
    disconnectStatusCode?: number
  } & Record<string, unknown>
}

/**
 * Serves an app with a WebSocket API for the tests of a file. Its functions record their events in `events` and return
 * `state.answer`; its authorizer checks the ticket.
 */
export function serveSockets() {
  const { dir, remove } = tempDir('sockets')
  const clock = fixedClock()
  const events: Event[] = []
  const sockets: WebSocket[] = []
  /** The connections of a test. */
  const folders: string[] = []
  const idOf = ({ requestContext }: Event) => requestContext.connectionId
  const state: { answer: (event: Event) => unknown } = { answer: () => undefined }
  let origin: OneOrigin
  let gate: Gate
  let assembly: Assembly
  let served: ServedService
  let variables: { CALLBACK_URL: string; SOCKET_URL: string }

  const keyOf = (start: string) =>
    `LOCAL${assembly.ofType('AWS::Lambda::Function').find(({ logicalId }) => logicalId.startsWith(start))?.logicalId}`
  const policy = (Effect: string, methodArn = '*') => ({
    principalId: 'u1',
    policyDocument: { Statement: [{ Effect, Action: 'execute-api:Invoke', Resource: methodArn }] },
    context: { userId: 'u1', teams: 2 },
  })

  beforeAll(async () => {
    origin = await startOrigin(0, () => undefined)
    gate = await startGate({ clock, log: () => undefined })
    assembly = readAssembly(chatApp(dir), { origin: origin.origin, gate: gate.endpoint })
    const policies = readPolicies(assembly)
    const offers = newOffers()
    offers.invoke = async (lambda, event) => {
      if (lambda.logicalId.startsWith('Tickets')) {
        const { methodArn, queryStringParameters } = event as Event
        if (queryStringParameters?.ticket === 'odd') throw new Error('It fails.')
        if (queryStringParameters?.ticket === 'old') throw new Error('Unauthorized')
        return policy(queryStringParameters?.ticket === 'good' ? 'Allow' : 'Deny', methodArn)
      }
      events.push(event as Event)
      return state.answer(event as Event)
    }
    const service = await webSocketApis.start({ dataDir: dir, clock, log: () => undefined })
    const { endpoint, authorize } = gate
    served = await service.serve({ assembly, policies, gate: endpoint, authorize, offers })
    const [api, handle] = [webSocketApis.api?.(assembly), served.handle]
    gate.serve({ assembly, policies, apis: api && handle ? [{ api, handle }] : [] })
    origin.mount('socket', served.mount?.socket ?? {})
    origin.serve(undefined, upgrades(assembly, onlyDistribution(assembly), offers.connect, undefined))
    const chat = assembly.ofType('AWS::Lambda::Function').find(({ logicalId }) => logicalId.startsWith('Chat'))
    variables = assembly.resolve<{ Environment: { Variables: typeof variables } }>('club', chat?.properties).Environment
      .Variables
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.terminate()
    const disconnectedIds = () =>
      events.filter(({ requestContext }) => requestContext.eventType === 'DISCONNECT').map(idOf)
    await vi.waitFor(() => expect(disconnectedIds()).toEqual(expect.arrayContaining(folders)))
    folders.length = 0
    events.length = 0
    state.answer = () => undefined
    clock.set(undefined)
  })
  afterAll(async () => {
    await served.close?.()
    await origin.close()
    await gate.close()
    remove()
  })

  /** A connection with all messages received. */
  async function connect(url = `${variables.SOCKET_URL}?ticket=good`, options = {}) {
    const socket = new WebSocket(url, options)
    sockets.push(socket)
    const messages: string[] = []
    socket.on('message', (data: Buffer) => messages.push(data.toString()))
    await once(socket, 'open')
    const connectionId = events.map(idOf).at(-1) ?? ''
    folders.push(connectionId)
    return {
      socket,
      got: messages,
      connectionId,
      closed: once(socket, 'close') as Promise<[code: number, reason: Buffer]>,
    }
  }

  return {
    dir,
    clock,
    events,
    sockets,
    state,
    origin: () => origin.origin,
    gateEndpoint: () => gate.endpoint,
    socketUrl: () => variables.SOCKET_URL,
    callbackUrl: () => variables.CALLBACK_URL,
    keyOf,
    connect,
  }
}
