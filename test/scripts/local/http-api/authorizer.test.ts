import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClock } from '#scripts/local/clock.ts'
import { type Functions, startFunctions } from '#scripts/local/services/lambda/startFunctions.ts'
import type { Origin } from '#scripts/local/http.ts'
import { httpApi } from '#scripts/local/services/http-api/httpApi.ts'
import type { Assembly } from '#scripts/local/types.ts'
import { newFolder } from '../fixtures/serving/folder.ts'
import { onlyResource, readServing } from '../fixtures/serving/read.ts'
import { newSigner } from '../fixtures/serving/tokens.ts'

// Only moves when it is set.
const clock = createClock(() => 0)
const signer = newSigner()
let assembly: Assembly
let functions: Functions
let api: Origin
let issuer: string
let clientId: string

beforeAll(() => {
  assembly = readServing()
  issuer = `https://cognito-idp.us-east-1.amazonaws.com/${assembly.physicalId(onlyResource(assembly, 'AWS::Cognito::UserPool'))}`
  clientId = assembly.physicalId(onlyResource(assembly, 'AWS::Cognito::UserPoolClient'))
  const log = () => undefined
  functions = startFunctions({ assembly, gateEndpoint: 'http://127.0.0.1:9', dir: newFolder(), clock, log })
  const { invoke } = functions
  api = httpApi({
    assembly,
    api: onlyResource(assembly, 'AWS::ApiGatewayV2::Api'),
    invoke,
    clock,
    jwks: () => signer.jwks,
  })
})
afterAll(() => functions.close())

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const {
    status,
    headers: answered,
    body,
  } = await api({ method: 'GET', path, query: '', headers, body: Buffer.alloc(0) })
  return { status, headers: answered, text: body.toString() }
}

describe('the JWT authorizer', () => {
  const start = '2026-06-11T18:00:00Z'
  const seconds = Date.parse(start) / 1000
  const access = (more: Record<string, unknown> = {}) => ({
    iss: issuer,
    client_id: clientId,
    sub: 'someone',
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    'cognito:groups': ['ROLE_SALES', 'ROLE_ADMIN'],
    iat: seconds,
    exp: seconds + 3600,
    ...more,
  })
  const withToken = (token: string, target = '/api/mine') => ask(target, { authorization: token })
  beforeEach(() => clock.set(start))

  it('passes on the claims as strings', async () => {
    const { text } = await withToken(`Bearer ${signer.sign(access({ nothing: null, deep: { a: [1] }, yes: true }))}`)
    const { event } = JSON.parse(text) as { event: { requestContext: { authorizer: unknown } } }
    expect(event.requestContext.authorizer).toEqual({
      jwt: {
        claims: {
          iss: issuer,
          client_id: clientId,
          sub: 'someone',
          token_use: 'access',
          scope: 'aws.cognito.signin.user.admin',
          'cognito:groups': '[ROLE_SALES ROLE_ADMIN]',
          iat: String(seconds),
          exp: String(seconds + 3600),
          deep: '{"a":[1]}',
          yes: 'true',
        },
        scopes: null,
      },
    })
  })

  it('accepts the token without “Bearer”, and an id token by its audience', async () => {
    expect((await withToken(signer.sign(access()))).status).toBe(200)
    expect(
      (await withToken(signer.sign(access({ client_id: undefined, aud: clientId, token_use: 'id' })))).status,
    ).toBe(200)
  })

  const refused: [string, () => string | undefined, string?][] = [
    ['no token', () => undefined, 'Bearer'],
    ['an empty token', () => 'Bearer ', 'Bearer'],
    ['a token that is not a JWT', () => 'Bearer abc'],
    ['a token of another pool', () => `Bearer ${signer.sign(access({ iss: `${issuer}x` }))}`],
    ['a token signed with another key', () => `Bearer ${newSigner().sign(access())}`],
    ['an unknown key id', () => `Bearer ${signer.sign(access(), { kid: 'key-2' })}`],
    ['an unsigned token', () => `Bearer ${signer.sign(access(), { alg: 'none' })}`],
    ['a symmetric signature', () => `Bearer ${signer.sign(access(), { alg: 'HS256' })}`],
    ['a token of another client', () => `Bearer ${signer.sign(access({ client_id: 'another' }))}`],
    ['an id token for another client', () => `Bearer ${signer.sign(access({ aud: 'another' }))}`],
    ['a token without a client', () => `Bearer ${signer.sign(access({ client_id: undefined }))}`],
    ['an expired token', () => `Bearer ${signer.sign(access({ exp: seconds }))}`],
    ['a token without an expiry', () => `Bearer ${signer.sign(access({ exp: undefined }))}`],
    ['a token that is not valid yet', () => `Bearer ${signer.sign(access({ nbf: seconds + 60 }))}`],
    ['a token issued in the future', () => `Bearer ${signer.sign(access({ iat: seconds + 60 }))}`],
    ['a token changed after signing', () => `Bearer ${tampered(signer.sign(access()))}`],
  ]
  it.each(refused)('rejects %s', async (_, token, challenge) => {
    const authorization = token()
    const { status, text, headers } = await ask('/api/mine', authorization === undefined ? {} : { authorization })
    expect([status, text]).toEqual([401, '{"message":"Unauthorized"}'])
    expect(headers['www-authenticate']).toMatch(challenge ? /^Bearer$/ : /^Bearer scope="" error="invalid_token"/)
  })

  it('uses the local cloud’s clock', async () => {
    const token = signer.sign(access())
    clock.set('2026-06-11T18:59:59Z')
    expect((await withToken(token)).status).toBe(200)
    clock.set('2026-06-11T19:00:00Z')
    expect((await withToken(token)).status).toBe(401)
  })

  it('requires one of the route’s scopes', async () => {
    const token = signer.sign(access())
    expect((await withToken(token, '/api/scoped')).status).toBe(200)
    expect(await withToken(token, '/api/other')).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' })
  })
})

function tampered(token: string): string {
  const [header, claims = '', signature] = token.split('.')
  const changed = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), sub: 'somebody else' }
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}
