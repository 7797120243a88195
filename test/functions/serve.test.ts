import { format } from 'node:util'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
} from 'aws-lambda'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { maxBytes } from '#functions/http/input.ts'
import { serve } from '#functions/serve.ts'
import type { Area } from '#shared/api/route.ts'
import { aClub, type Club } from './club.ts'

/** An area of this test, for body handling and permission cases that no product area covers. */
const area = {
  'POST /teams/{teamId}/notes': {
    can: 'canEditTeam',
    subject: 'body.teamId',
    does: 'Takes a note.',
    body: z.object({ teamId: z.string(), text: z.string().check(z.maxLength(100)), count: z.optional(z.int()) }),
    returns: z.object({ text: z.string() }),
  },
  'GET /open': { can: 'anyone', does: 'Answers anyone.', returns: z.object({ now: z.string() }) },
  'GET /broken': { can: 'anyone', does: 'Breaks its promise.', returns: z.object({ number: z.int() }) },
  'GET /failing': { can: 'anyone', does: 'Fails.', returns: z.object({}) },
  'POST /players/{playerId}': {
    can: 'canEditPlayers',
    subject: 'path.playerId',
    team: 'body.teamId',
    does: 'Edits a player.',
    body: z.object({ teamId: z.optional(z.string()), others: z.optional(z.array(z.object({ id: z.string() }))) }),
    returns: z.object({}),
  },
  'GET /early': {
    can: 'canEditTeam',
    does: 'Forgets its subject, and starts early.',
    early: true,
    returns: z.object({}),
  },
  'GET /forgotten': { can: 'canEditTeam', does: 'Names no subject.', returns: z.object({}) },
} as const satisfies Area

const handled: string[] = []
const handler = serve(area, {
  'POST /teams/{teamId}/notes': async ({ body, userId }) => {
    handled.push(userId)
    return { ...body, secret: 'not promised' }
  },
  'GET /open': async ({ now, userId }) => ({ now: `${now} ${String(userId)}` }),
  'GET /broken': async () => ({ number: 'secret of ours' as unknown as number }),
  'GET /failing': async () => {
    // Like errors of the SDK: with the request in the message, and the response beside it.
    const error = new Error('One or more values are invalid: Mia has asthma')
    const thrown = { name: 'ValidationException', Item: { firstName: 'Mia' }, cause: new Error('asthma') }
    throw Object.assign(error, thrown, passing)
  },
  'POST /players/{playerId}': async () => ({}),
  'GET /early': async ({ userId }) => {
    handled.push(userId)
    throw new Error('whatever a refused caller’s read meets')
  },
  'GET /forgotten': async ({ userId }) => {
    handled.push(userId)
    return {}
  },
})

/** Extra properties of the thrown error, as the SDK adds them. */
let passing: object = {}

async function ask(
  key: string,
  event: { as?: string; use?: string; params?: object; body?: string; base64?: boolean } = {},
) {
  const result: Result = await handler(
    {
      routeKey: key,
      headers: {},
      pathParameters: event.params,
      body: event.body,
      isBase64Encoded: event.base64 ?? false,
      requestContext: {
        timeEpoch: Date.parse('2026-11-21T18:00:00Z'),
        ...(event.as && { authorizer: { jwt: { claims: { sub: event.as, token_use: event.use ?? 'access' } } } }),
      },
    } as unknown as Event,
    {} as never,
  )
  return {
    status: result.statusCode,
    body: JSON.parse(result.body ?? '') as Record<string, unknown>,
    text: result.body ?? '',
  }
}
const NOTES = 'POST /teams/{teamId}/notes'

describe('request', () => {
  it('gets its arrival time, and no user on an open route', async () => {
    expect((await ask('GET /open')).body).toEqual({ now: '2026-11-21T18:00:00.000Z undefined' })
  })
  it('to a route missing from the contract returns 404, also for names of Object properties', async () => {
    for (const key of ['GET /nothing', 'constructor', 'toString', '__proto__'])
      expect((await ask(key)).status).toBe(404)
  })
  it('whose response breaks the contract returns 500 without the response', async () => {
    const { status, text } = await ask('GET /broken')
    expect(status).toBe(500)
    expect(text).not.toContain('secret')
  })
  it('that fails unexpectedly is logged by error name and stack, without the message', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect((await ask('GET /failing')).status).toBe(500)
    const lines = said.mock.calls.map((each) => format(...each)).join('\n')
    said.mockRestore()
    expect(lines).toMatch(/^ValidationException\n {4}at .*serve\.test\.ts/)
    expect(lines).not.toMatch(/Mia|asthma/)
    // The line that a canary counts; refusals do not log it.
    expect(lines).toMatch(/\nVersion \S+ failed by a fault of ours\.$/)
  })
  it.each([
    ['does not respond', { name: 'Error', code: 'ECONNRESET' }],
    ['cannot be reached', { name: 'Error', code: 'ECONNREFUSED' }],
    ['responds with a server error', { name: 'InternalServerError', $metadata: { httpStatusCode: 500 } }],
    ['throttles', { name: 'ThrottlingException', $metadata: { httpStatusCode: 400 } }],
  ])('that fails because AWS %s returns 503 busy', async (_, thrown) => {
    passing = thrown
    const { status, body } = await ask('GET /failing')
    passing = {}
    expect([status, body.code]).toEqual([503, 'busy'])
  })
  it('that is rejected logs no error', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect((await ask('GET /nothing')).status).toBe(404)
    expect(said).not.toHaveBeenCalled()
    said.mockRestore()
  })
  it('to a route without a subject is rejected for everybody', async () => {
    const club = await aClub()
    expect((await ask('GET /forgotten', { as: club.user('admin') })).status).toBe(403)
  })
  it('is handled only once permitted, or early without revealing the handler’s error to a rejected caller', async () => {
    const club = await aClub()
    expect((await ask('GET /forgotten', { as: club.user('coach') })).status).toBe(403)
    expect(handled).not.toContain(club.user('coach'))
    expect((await ask('GET /early', { as: club.user('coach') })).body['code']).toBe('not_allowed')
    expect(handled).toContain(club.user('coach'))
  })
})

describe('player', () => {
  const edit = async (club: Club, as: string, playerId: string, body: object) =>
    (await ask('POST /players/{playerId}', { as: club.user(as), params: { playerId }, body: JSON.stringify(body) }))
      .status

  it('can be edited by the coaches of a named team that the player is on, and by administrators', async () => {
    const club = await aClub()
    const { falcons, otters, mia, sam } = club
    expect(await edit(club, 'coach', mia.playerId, { teamId: falcons.teamId })).toBe(200)
    expect(await edit(club, 'coach', mia.playerId, {})).toBe(403)
    expect(await edit(club, 'coach', sam.playerId, { teamId: falcons.teamId })).toBe(403)
    expect(await edit(club, 'coach', sam.playerId, { teamId: otters.teamId })).toBe(403)
    expect(await edit(club, 'admin', sam.playerId, {})).toBe(200)
    expect(await edit(club, 'parent', mia.playerId, { teamId: falcons.teamId })).toBe(403)
  })

  it('returns 404 together with an id of another club, at any depth', async () => {
    const [club, other] = [await aClub(), await aClub()]
    const { playerId } = club.mia
    expect(await edit(club, 'admin', playerId, { teamId: other.falcons.teamId })).toBe(404)
    const ids = [other.organizationId, other.mia.playerId, other.game.eventId, other.invite(other.mia)]
    for (const id of ids) expect(await edit(club, 'admin', playerId, { others: [{ id: playerId }, { id }] })).toBe(404)
    expect(await edit(club, 'admin', playerId, { others: [{ id: club.sam.playerId }, { id: 'o' }] })).toBe(200)
    expect(await edit(other, 'admin', playerId, {})).toBe(403)
  })
})

describe('ID token', () => {
  it('is rejected with 401', async () => {
    const club = await aClub()
    const { status } = await ask('GET /forgotten', { as: club.user('admin'), use: 'id' })
    expect(status).toBe(401)
  })
})

describe('request body', () => {
  it('is parsed as plain or base64 JSON; fields outside the contract are dropped', async () => {
    const { organizationId, falcons, user } = await aClub()
    const body = JSON.stringify({ teamId: falcons.teamId, text: 'Bring “water” 💧', more: 1 })
    const sent = { as: user('admin'), params: { teamId: falcons.teamId } }
    expect((await ask(NOTES, { ...sent, body })).body).toEqual({ text: 'Bring “water” 💧' })
    expect((await ask(NOTES, { ...sent, body: Buffer.from(body).toString('base64'), base64: true })).status).toBe(200)
    expect(organizationId).toBeTruthy()
  })

  it('determines the team whose rights count; a write is not handled for a caller without them', async () => {
    const club = await aClub()
    const other = await aClub()
    const body = JSON.stringify({ teamId: other.falcons.teamId, text: 'x' })
    expect((await ask(NOTES, { as: club.user('admin'), params: { teamId: club.falcons.teamId }, body })).status).toBe(
      403,
    )
    expect(handled).not.toContain(club.user('admin'))
  })

  it.each([
    ['missing', undefined],
    ['not JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['with a field that is too long', JSON.stringify({ teamId: 'x', text: 'x'.repeat(101) })],
    ['with a control character', JSON.stringify({ teamId: 'x', text: '\u0000' })],
    ['with an unpaired surrogate in the name of an unknown field', '{"teamId":"TEAM","text":"x","\\ud83d":1}'],
    ['with an unpaired surrogate', '{"teamId":"x","text":"\\ud800"}'],
    ['nested too deeply', '['.repeat(100_000)],
    ['with an object that has a length', '{"teamId":"x","text":{"length":{"toString":"x"}}}'],
    ['with the largest safe integer', '{"teamId":"x","text":"x","count":9007199254740991}'],
  ])('that is %s is rejected with 400', async (_what, sent) => {
    const { user, falcons } = await aClub()
    const body = sent?.replace('TEAM', falcons.teamId)
    const { status, body: refusal } = await ask(NOTES, { as: user('admin'), params: { teamId: falcons.teamId }, body })
    expect([status, refusal['code']]).toEqual([400, 'bad_request'])
  })

  it('that is too large is rejected with 413', async () => {
    const { user, falcons } = await aClub()
    const body = JSON.stringify({ teamId: falcons.teamId, text: 'x'.repeat(maxBytes) })
    expect((await ask(NOTES, { as: user('admin'), params: { teamId: falcons.teamId }, body })).status).toBe(413)
  })

  it('causes no server error for 300 random bodies', async () => {
    const { user, falcons } = await aClub()
    const anything = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.record({ teamId: fc.string(), text: fc.anything() }).map((v) => JSON.stringify(v)),
    )
    await fc.assert(
      fc.asyncProperty(anything, fc.boolean(), async (body, base64) => {
        const { status } = await ask(NOTES, { as: user('admin'), params: { teamId: falcons.teamId }, body, base64 })
        expect([200, 400, 403, 413]).toContain(status)
      }),
      { numRuns: 300 },
    )
  })
})
