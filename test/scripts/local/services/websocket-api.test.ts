import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { onlyDistribution } from '#scripts/local/services/distribution/readDistribution.ts'
import { upgrades } from '#scripts/local/services/distribution/upgrade.ts'
import { chatApp } from '../fixtures/chatApp.ts'
import { serveSockets } from './websocket-served.ts'

const { dir, clock, events, sockets, state, origin, gateEndpoint, socketUrl, callbackUrl, connect } = serveSockets()

/** The error message of a refused connection. */
async function refused(query: string): Promise<string> {
  const socket = new WebSocket(`${socketUrl()}${query}`)
  const [error] = (await once(socket, 'error')) as [Error]
  return error.message
}

describe('connecting', () => {
  test('uses the local cloud’s addresses in the app', () => {
    expect(socketUrl()).toMatch(new RegExp(`^${origin().replace('http', 'ws')}/_local/socket/\\w+/live$`))
    expect(callbackUrl()).toMatch(new RegExp(`^${gateEndpoint()}/_socket/\\w+/live$`))
  })

  test('with a valid ticket succeeds, and functions receive the authorizer’s context', async () => {
    const { connectionId } = await connect(`${socketUrl()}?ticket=good&team=1`, { headers: { 'x-own': 'a' } })
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

  test('without a valid ticket is rejected', async () => {
    expect(await refused('')).toContain('401')
    expect(await refused('?ticket=old')).toContain('401')
    expect(await refused('?ticket=bad')).toContain('403')
    expect(await refused('?ticket=odd')).toContain('500')
    expect(await refused('/other?ticket=good')).toContain('403')
    expect(events).toEqual([])
  })

  test('can be rejected by the function, or fail with it', async () => {
    state.answer = () => ({ statusCode: 418 })
    expect(await refused('?ticket=good')).toContain('418')
    state.answer = () => {
      throw new Error('It fails.')
    }
    expect(await refused('?ticket=good')).toContain('502')
  })

  test('uses the subprotocol that the function has chosen', async () => {
    state.answer = () => ({ statusCode: 200, headers: { 'Sec-WebSocket-Protocol': 'chat.2' } })
    const socket = new WebSocket(`${socketUrl()}?ticket=good`, ['chat.1', 'chat.2'])
    sockets.push(socket)
    await once(socket, 'open')
    expect(socket.protocol).toBe('chat.2')
  })

  test('also works at a path of the one origin, through the distribution', async () => {
    await connect(`${origin().replace('http', 'ws')}/live?ticket=good`)
    const opened = events.filter(({ requestContext }) => requestContext.eventType === 'CONNECT')
    expect(opened.map(({ queryStringParameters }) => queryStringParameters)).toEqual([{ ticket: 'good' }])
    const elsewhere = new WebSocket(`${origin().replace('http', 'ws')}/other?ticket=good`)
    await expect(once(elsewhere, 'open')).rejects.toThrow()
  })
})

test('a behavior that does not forward the headers is rejected at the start', () => {
  const kept = readAssembly(chatApp(join(dir, 'narrow'), { narrow: true }), { origin: origin() })
  const never = () => () => undefined
  expect(() => upgrades(kept, onlyDistribution(kept), never, undefined)).toThrow(
    'The behavior /live cannot make connections',
  )
})

describe('messages', () => {
  const messages = () => events.filter(({ requestContext }) => requestContext.eventType === 'MESSAGE')

  test('are routed by their action, and otherwise to $default', async () => {
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

  test('are answered only if the route has a response', async () => {
    state.answer = ({ body, requestContext }) => ({ statusCode: 200, body: `${requestContext.routeKey} ${body}` })
    const { socket, got } = await connect()
    socket.send('silent')
    await vi.waitFor(() => expect(messages()).toHaveLength(1))
    socket.send('{"action":"ask"}')
    await vi.waitFor(() => expect(got).toEqual(['ask {"action":"ask"}']))
  })

  test('return an error when the function fails', async () => {
    const { socket, got, connectionId } = await connect()
    state.answer = () => {
      throw new Error('It fails.')
    }
    socket.send('hello')
    await vi.waitFor(() => expect(got).toHaveLength(1))
    expect(JSON.parse(got[0] ?? '')).toMatchObject({ message: 'Internal server error', connectionId })
  })

  test('have a limit of 128 KB', async () => {
    const { socket, closed } = await connect()
    socket.send('x'.repeat(128 * 1024))
    await vi.waitFor(() => expect(messages()).toHaveLength(1))
    socket.send('x'.repeat(128 * 1024 + 1))
    expect((await closed)[0]).toBe(1009)
  })
})

describe('the end of a connection', () => {
  const last = () => events.at(-1)?.requestContext

  test('is reported to the function', async () => {
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

  test('occurs after ten idle minutes of the clock, and after two hours in any case', async () => {
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
