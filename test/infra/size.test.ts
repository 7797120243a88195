import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { isMedia } from '#shared/api/media.ts'
import { routes } from '#shared/api/index.ts'
import { problems } from '#shared/sentences.ts'
import { maxBytes } from '#functions/http/input.ts'

type Request = { uri?: string; headers: Record<string, { value: string }> }
type Answer = { statusCode: number; headers: Request['headers']; body: string }
const source = readFileSync(new URL('../../infra/size.js', import.meta.url), 'utf8')
/** Runs the function as CloudFront does: the source defines `handler`, without any of Node's globals. */
const handler = runInNewContext(`${source}; handler`) as (event: { request: Request }) => Request | Answer

const sent = (length: number | undefined, type = 'application/json'): Request => ({
  headers: {
    'content-type': { value: type },
    ...(length !== undefined && { 'content-length': { value: String(length) } }),
  },
})
const passes = (request: Request) => handler({ request }) === request
const form = 'multipart/form-data; boundary=x'

test('passes what the API takes: no body, JSON, and forms with files', () => {
  expect(passes({ headers: {} })).toBe(true)
  expect(passes(sent(undefined))).toBe(true)
  expect(passes(sent(maxBytes))).toBe(true)
  expect(passes(sent(4 * 1024 * 1024, form))).toBe(true)
  for (const { route } of routes)
    if (isMedia(route.body)) expect(passes(sent(route.body.maxBytes, route.body.as === 'raw' ? '' : form))).toBe(true)
})

test.each([
  [512 * 1024 + 1, 'application/json'],
  [9_000_000, 'application/json'],
  [9_000_000, ''],
  [4 * 1024 * 1024 + 1, form],
])('refuses %d bytes of %j in the words of the API', (length, type) => {
  const { statusCode, headers, body } = handler({ request: sent(length, type) }) as Answer
  const [status, message] = problems.too_large
  expect([statusCode, JSON.parse(body)]).toEqual([status, { code: 'too_large', message }])
  expect(headers).toMatchObject({
    'content-type': { value: 'application/json' },
    'cache-control': { value: 'no-store' },
  })
})

test('lets nothing through that Lambda does not take, however it grows on its way', () => {
  const lambda = 6 * 1024 * 1024
  expect(Math.ceil((4 * 1024 * 1024) / 3) * 4).toBeLessThan(lambda)
  expect(512 * 1024 * 6).toBeLessThan(lambda)
})

test('leaves out a slash at the end of an address, for the gateway takes no route that ends in one', () => {
  const led = (uri: string) => (handler({ request: { uri, headers: {} } }) as Request).uri
  for (const { key } of routes) {
    const [, path = ''] = key.split(' ')
    expect(led(path)).toBe(path.replace(/\/$/, ''))
  }
  expect(routes.filter(({ key }) => key.endsWith('/'))).not.toEqual([])
  expect(led('/')).toBe('/')
})

test('leads what is asked by an access token to the function that knows those, and nothing else', () => {
  const asked = (authorization: string, length?: number): Request => ({
    uri: '/api/v1/team/x',
    headers: { ...sent(length).headers, authorization: { value: authorization } },
  })
  const led = (authorization: string) => (handler({ request: asked(authorization) }) as Request).uri
  expect(led('Bearer tlp_o00000000000_T_s')).toBe('/token/api/v1/team/x')
  expect(led('bearer  tlp_x')).toBe('/token/api/v1/team/x')
  expect(led('Bearer eyJhbGciOi.tlp_')).toBe('/api/v1/team/x')
  expect((handler({ request: asked('Bearer tlp_x', 512 * 1024 + 1) }) as Answer).statusCode).toBe(413)
})
