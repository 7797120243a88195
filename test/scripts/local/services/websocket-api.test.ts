import { once } from 'node:events'
import { join } from 'node:path'
import * as management from '@aws-sdk/client-apigatewaymanagementapi'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { type Gate, startGate } from '#scripts/local/gate/startGate.ts'
import { readPolicies } from '#scripts/local/iam/policies.ts'
import { onlyDistribution } from '#scripts/local/services/distribution/readDistribution.ts'
import { upgrades } from '#scripts/local/services/distribution/upgrade.ts'
import { secretOf } from '#scripts/local/services/lambda/environment.ts'
import { newOffers, type Served } from '#scripts/local/services/service.ts'
import { webSocketApis } from '#scripts/local/services/websocket-api/service.ts'
import { type OneOrigin, startOrigin } from '#scripts/local/startOrigin.ts'
import type { Assembly } from '#scripts/local/types.ts'
import { chatApp } from '../fixtures/chatApp.ts'
import { tempDir } from '../fixtures/clubApp.ts'
import { failure } from '../gate-served.ts'
import { standingClock } from '../mail-served.ts'

const { dir, remove } = tempDir('sockets')

type Event = {
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
const clock = standingClock()
const events: Event[] = []
const sockets: WebSocket[] = []
/** The connections of a test. */
const made: string[] = []
const idOf = ({ requestContext }: Event) => requestContext.connectionId
let answer: (event: Event) => unknown = () => undefined
let front: OneOrigin
let gate: Gate
let assembly: Assembly
let served: Served
let variables: { CALLBACK_URL: string; SOCKET_URL: string }

const keyOf = (start: string) =>
  `LOCAL${assembly.ofType('AWS::Lambda::Function').find(({ logicalId }) => logicalId.startsWith(start))?.logicalId}`
const policy = (Effect: string, methodArn = '*') => ({
  principalId: 'u1',
  policyDocument: { Statement: [{ Effect, Action: 'execute-api:Invoke', Resource: methodArn }] },
  context: { userId: 'u1', teams: 2 },
})

beforeAll(async () => {
  front = await startOrigin(0, () => undefined)
  gate = await startGate({ clock, log: () => undefined })
  assembly = readAssembly(chatApp(dir), { origin: front.origin, gate: gate.endpoint })
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
    return answer(event as Event)
  }
  const running = await webSocketApis.start({ dataDir: dir, clock, log: () => undefined })
  const { endpoint, authorize } = gate
  served = await running.serve({ assembly, policies, gate: endpoint, authorize, offers })
  const [api, handle] = [webSocketApis.api?.(assembly), served.handle]
  gate.serve({ assembly, policies, apis: api && handle ? [{ api, handle }] : [] })
  front.mount('socket', served.mount?.socket ?? {})
  front.serve(undefined, upgrades(assembly, onlyDistribution(assembly), offers.connect, undefined))
  const chat = assembly.ofType('AWS::Lambda::Function').find(({ logicalId }) => logicalId.startsWith('Chat'))
  variables = assembly.resolve<{ Environment: { Variables: typeof variables } }>('club', chat?.properties).Environment
    .Variables
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  const ended = () => events.filter(({ requestContext }) => requestContext.eventType === 'DISCONNECT').map(idOf)
  await vi.waitFor(() => expect(ended()).toEqual(expect.arrayContaining(made)))
  made.length = 0
  events.length = 0
  answer = () => undefined
  clock.set(undefined)
})
afterAll(async () => {
  await served.close?.()
  await front.close()
  await gate.close()
  remove()
})

/** A connection, and all that has come on it. */
async function connect(url = `${variables.SOCKET_URL}?ticket=good`, options = {}) {
  const socket = new WebSocket(url, options)
  sockets.push(socket)
  const got: string[] = []
  socket.on('message', (data: Buffer) => got.push(data.toString()))
  await once(socket, 'open')
  const connectionId = events.map(idOf).at(-1) ?? ''
  made.push(connectionId)
  return { socket, got, connectionId, closed: once(socket, 'close') as Promise<[code: number, reason: Buffer]> }
}

/** The status with which a connection is refused. */
async function refused(query: string): Promise<string> {
  const socket = new WebSocket(`${variables.SOCKET_URL}${query}`)
  const [error] = (await once(socket, 'error')) as [Error]
  return error.message
}

describe('connecting', () => {
  test('the addresses of the app are those of the local cloud', () => {
    expect(variables.SOCKET_URL).toMatch(new RegExp(`^${front.origin.replace('http', 'ws')}/_local/socket/\\w+/live$`))
    expect(variables.CALLBACK_URL).toMatch(new RegExp(`^${gate.endpoint}/_socket/\\w+/live$`))
  })

  test('who has a ticket is let in, and functions are told what the authorizer has said', async () => {
    const { connectionId } = await connect(`${variables.SOCKET_URL}?ticket=good&team=1`, { headers: { 'x-own': 'a' } })
    expect(connectionId).toMatch(/^[\w-]{15}=$/)
    expect(events).toMatchObject([
      {
        headers: { 'x-own': 'a' },
        multiValueHeaders: { 'x-own': ['a'] },
        queryStringParameters: { ticket: 'good', team: '1' },
        isBase64Encoded: false,
        requestContext: {
          eventType: 'CONNECT',
          routeKey: '$connect',
          stage: 'live',
          connectedAt: clock.now(),
          requestTimeEpoch: clock.now(),
          authorizer: { principalId: 'u1', userId: 'u1', teams: '2' },
        },
      },
    ])
  })

  test('nobody else is', async () => {
    expect(await refused('')).toContain('401')
    expect(await refused('?ticket=old')).toContain('401')
    expect(await refused('?ticket=bad')).toContain('403')
    expect(await refused('?ticket=odd')).toContain('500')
    expect(await refused('/other?ticket=good')).toContain('403')
    expect(events).toEqual([])
  })

  test('the function that is told of it may refuse, and fail', async () => {
    answer = () => ({ statusCode: 418 })
    expect(await refused('?ticket=good')).toContain('418')
    answer = () => {
      throw new Error('It fails.')
    }
    expect(await refused('?ticket=good')).toContain('502')
  })

  test('a subprotocol is the one that the function has chosen', async () => {
    answer = () => ({ statusCode: 200, headers: { 'Sec-WebSocket-Protocol': 'chat.2' } })
    const socket = new WebSocket(`${variables.SOCKET_URL}?ticket=good`, ['chat.1', 'chat.2'])
    sockets.push(socket)
    await once(socket, 'open')
    expect(socket.protocol).toBe('chat.2')
  })

  test('at a path of the one origin it is the same, through the distribution', async () => {
    await connect(`${front.origin.replace('http', 'ws')}/live?ticket=good`)
    const opened = events.filter(({ requestContext }) => requestContext.eventType === 'CONNECT')
    expect(opened.map(({ queryStringParameters }) => queryStringParameters)).toEqual([{ ticket: 'good' }])
    const elsewhere = new WebSocket(`${front.origin.replace('http', 'ws')}/other?ticket=good`)
    await expect(once(elsewhere, 'open')).rejects.toThrow()
  })
})

test('a behaviour that keeps headers back could not make connections', () => {
  const kept = readAssembly(chatApp(join(dir, 'narrow'), { narrow: true }), { origin: front.origin })
  const never = () => () => undefined
  expect(() => upgrades(kept, onlyDistribution(kept), never, undefined)).toThrow(
    'The behaviour /live cannot make connections',
  )
})

describe('messages', () => {
  const messages = () => events.filter(({ requestContext }) => requestContext.eventType === 'MESSAGE')

  test('go where their text says, everything else to $default', async () => {
    const { socket, connectionId } = await connect()
    for (const body of ['{"action":"ask"}', '{"action":"sing"}', '{"action":7}', '{"action":"$connect"}', 'plain', '7'])
      socket.send(body)
    await vi.waitFor(() => expect(messages()).toHaveLength(6))
    expect(new Set(messages().map(({ requestContext }) => requestContext.connectionId))).toEqual(
      new Set([connectionId]),
    )
    const routes = Object.fromEntries(messages().map(({ body, requestContext }) => [body, requestContext.routeKey]))
    expect(routes).toEqual({
      '{"action":"ask"}': 'ask',
      '{"action":"sing"}': '$default',
      '{"action":7}': '$default',
      '{"action":"$connect"}': '$default',
      plain: '$default',
      '7': '$default',
    })
    expect(messages()[0]?.requestContext.authorizer).toMatchObject({ userId: 'u1' })
  })

  test('are answered where the route has an answer, and only there', async () => {
    answer = ({ body, requestContext }) => ({ statusCode: 200, body: `${requestContext.routeKey} ${body}` })
    const { socket, got } = await connect()
    socket.send('silent')
    await vi.waitFor(() => expect(messages()).toHaveLength(1))
    socket.send('{"action":"ask"}')
    await vi.waitFor(() => expect(got).toEqual(['ask {"action":"ask"}']))
  })

  test('say that the function has failed', async () => {
    const { socket, got, connectionId } = await connect()
    answer = () => {
      throw new Error('It fails.')
    }
    socket.send('hello')
    await vi.waitFor(() => expect(got).toHaveLength(1))
    expect(JSON.parse(got[0] ?? '')).toMatchObject({ message: 'Internal server error', connectionId })
  })

  test('may have 128 KB', async () => {
    const { socket, closed } = await connect()
    socket.send('x'.repeat(128 * 1024))
    await vi.waitFor(() => expect(messages()).toHaveLength(1))
    socket.send('x'.repeat(128 * 1024 + 1))
    expect((await closed)[0]).toBe(1009)
  })
})

describe('the end of a connection', () => {
  const last = () => events.at(-1)?.requestContext

  test('is told to the function', async () => {
    const { socket, connectionId } = await connect()
    socket.close(1000, 'bye')
    await vi.waitFor(() => expect(last()?.eventType).toBe('DISCONNECT'))
    expect(last()).toMatchObject({
      connectionId,
      disconnectStatusCode: 1000,
      disconnectReason: 'bye',
      authorizer: { userId: 'u1' },
    })
  })

  test('comes after ten minutes of silence by the clock, and after two hours in any case', async () => {
    const { socket, closed } = await connect()
    clock.pass({ minutes: 9 })
    socket.ping()
    await once(socket, 'pong')
    clock.pass({ minutes: 9 })
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(socket.readyState).toBe(WebSocket.OPEN)
    clock.pass({ minutes: 1 })
    expect((await closed)[0]).toBe(1001)

    const lively = await connect()
    for (let minutes = 8; minutes < 120; minutes += 8) {
      clock.pass({ minutes: 8 })
      lively.socket.ping()
      await once(lively.socket, 'pong')
    }
    clock.pass({ minutes: 8 })
    expect((await lively.closed)[0]).toBe(1001)
    await vi.waitFor(() => expect(last()).toMatchObject({ eventType: 'DISCONNECT', disconnectStatusCode: 1001 }))
  })
})

describe('the way back', () => {
  const clients: management.ApiGatewayManagementApiClient[] = []
  afterEach(() => clients.splice(0).forEach((one) => one.destroy()))
  const client = (name: string, endpoint = variables.CALLBACK_URL) => {
    const accessKeyId = keyOf(name)
    const credentials = { accessKeyId, secretAccessKey: secretOf(accessKeyId) }
    const one = new management.ApiGatewayManagementApiClient({
      endpoint,
      region: 'us-east-1',
      credentials,
      maxAttempts: 1,
    })
    clients.push(one)
    return one
  }
  const post = (ConnectionId: string, Data = 'hello') => new management.PostToConnectionCommand({ ConnectionId, Data })

  test('a function sends to a connection, asks about it and ends it', async () => {
    const { got, connectionId, closed } = await connect()
    await client('Chat').send(post(connectionId, 'grüezi'))
    await vi.waitFor(() => expect(got).toEqual(['grüezi']))
    clock.pass({ minutes: 1 })
    const told = await client('Chat').send(new management.GetConnectionCommand({ ConnectionId: connectionId }))
    expect([Number(told.LastActiveAt) - Number(told.ConnectedAt), told.Identity?.SourceIp]).toEqual([0, '127.0.0.1'])
    await client('Chat').send(new management.DeleteConnectionCommand({ ConnectionId: connectionId }))
    expect((await closed)[0]).toBe(1000)
    await vi.waitFor(async () => {
      const gone = await failure(client('Chat').send(post(connectionId)))
      expect(gone).toBeInstanceOf(management.GoneException)
    })
  })

  test('an endpoint in the environment alone will do', async () => {
    const { got, connectionId } = await connect()
    await client('Chat', gate.endpoint).send(post(connectionId))
    await vi.waitFor(() => expect(got).toEqual(['hello']))
  })

  test('needs the grant for it', async () => {
    const { got, connectionId } = await connect()
    const error = await failure(client('Tickets').send(post(connectionId)))
    expect(error).toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringMatching(
        /is not allowed execute-api:ManageConnections on arn:aws:execute-api:us-east-1:\d+:\w+\/live\/POST\/@connections\//,
      ),
    })
    expect(got).toEqual([])
  })

  test('takes 128 KB, and knows no connection that is not there', async () => {
    const { got, connectionId } = await connect()
    const large = await failure(client('Chat').send(post(connectionId, 'x'.repeat(128 * 1024 + 1))))
    expect(large).toBeInstanceOf(management.PayloadTooLargeException)
    await client('Chat').send(post(connectionId, 'x'.repeat(128 * 1024)))
    await vi.waitFor(() => expect(got[0]).toHaveLength(128 * 1024))
    expect(await failure(client('Chat').send(post('nobody=')))).toBeInstanceOf(management.GoneException)
  })
})
