import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { paramNames } from '#shared/api/params.ts'
import { type Kind, kinds } from '#shared/ids.ts'
import { problems } from '#shared/sentences.ts'
import { parseResponse, send } from './call.ts'
import { aClub, type Club, newPart } from './club.ts'
import { linkFor } from './today/answerLinks.ts'

/**
 * Random requests across all routes: whatever is sent, there is no server error and nothing that the contract does not promise.
 * Nearly valid requests are in `hostile`, many more of them. By default a few that are always the same; `RUNS=12000` makes that
 * many, 25 per route, with new ones each time. A failure prints its seed, which `SEED` repeats.
 */
const { RUNS, SEED = RUNS ? undefined : '20261121' } = process.env
const runs = {
  numRuns: Math.ceil(Number(RUNS ?? 1100) / routes.length),
  ...(SEED !== undefined && { seed: Number(SEED) }),
}

let club: Club
let link: string
beforeAll(async () => {
  club = await aClub()
  link = await linkFor(club)
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ maxLength: 80 }),
  fc.constantFrom('', '#', 'null', '0', '-1', '9'.repeat(400), '<script>', '%00', '../..', '٢٠٢٦-١١-٢١'),
)
const date = fc.date({ noInvalidDate: false }).map((d) => (Number.isNaN(d.getTime()) ? 'NaN' : d.toISOString()))
const day = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }))
  .map(([y, m, d]) => `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`)
/** Valid days and instants of any year, in any order. */
const realDay = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
const real = fc.oneof(
  realDay.map((d) => d.toISOString()),
  realDay.map((d) => d.toISOString().slice(0, 10)),
  realDay.map((d) => String(d.getTime())),
  fc.tuple(realDay, fc.bigInt({ min: 0n, max: 10n ** 12n })).map(([d, n]) => `${d.toISOString().slice(0, 19)}.${n}Z`),
)
const shapes: Record<Kind, string> = {
  organization: 'o',
  team: 'ot',
  player: 'op',
  event: 'ote',
  invite: 'otep',
  venue: 'otv',
  file: 'of',
  tag: 'og',
  paymentAccount: 'oa',
  payment: 'oy',
  fee: 'otd',
  playerFee: 'otdp',
  conversation: 'otc',
  invitation: 'oti',
  email: 'otm',
  agreement: 'ow',
  registration: 'otr',
  registrationPlayer: 'otrp',
  storageItem: 'os',
  storageTag: 'ok',
  assignment: 'oth',
  recording: 'otz',
}
const id = fc.constantFrom(...kinds).map((kind) => shapes[kind].split('').map(newPart).join('.'))
const right = () =>
  fc.constantFrom(
    club.falcons.teamId,
    club.mia.playerId,
    club.game.eventId,
    club.invite(club.mia),
    `${club.invite(club.mia)}.json`,
  )
const value = () =>
  fc.oneof(
    text,
    date,
    day,
    id,
    right(),
    fc.integer().map(String),
    fc.constantFrom('Accepted', 'Pending', 'true', 'false', 'coachNav', 'json', '2026-11-21T06:00:00Z', '2026-11-01'),
  )

describe.each(routes)('$key', ({ key, route }) => {
  const params = paramNames(key)
  const known = [
    'startUtc',
    'players',
    'format',
    'status',
    'note',
    'start',
    'end',
    'millis',
    'cursor',
    'page',
    'walkthroughId',
    'isCompleted',
  ]
  it('withstands random requests: no 5xx, and only promised responses', async () => {
    const nearlyRight = fc
      .dictionary(
        fc.constantFrom('email', 'playerName', 'teamName', 'token'),
        fc.oneof(value(), fc.emailAddress(), fc.jsonValue(), fc.constant(link)),
      )
      .map((body) => JSON.stringify(body))
    const request = fc.record({
      as: fc.constantFrom(undefined, club.user('admin'), club.user('parent'), club.user('nobody')),
      query: fc.oneof(
        fc.constant(undefined),
        fc.record(
          { startUtc: real, start: real, end: real, millis: fc.constantFrom('true', 'false') },
          { requiredKeys: [] },
        ),
        fc.dictionary(
          fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: text }),
          value(),
          { maxKeys: 5 },
        ),
      ),
      rawBody: fc.option(fc.oneof(fc.json(), text, nearlyRight), { nil: undefined }),
      ...Object.fromEntries(
        params.map((name) => [name, fc.oneof({ weight: 2, arbitrary: right() }, { weight: 1, arbitrary: value() })]),
      ),
    })
    await fc.assert(
      fc.asyncProperty(request, async (sent) => {
        const { status, body, refusal } = await send(key, sent)
        if (status === 200) expect(parseResponse(route, body)).toEqual(body)
        else expect([status, refusal.message]).toEqual([problems[refusal.code][0], problems[refusal.code][1]])
        expect(status).toBeLessThan(500)
      }),
      runs,
    )
  })
})
