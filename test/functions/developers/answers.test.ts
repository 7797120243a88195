import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { deliver } from '#functions/developers/deliver.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** What becomes of a message to an endpoint with this answer, without TLS. */
async function outcomeOf(answer: string) {
  const server = createServer((socket) => socket.once('data', () => socket.write(answer)).on('error', () => undefined))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  vi.spyOn(https, 'request').mockImplementation(((_url: string, { method, headers, signal }: https.RequestOptions) =>
    http.request({ host: '127.0.0.1', port, method, headers, signal })) as never)
  syncBuiltinESMExports()
  try {
    const resolve = async () => [{ address: '93.184.215.14' }]
    return await deliver('https://club.example/hook', { body: '{}', id: 'c', signature: '' }, resolve)
  } finally {
    server.close()
  }
}

it.each([
  ['accepts it', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204 }],
  ['redirects', 'HTTP/1.1 302 Found\r\nLocation: https://10.0.0.8/\r\n\r\n', { why: 'redirected' }],
  [
    'switches protocols',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    { why: 'unreachable' },
  ],
  ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', { why: 'unreachable' }],
  ['does not finish its response', 'HTTP/1.1 100 Continue\r\n\r\n', { why: 'too_slow' }],
])('a delivery ends within five seconds if the endpoint %s', async (_what, answer, outcome) => {
  expect(await outcomeOf(answer)).toEqual(outcome)
})
