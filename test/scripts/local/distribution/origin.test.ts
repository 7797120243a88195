import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClock } from '#scripts/local/clock.ts'
import { control } from '#scripts/local/control.ts'
import { type OneOrigin, PortTaken, startOrigin } from '#scripts/local/startOrigin.ts'
import { type Functions, startFunctions } from '#scripts/local/services/lambda/startFunctions.ts'
import { jsonResponse } from '#scripts/local/http.ts'
import { functionUrls } from '#scripts/local/services/function-urls/functionUrls.ts'
import type { Faults } from '#scripts/local/types.ts'
import { newFolder } from '../fixtures/serving/folder.ts'
import { onlyResource, readServing } from '../fixtures/serving/read.ts'

const clock = createClock()
const log: string[] = []
let faults: Faults | undefined
let front: OneOrigin
let functions: Functions
let echo: string
let guarded: string

beforeAll(async () => {
  front = await startOrigin(0, (line) => void log.push(line))
  const assembly = readServing(front.origin)
  functions = startFunctions({
    assembly,
    gateEndpoint: 'http://127.0.0.1:9',
    dir: newFolder(),
    clock,
    log: () => undefined,
  })
  front.mount('url', { handle: functionUrls({ assembly, invoke: functions.invoke, clock }), open: true })
  const setFaults = (next: Faults | undefined) => {
    faults = next
  }
  const driven = { clock, setFaults, faultCounts: () => ({ throttle: 3 }), dataDir: '/data' }
  front.mount('control', { handle: control(driven) })
  front.mount('broken', {
    handle: async () => {
      throw new Error('on purpose')
    },
  })
  echo = `${front.origin}/_local/url/${onlyResource(assembly, 'AWS::Lambda::Url', 'Echo').logicalId}`
  guarded = `${front.origin}/_local/url/${onlyResource(assembly, 'AWS::Lambda::Url', 'Hasty').logicalId}`
})
afterAll(async () => {
  await front.close()
  await functions.close()
})

/** fetch() sets Host itself; this function can send any value. */
const withHost = (path: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const { port } = new URL(front.origin)
    request({ host: '127.0.0.1', port, path, headers }, (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject)
      .end()
  })

describe('the one origin', () => {
  it('returns 503 until it serves, and then passes on requests as plain data', async () => {
    expect((await fetch(`${front.origin}/today`)).status).toBe(503)
    front.serve(async ({ body, ...request }) => jsonResponse(200, { ...request, body: body.toString() }))
    const response = await fetch(`${front.origin}/a%20b?x=%20`, {
      method: 'POST',
      headers: { 'X-Own': '1' },
      body: 'text',
    })
    expect(await response.json()).toMatchObject({
      method: 'POST',
      path: '/a%20b',
      query: 'x=%20',
      headers: { 'x-own': '1' },
      body: 'text',
    })
    const head = await fetch(`${front.origin}/today`, { method: 'HEAD' })
    expect([head.status, Number(head.headers.get('content-length')) > 0, await head.text()]).toEqual([200, true, ''])
  })

  it.each([
    ['127.0.0.1:3000', 200],
    ['localhost', 200],
    ['[::1]:3000', 200],
    ['d1a2b3.localhost:3000', 200],
    ['d1.d2.localhost', 421],
    ['d1localhost', 421],
    ['example.org', 421],
    ['127.0.0.1.example.org', 421],
    ['localhost.example.org:3000', 421],
  ])('responds to a request with the host %s with %i', async (host, status) => {
    expect(await withHost('/today', { host })).toBe(status)
    expect(await withHost('/_local/control/health', { host })).toBe(status)
  })

  it('rejects control requests by pages of another origin', async () => {
    const { host } = new URL(front.origin)
    expect(await withHost('/_local/control/health', { host, origin: front.origin })).toBe(200)
    for (const origin of ['https://example.org', 'http://127.0.0.1:1', 'null']) {
      expect(await withHost('/_local/control/health', { host, origin })).toBe(403)
    }
  })

  it('rejects a body over 64 MB, and continues to serve', async () => {
    const response = await fetch(`${front.origin}/today`, { method: 'POST', body: Buffer.alloc(64 * 1024 * 1024 + 1) })
    expect([response.status, (await response.text()).slice(0, 100)]).toEqual([
      413,
      '{"message":"Request Entity Too Large"}',
    ])
    expect((await fetch(`${front.origin}/today`)).status).toBe(200)
  })

  it('returns 500 and logs the reason when a part of it fails', async () => {
    expect((await fetch(`${front.origin}/_local/broken/x`)).status).toBe(500)
    expect(log.at(-1)).toBe('GET /_local/broken/x: on purpose')
    expect((await fetch(`${front.origin}/_local/nothing`)).status).toBe(404)
  })

  it('reports that its port is taken', async () => {
    const port = Number(new URL(front.origin).port)
    await expect(startOrigin(port, () => undefined)).rejects.toThrow(PortTaken)
    await expect(startOrigin(port, () => undefined)).rejects.toThrow(`Port ${port} is taken`)
  })

  it('rejects a port that browsers do not open, without keeping it occupied', async () => {
    for (let time = 0; time < 2; time++)
      await expect(startOrigin(4190, () => undefined)).rejects.toThrow('Browsers do not open port 4190')
  })
})

describe('function URLs', () => {
  it('pass on the path as it was sent, and accept requests from any origin', async () => {
    const response = await fetch(`${echo}/a%20b/c?x=1&x=2`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://example.org' },
      body: 'a=1',
    })
    const { event } = (await response.json()) as { event: Record<string, unknown> }
    expect(event).toMatchObject({
      routeKey: '$default',
      rawPath: '/a%20b/c',
      rawQueryString: 'x=1&x=2',
      queryStringParameters: { x: '1,2' },
      body: Buffer.from('a=1').toString('base64'),
      isBase64Encoded: true,
    })
    expect(event).not.toHaveProperty('pathParameters')
  })

  it('return 502 when the function fails, 413 above 6 MB, and 403 without the required signature', async () => {
    const failed = await fetch(`${echo}/?do=throw`)
    expect([failed.status, await failed.text()]).toEqual([502, 'Internal Server Error'])
    expect((await fetch(echo, { method: 'POST', body: Buffer.alloc(6 * 1024 * 1024 + 1) })).status).toBe(413)
    expect((await fetch(guarded)).status).toBe(403)
    expect((await fetch(`${front.origin}/_local/url/Nothing/`)).status).toBe(403)
  })
})

describe('control', () => {
  const put = (path: string, body: string, method = 'PUT') =>
    fetch(`${front.origin}/_local/control${path}`, { method, body })

  it('sets a clock that goes on from there, and resets it to the real time', async () => {
    expect(await (await put('/clock', '{"instant":"2026-03-08T08:00:00Z"}')).json()).toEqual({
      instant: expect.stringMatching(/^2026-03-08T08:00:0/),
    })
    expect(new Date(clock.now()).toISOString()).toMatch(/^2026-03-08T08:00:0/)
    await put('/clock', '{}')
    const { instant } = (await (await fetch(`${front.origin}/_local/control/clock`)).json()) as { instant: string }
    expect(Math.abs(Date.parse(instant) - Date.now())).toBeLessThan(2_000)
  })

  it('sets and removes faults, and counts them', async () => {
    const wanted = { seed: 7, throttle: 0.1, operations: ['UpdateItem'] }
    expect((await put('/faults', JSON.stringify(wanted))).status).toBe(200)
    expect(faults).toEqual(wanted)
    expect(await (await fetch(`${front.origin}/_local/control/faults`)).json()).toEqual({ throttle: 3 })
    expect((await put('/faults', '', 'DELETE')).status).toBe(200)
    expect(faults).toBeUndefined()
  })

  it.each([
    ['/clock', '{"instant":"tomorrow"}'],
    ['/clock', '{"instant":"2026-03-08T08:00:00"}'],
    ['/clock', '[]'],
    ['/clock', '{'],
    ['/faults', '{}'],
    ['/faults', '{"seed":1,"throttle":2}'],
    ['/faults', '{"seed":1,"thunder":0.5}'],
    ['/faults', '{"seed":1,"operations":"all"}'],
  ])('rejects %s with %s', async (path, body) => {
    expect((await put(path, body)).status).toBe(400)
  })

  it('reports its health', async () => {
    expect(await (await fetch(`${front.origin}/_local/control/health`)).json()).toEqual({
      status: 'ok',
      pid: process.pid,
      dataDir: '/data',
    })
  })
})
