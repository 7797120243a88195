import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
} from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { serve } from '#functions/serve.ts'
import { id } from '#shared/api/fields.ts'
import { file, multipart, raw, upload } from '#shared/api/media.ts'
import type { Area } from '#shared/api/route.ts'
import { Problem } from '#shared/problems.ts'
import { aClub } from './club.ts'

/** An area of this test, with a route for every kind of body and response. */
const area = {
  'POST /form/{teamId}': {
    can: 'canEditTeam',
    subject: 'path.teamId',
    does: 'Takes a form.',
    body: multipart(
      z.object({
        title: z.string().check(z.maxLength(20)),
        tag: z.optional(z.array(z.string())),
        playerId: z.optional(id('player')),
        picture: z.optional(upload(['image/png'], 100)),
      }),
      4000,
    ),
    returns: z.object({ title: z.string(), tags: z.int(), bytes: z.array(z.int()), name: z.string() }),
  },
  'POST /hook': { can: 'webhook', does: 'Is told of.', body: raw(50), returns: z.object({ told: z.string() }) },
  'GET /list': { can: 'anyone', does: 'Gives a file.', returns: file('text/csv') },
  'GET /bytes': { can: 'anyone', does: 'Gives a file of bytes.', returns: file('application/pdf') },
  'GET /large': { can: 'anyone', does: 'Gives a large table.', returns: file('text/csv') },
  'GET /long': { can: 'anyone', does: 'Answers at length.', returns: z.object({ text: z.string() }) },
} as const satisfies Area

const long = 'Springfield FC '.repeat(200)
async function* lines() {
  yield 'name\n'
  yield new TextEncoder().encode('Zoë\n')
}
const handler = serve(area, {
  'POST /form/{teamId}': async ({ body: { title, tag = [], picture } }) => ({
    title,
    tags: tag.length,
    bytes: [...(picture?.bytes ?? [])],
    name: picture?.name ?? '',
  }),
  'POST /hook': {
    verify: ({ bytes, headers, now }) => {
      if (headers['signature'] !== `${bytes.length} ${now}`) throw new Problem('not_signed_in')
      return Buffer.from(bytes).toString()
    },
    handle: async ({ message }) => ({ told: String(message) }),
  },
  'GET /list': async () => ({ name: 'Spieler “Ü8”.csv', content: lines() }),
  'GET /bytes': async () => ({ name: 'receipt.pdf', content: Uint8Array.of(0, 255, 128) }),
  // Encoded as base64, it exceeds the response size limit of Lambda.
  'GET /large': async () => ({ name: 'ledger.csv', content: '2026-11-21,50.00\n'.repeat(300_000) }),
  'GET /long': async () => ({ text: long }),
})

type Sent = { as?: string; teamId?: string; headers?: Record<string, string>; body?: Buffer; url?: boolean }
async function ask(key: string, { as, teamId, headers = {}, body, url = false }: Sent = {}) {
  const [method, path] = key.split(' ')
  const event = {
    routeKey: url ? '$default' : key,
    headers,
    pathParameters: teamId && { teamId },
    body: body?.toString('base64'),
    isBase64Encoded: body !== undefined,
    requestContext: {
      http: { method, path },
      timeEpoch: 0,
      ...(as && { authorizer: { jwt: { claims: { sub: as, token_use: 'access' } } } }),
    },
  } as unknown as Event
  const result: Result = await handler(event, {} as never)
  const bytes = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8')
  return { status: result.statusCode, headers: result.headers ?? {}, bytes }
}
const read = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString()) as Record<string, unknown>

const FORM = 'POST /form/{teamId}'
/** A form as browsers encode it. */
async function formOf(fields: [string, string | Blob, string?][]) {
  const form = new FormData()
  for (const [name, value, fileName] of fields)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, fileName)
  const request = new Response(form)
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  }
}
const picture = (bytes: number, type = 'image/png') => new Blob([new Uint8Array(bytes).fill(7)], { type })

describe('multipart form', () => {
  it('is parsed by the contract: fields, lists and bytes', async () => {
    const club = await aClub()
    const form = await formOf([
      ['title', 'Fünf ⚽'],
      ['tag', 'a'],
      ['tag', 'b'],
      ['picture', picture(3), 'Ü.png'],
    ])
    const answer = await ask(FORM, { as: club.user('admin'), teamId: club.falcons.teamId, ...form })
    expect([answer.status, read(answer)]).toEqual([200, { title: 'Fünf ⚽', tags: 2, bytes: [7, 7, 7], name: 'Ü.png' }])
  })

  it.each<[string, number, [string, string | Blob, string?][]]>([
    ['lacks a field', 400, []],
    ['has a field that is too long', 400, [['title', 'x'.repeat(21)]]],
    ['has a control character', 400, [['title', 'x\u0000']]],
    [
      'repeats a single-valued field',
      400,
      [
        ['title', 'x'],
        ['title', 'y'],
      ],
    ], // prettier-ignore
    [
      'has text in place of a file',
      400,
      [
        ['title', 'x'],
        ['picture', 'y'],
      ],
    ], // prettier-ignore
    [
      'has a file of another type',
      400,
      [
        ['title', 'x'],
        ['picture', picture(3, 'text/html'), 'a.html'],
      ],
    ], // prettier-ignore
    [
      'has a file that is too large',
      400,
      [
        ['title', 'x'],
        ['picture', picture(101), 'a.png'],
      ],
    ], // prettier-ignore
    [
      'is too large',
      413,
      [
        ['title', 'x'],
        ['picture', picture(4001), 'a.png'],
      ],
    ], // prettier-ignore
  ])('is rejected when it %s', async (_what, status, fields) => {
    const club = await aClub()
    const sent = { as: club.user('admin'), teamId: club.falcons.teamId, ...(await formOf(fields)) }
    expect((await ask(FORM, sent)).status).toBe(status)
  })

  it.each([
    ['JSON', 'application/json', '{}'],
    ['URL-encoded', 'application/x-www-form-urlencoded', 'title=x'],
    ['not a form, despite its type', 'multipart/form-data; boundary=x', 'title=x'],
    ['truncated', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nx'],
    ['without a boundary', 'multipart/form-data', '--x--'],
    ['of a type with characters that no header may contain', '\u202emultipart/form-data; boundary=x', '--x--'],
    ['without a type', '', 'x'],
    ['empty', 'multipart/form-data; boundary=x', ''],
  ])('is rejected when it is %s', async (_what, type, body) => {
    const club = await aClub()
    const sent = { as: club.user('admin'), teamId: club.falcons.teamId }
    const answer = await ask(FORM, { ...sent, headers: { 'content-type': type }, body: Buffer.from(body) })
    expect([answer.status, read(answer)['code']]).toEqual([400, 'bad_request'])
  })

  it('returns 404 for an id of another club, although the caller may edit this team', async () => {
    const [club, other] = [await aClub(), await aClub()]
    const sent = { as: club.user('admin'), teamId: club.falcons.teamId }
    const statusWith = async (playerId: string) =>
      (
        await ask(FORM, {
          ...sent,
          ...(await formOf([
            ['title', 'x'],
            ['playerId', playerId],
          ])),
        })
      ).status // prettier-ignore
    expect(await statusWith(club.mia.playerId)).toBe(200)
    expect(await statusWith(other.mia.playerId)).toBe(404)
  })
})

describe('webhook request', () => {
  const body = Buffer.from('{"paid":1}')
  const signature = `${body.length} 1970-01-01T00:00:00.000Z`
  it('is verified and handled as the exact bytes received', async () => {
    const answer = await ask('POST /hook', { body, headers: { signature } })
    expect([answer.status, read(answer)]).toEqual([200, { told: '{"paid":1}' }])
  })
  it('is also accepted by the function’s own URL', async () => {
    expect((await ask('POST /hook', { body, headers: { signature }, url: true })).status).toBe(200)
    expect((await ask('POST /elsewhere', { body, headers: { signature }, url: true })).status).toBe(404)
  })
  it('is rejected when unsigned, altered or too large', async () => {
    expect((await ask('POST /hook', { body })).status).toBe(401)
    expect((await ask('POST /hook', { body: Buffer.from('{}'), headers: { signature } })).status).toBe(401)
    expect((await ask('POST /hook', { body: Buffer.alloc(51), headers: { signature } })).status).toBe(413)
  })
})

describe('file response', () => {
  it('is downloaded under its name as an attachment, whatever its content', async () => {
    const { headers, bytes } = await ask('GET /list')
    expect(bytes.toString()).toBe('name\nZoë\n')
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''Spieler%20%E2%80%9C%C3%9C8%E2%80%9D.csv",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect([...(await ask('GET /bytes')).bytes]).toEqual([0, 255, 128])
  })
})

describe('response encoding', () => {
  const encoded = async (accepted: string | undefined, key = 'GET /long') => {
    const { headers, bytes } = await ask(
      key,
      accepted === undefined ? {} : { headers: { 'accept-encoding': accepted } },
    )
    return { encoding: headers['content-encoding'], vary: headers['vary'], bytes }
  }
  it('compresses with brotli, or else gzip, as the client accepts', async () => {
    const brotli = await encoded('gzip, deflate, BR')
    expect([brotli.encoding, brotli.vary]).toEqual(['br', 'accept-encoding'])
    expect(JSON.parse(brotliDecompressSync(brotli.bytes).toString())).toEqual({ text: long })
    expect(brotli.bytes.length).toBeLessThan(long.length / 10)
    const gzip = await encoded('gzip;q=1.0, br;q=0')
    expect(gzip.encoding).toBe('gzip')
    expect(JSON.parse(gunzipSync(gzip.bytes).toString())).toEqual({ text: long })
  })
  it('does not compress if the client accepts neither, or for short or binary responses', async () => {
    for (const accepted of [undefined, '', 'identity', 'zstd', 'gzip;q=0, br; q=0.0'])
      expect((await encoded(accepted)).encoding).toBeUndefined()
    expect((await encoded('br', 'GET /list')).encoding).toBeUndefined()
    expect((await encoded('br', 'GET /bytes')).encoding).toBeUndefined()
    expect((await encoded('br', 'GET /nowhere')).encoding).toBeUndefined()
  })
  it('returns 413 with a reason when the response exceeds Lambda’s size limit', async () => {
    const gzip = await encoded('gzip', 'GET /large')
    expect([gzip.encoding, gunzipSync(gzip.bytes).length]).toEqual(['gzip', 5_100_000])
    const refused = await ask('GET /large')
    expect([refused.status, read(refused)]).toMatchObject([413, { code: 'answer_too_large' }])
  })
})
