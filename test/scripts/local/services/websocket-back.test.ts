import * as management from '@aws-sdk/client-apigatewaymanagementapi'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { credentialsOf } from '#scripts/local/services/lambda/environment.ts'
import { failure } from '../gate-served.ts'
import { serveSockets } from './websocket-served.ts'

const { clock, gateEndpoint, callbackUrl, keyOf, connect } = serveSockets()

describe('messages from the functions', () => {
  const clients: management.ApiGatewayManagementApiClient[] = []
  afterEach(() => clients.splice(0).forEach((one) => one.destroy()))
  const client = (name: string, endpoint = callbackUrl()) => {
    const credentials = credentialsOf(keyOf(name))
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

  test('can be sent to a connection, which can also be described and closed', async () => {
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

  test('can be sent to an endpoint from the environment alone', async () => {
    const { got, connectionId } = await connect()
    await client('Chat', gateEndpoint()).send(post(connectionId))
    await vi.waitFor(() => expect(got).toEqual(['hello']))
  })

  test('need a grant', async () => {
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

  test('have a limit of 128 KB, and need an existing connection', async () => {
    const { got, connectionId } = await connect()
    const large = await failure(client('Chat').send(post(connectionId, 'x'.repeat(128 * 1024 + 1))))
    expect(large).toBeInstanceOf(management.PayloadTooLargeException)
    await client('Chat').send(post(connectionId, 'x'.repeat(128 * 1024)))
    await vi.waitFor(() => expect(got[0]).toHaveLength(128 * 1024))
    expect(await failure(client('Chat').send(post('nobody=')))).toBeInstanceOf(management.GoneException)
  })
})
