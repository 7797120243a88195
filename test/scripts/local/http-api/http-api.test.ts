import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClock } from '#scripts/local/clock.ts'
import { type Functions, startFunctions } from '#scripts/local/services/lambda/startFunctions.ts'
import type { HttpRequest, Origin } from '#scripts/local/http.ts'
import { httpApi } from '#scripts/local/services/http-api/httpApi.ts'
import type { Assembly } from '#scripts/local/types.ts'
import { newFolder } from '../fixtures/serving/folder.ts'
import { onlyResource, readServing } from '../fixtures/serving/read.ts'

// Fixed, so that times can be compared.
const clock = createClock(() => 0)
let assembly: Assembly
let functions: Functions
let api: Origin

beforeAll(() => {
  assembly = readServing()
  functions = startFunctions({
    assembly,
    gateEndpoint: 'http://127.0.0.1:9',
    dir: newFolder(),
    clock,
    log: () => undefined,
  })
  api = httpApi({
    assembly,
    api: onlyResource(assembly, 'AWS::ApiGatewayV2::Api'),
    invoke: functions.invoke,
    clock,
    jwks: () => ({ keys: [] }),
  })
})
afterAll(() => functions.close())

const ask = async (target: string, more: Partial<HttpRequest> = {}) => {
  const [path = '', query = ''] = target.split('?')
  const { status, headers, body } = await api({
    method: 'GET',
    path,
    query,
    headers: {},
    body: Buffer.alloc(0),
    ...more,
  })
  const text = body.toString()
  return { status, headers, text, json: () => JSON.parse(text) as Record<string, never> }
}
const eventOf = async (target: string, more: Partial<HttpRequest> = {}): Promise<Record<string, never>> =>
  (await ask(target, more)).json().event as unknown as Record<string, never>
const answering = (answer: unknown) => ask(`/api/open?do=answer&answer=${encodeURIComponent(JSON.stringify(answer))}`)

describe('routes', () => {
  it.each([
    ['GET', '/api/things/one', 'GET /api/things/{id}', { id: 'one' }],
    ['GET', '/api/things/special', 'GET /api/things/special', undefined],
    ['GET', '/api/things/a%20b%C3%A9', 'GET /api/things/{id}', { id: 'a bé' }],
    ['GET', '/api/things/one/parts/two', 'GET /api/things/{id}/parts/{part}', { id: 'one', part: 'two' }],
    ['GET', '/api/files/a/b/c.txt', 'GET /api/files/{path+}', { path: 'a/b/c.txt' }],
    ['DELETE', '/api/open', 'ANY /api/open', undefined],
  ])('%s %s is routed to %s', async (method, path, routeKey, pathParameters) => {
    const event = await eventOf(path, { method })
    expect({ routeKey: event.routeKey, pathParameters: event.pathParameters }).toEqual({ routeKey, pathParameters })
  })

  it.each([
    ['GET', '/'],
    ['GET', '/api'],
    ['GET', '/api/things'],
    ['GET', '/api/things/'],
    ['GET', '/api/things/one/'],
    ['POST', '/api/things/one'],
    ['HEAD', '/api/things/one'],
    ['GET', '/API/things/one'],
    ['GET', '/api/things/one%2Ftwo'],
    ['GET', '/api/files'],
  ])('%s %s is not found', async (method, path) => {
    const { status, text, headers } = await ask(path, { method })
    expect([status, text, headers['content-type']]).toEqual([404, '{"message":"Not Found"}', 'application/json'])
  })

  it('with an empty part in their path are rejected, as in API Gateway', () => {
    const other = readServing()
    const route = other.ofType('AWS::ApiGatewayV2::Route')[0]
    Object.assign(route?.properties ?? {}, { RouteKey: 'GET /api/things/' })
    const start = () =>
      httpApi({
        assembly: other,
        api: onlyResource(other, 'AWS::ApiGatewayV2::Api'),
        invoke: functions.invoke,
        clock,
        jwks: () => ({ keys: [] }),
      })
    expect(start).toThrow('The route GET /api/things/: part of the given route key path is empty.')
  })

  it('reject a path that cannot be decoded', async () => {
    expect((await ask('/api/things/%E0%A4%A')).status).toBe(400)
  })
})

describe('the event', () => {
  it('has payload format 2.0, with the time of the clock', async () => {
    clock.set('2026-03-08T08:00:00.250Z')
    const apiId = assembly.physicalId(onlyResource(assembly, 'AWS::ApiGatewayV2::Api'))
    const event = await eventOf('/api/things/a%20b?x=1&y=a%20b&x=2&z', {
      headers: { host: 'ignored', 'user-agent': 'a test', accept: 'a,b', cookie: 'one=1; two=2', connection: 'close' },
    })
    expect(event).toEqual({
      version: '2.0',
      routeKey: 'GET /api/things/{id}',
      rawPath: '/api/things/a b',
      rawQueryString: 'x=1&y=a%20b&x=2&z',
      cookies: ['one=1', 'two=2'],
      headers: {
        accept: 'a,b',
        'content-length': '0',
        host: `${apiId}.execute-api.us-east-1.amazonaws.com`,
        'user-agent': 'a test',
        'x-amzn-trace-id': expect.stringMatching(/^Root=1-69ad2c80-[0-9a-f]{24}$/),
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-port': '443',
        'x-forwarded-proto': 'https',
      },
      queryStringParameters: { x: '1,2', y: 'a b', z: '' },
      requestContext: {
        accountId: assembly.account,
        apiId,
        domainName: `${apiId}.execute-api.us-east-1.amazonaws.com`,
        domainPrefix: apiId,
        http: {
          method: 'GET',
          path: '/api/things/a b',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'a test',
        },
        requestId: expect.stringMatching(/=$/),
        routeKey: 'GET /api/things/{id}',
        stage: '$default',
        time: '08/Mar/2026:08:00:00 +0000',
        timeEpoch: Date.parse('2026-03-08T08:00:00.250Z'),
      },
      pathParameters: { id: 'a b' },
      isBase64Encoded: false,
    })
  })

  it.each([
    ['application/json', false],
    ['application/json; charset=utf-8', false],
    ['text/plain', false],
    ['application/xml', false],
    ['application/x-www-form-urlencoded', true],
    ['application/problem+json', true],
    ['multipart/form-data; boundary=x', true],
    ['image/png', true],
    [undefined, true],
  ])('with a body of type %s is in base64: %s', async (type, isBase64Encoded) => {
    const event = await eventOf('/api/open', {
      method: 'POST',
      headers: type ? { 'content-type': type } : {},
      body: Buffer.from('{"é":1}'),
    })
    expect({ body: event.body, isBase64Encoded: event.isBase64Encoded }).toEqual({
      isBase64Encoded,
      body: isBase64Encoded ? Buffer.from('{"é":1}').toString('base64') : '{"é":1}',
    })
  })
})

describe('responses', () => {
  it.each([
    [{ plain: 'object' }, 200, 'application/json', '{"plain":"object"}'],
    ['words', 200, 'application/json', 'words'],
    [null, 200, 'application/json', 'null'],
    [{ statusCode: 201, body: 'made' }, 201, 'text/plain;charset=utf-8', 'made'],
    [{ statusCode: '202', headers: { 'Content-Type': 'text/css' }, body: 'a{}' }, 202, 'text/css', 'a{}'],
    [
      { statusCode: 200, isBase64Encoded: true, body: Buffer.from('bytes').toString('base64') },
      200,
      'text/plain;charset=utf-8',
      'bytes',
    ],
    [{ statusCode: 204 }, 204, 'text/plain;charset=utf-8', ''],
  ])('from %j', async (answer, status, type, text) => {
    const got = await answering(answer)
    expect([got.status, got.headers['content-type'], got.text]).toEqual([status, type, text])
    expect(got.headers['apigw-requestid']).toMatch(/=$/)
  })

  it('have the cookies and headers of the function, with lowercase names', async () => {
    const { headers } = await answering({
      statusCode: 200,
      headers: { 'X-One': 1, Connection: 'close' },
      cookies: ['a=1', 'b=2; Path=/'],
      body: '',
    })
    expect(headers).toMatchObject({ 'x-one': '1', 'set-cookie': ['a=1', 'b=2; Path=/'] })
    expect(headers).not.toHaveProperty('connection')
  })

  it.each([
    [{ statusCode: 'many' }],
    [{ statusCode: 42 }],
    [{ statusCode: 200, body: { not: 'text' } }],
    [{ statusCode: 200, headers: 'none' }],
    [{ statusCode: 200, cookies: 'a=1' }],
  ])('that are invalid are a 500: %j', async (answer) => {
    const { status, text } = await answering(answer)
    expect([status, text]).toEqual([500, '{"message":"Internal Server Error"}'])
  })

  it.each(['throw', 'exit', 'large&size=7000000'])('of a function that fails are a 500: %s', async (act) => {
    const { status, text } = await ask(`/api/open?do=${act}`)
    expect([status, text]).toEqual([500, '{"message":"Internal Server Error"}'])
  })

  it('are a 500 after the function’s timeout, and a 503 after the integration’s', async () => {
    expect(await ask('/api/hasty?do=sleep&milliseconds=1500')).toMatchObject({
      status: 500,
      text: '{"message":"Internal Server Error"}',
    })
    expect(await ask('/api/hurried?do=sleep&milliseconds=500')).toMatchObject({
      status: 503,
      text: '{"message":"Service Unavailable"}',
    })
  })

  it('reject bodies over 10 MB, and request lines and headers over 10,240 bytes', async () => {
    expect(await ask('/api/open', { method: 'POST', body: Buffer.alloc(10 * 1024 * 1024 + 1) })).toMatchObject({
      status: 413,
    })
    expect(await ask('/api/open', { headers: { 'x-long': 'x'.repeat(10_240) } })).toMatchObject({ status: 431 })
    expect(await ask('/api/open', { headers: { 'x-long': 'x'.repeat(10_000) } })).toMatchObject({ status: 200 })
  })
})
