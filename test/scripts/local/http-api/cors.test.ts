import { describe, expect, it } from 'vitest'
import { corsHeaders, preflight } from '#scripts/local/services/http-api/cors.ts'

const cors = {
  AllowOrigins: ['https://one.example', 'https://*'],
  AllowMethods: ['GET', 'POST'],
  AllowHeaders: ['authorization'],
  MaxAge: 60,
}
const asking = (origin: string, more = {}) => ({
  method: 'OPTIONS',
  path: '/',
  query: '',
  headers: { origin, 'access-control-request-method': 'POST' },
  body: Buffer.alloc(0),
  ...more,
})

describe('an API with a CORS configuration', () => {
  it('responds to preflight requests itself, for the allowed origins', () => {
    expect(preflight(cors, asking('https://two.example'))).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://two.example',
        'access-control-allow-methods': 'GET,POST',
        'access-control-allow-headers': 'authorization',
        'access-control-max-age': '60',
      },
    })
    expect(preflight(cors, asking('http://two.example'))).toMatchObject({ status: 204, headers: {} })
  })

  it('ignores every other request', () => {
    expect(preflight(cors, asking('https://one.example', { method: 'GET' }))).toBeUndefined()
    expect(preflight(cors, asking('https://one.example', { headers: {} }))).toBeUndefined()
  })

  it('returns the headers for the request’s origin', () => {
    expect(corsHeaders(cors, 'http://elsewhere.example')).toEqual({})
    expect(corsHeaders(cors, undefined)).toEqual({})
    expect(corsHeaders({ AllowOrigins: ['*'], ExposeHeaders: ['x-one', 'x-two'] }, 'http://a.example')).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'x-one,x-two',
      vary: 'origin',
    })
    expect(
      corsHeaders({ AllowOrigins: ['https://one.example'], AllowCredentials: true }, 'https://one.example'),
    ).toEqual({
      'access-control-allow-origin': 'https://one.example',
      'access-control-allow-credentials': 'true',
      vary: 'origin',
    })
  })
})
