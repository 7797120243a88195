import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { paramNames } from '#shared/api/params.ts'
import { subjectOf } from '#shared/ids.ts'
import { can, isAboutSubject } from '#shared/permissions.ts'
import { invites } from '#functions/table/invites.ts'
import { meOf } from '#functions/table/me.ts'
import { requests } from '#functions/table/requests.ts'
import { update, write } from '#functions/table/table.ts'
import { promised, type Sent, send } from './call.ts'
import { aClub, type Club, newPart, people, stamp } from './club.ts'
import { aJpeg } from './pictures.ts'
import { linkFor } from './today/linking.ts'

/** What the contract promises of every route, whatever it does: derived from it, written once. */

const rightQuery: Record<string, Record<string, string>> = {
  'GET /api/v1/today': { startUtc: '2026-11-21T06:00:00Z' },
  'GET /api/v1/playerEvents': { startUtc: '2026-11-21T06:00:00Z' },
  'GET /rest-api/users/feature-walkthrough': { walkthroughId: 'coachNav' },
  'POST /rest-api/users/update-feature-walkthrough': { walkthroughId: 'coachNav', isCompleted: 'false' },
  'GET /user/updateInviteStatus/{inviteFile}': { format: 'json', status: 'Accepted' },
  'GET /api/v1/teamEventsByMonth/{teamId}': { start: '2026-11-01', end: '2026-12-01' },
}
/** The body itself, or how it is made for a club. */
const rightBody: Record<string, object | ((club: Club) => object)> = {
  'PUT /rest-api/session/profile': { firstName: 'Danley', lastName: 'Jean Jacques' },
  'POST /api/v1/requestInvite': { email: 'coach@club.example', playerName: 'Mia Moreno' },
  'POST /api/v1/requestAccessToTeam': { email: 'coach@club.example', teamName: 'Falcons' },
  'PUT /rest-api/session/avatar': { jpeg: aJpeg().toString('base64') },
  'POST /rest-api/today/one-tap/read': (club) => ({ token: linkFor(club) }),
  'POST /rest-api/today/one-tap/answer': (club) => ({ token: linkFor(club) }),
}
const bodyFor = (key: string, club: Club) => {
  const body = rightBody[key]
  return typeof body === 'function' ? body(club) : body
}
const requestId = `${'x'.repeat(22)}.1.20261121T180000000Z`
/** What has to be there for a right request to find. */
const before: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  'DELETE /rest-api/today/requests/{requestId}': (userId) =>
    write(
      stamp,
      requests.create({
        userId,
        requestId,
        askedBy: 'u',
        name: 'Paula',
        email: 'p@c.test',
        askedAt: '2026-11-20T18:00:00Z',
      }),
    ),
  'POST /rest-api/today/one-tap/answer': (_as, club) =>
    update(
      stamp,
      invites.change({ inviteId: club.invite(club.mia) }, { set: { status: 'Pending', answerId: 'unanswered' } }),
    ),
}
const paramsOf = (club: Club): Record<string, string> => ({
  orgId: club.organizationId,
  teamId: club.falcons.teamId,
  playerId: club.mia.playerId,
  eventId: club.game.eventId,
  inviteFile: `${club.invite(club.mia)}.json`,
  requestId,
})
const paramsFor = (key: string, all: Record<string, string>) =>
  Object.fromEntries(paramNames(key).map((name) => [name, all[name] ?? '']))
const asked = (key: string, club: Club, more: Partial<Sent> = {}): Sent => ({
  as: undefined,
  query: rightQuery[key],
  body: bodyFor(key, club),
  ...paramsFor(key, paramsOf(club)),
  ...more,
})

let club: Club
let other: Club
beforeAll(async () => {
  club = await aClub()
  other = await aClub()
})

describe.each(routes)('$key', ({ key, route }) => {
  it('is refused without a token, unless it is open to anyone', async () => {
    if (route.can === 'anyone') await before[key]?.('', club)
    const { status, refusal } = await send(key, asked(key, club))
    expect([status, refusal.code]).toEqual(route.can === 'anyone' ? [200, undefined] : [401, 'not_signed_in'])
  })

  it.each(people)('lets in a %s exactly when the rule does', async (name) => {
    const as = club.user(name)
    const { access } = await meOf({ userId: as })
    const id =
      route.subject && paramsFor(key, paramsOf(club))[route.subject.split('.')[1] ?? '']?.replace(/\.json$/, '')
    const { allowed } = can({ access, groups: [] }, route.can, id ? subjectOf(id) : undefined)
    await before[key]?.(as, club)
    const { status, refusal } = await send(key, asked(key, club, { as }))
    expect([status, refusal.code]).toEqual(allowed ? [200, undefined] : [403, 'not_allowed'])
  })

  it('lets no administrator of another club in', async () => {
    if (!route.subject) return expect(route.can).not.toSatisfy(isAboutSubject)
    const { status } = await send(key, asked(key, club, { as: other.user('admin') }))
    expect(status).toBe(403)
  })

  it('answers with what it promises and nothing more', async () => {
    await before[key]?.(club.user('admin'), club)
    const { status, body } = await send(key, asked(key, club, { as: club.user('admin') }))
    expect(status).toBe(200)
    expect(promised(route, body)).toEqual(body)
    expect(JSON.stringify(body)).not.toMatch(/"(pk|sk|kind|at|version|answeredBy)":/)
  })

  it('is never kept by a cache', async () => {
    const { headers } = await send(key, asked(key, club, { as: club.user('admin') }))
    expect(headers['cache-control']).toBe('no-store')
  })

  describe.each(paramNames(key))('{%s}', (name) => {
    const wrong: [string, string | undefined][] = [
      ['a separator of keys', `${newPart('o')}#${newPart('t')}`],
      ['a control character', `${newPart('o')}\u0000`],
      ['a line break', `${newPart('o')}\n`],
      ['a path', '../../etc/passwd'],
      ['far too much', 'o'.repeat(5000)],
      ['nothing', ''],
      ['no value at all', undefined],
      ['half a character', '\ud800'],
    ]
    it.each(wrong)('is not found when it is %s', async (_what, value) => {
      const { status, refusal } = await send(key, asked(key, club, { as: club.user('admin'), [name]: value }))
      expect([status, refusal.code]).toEqual([404, 'not_found'])
    })
    it('is not found when it is an id of another kind', async () => {
      const right = paramsOf(club)[name]
      const others = Object.values(paramsOf(club)).filter((id) => id !== right)
      for (const id of others) {
        const { status } = await send(key, asked(key, club, { as: club.user('admin'), [name]: id }))
        expect(status).toBe(404)
      }
    })
    it('is not found, or not allowed, when there is no such thing', async () => {
      const made = paramsOf({ ...club, falcons: { ...club.falcons, teamId: `${club.organizationId}.${newPart('t')}` } })
      const missing = { ...made, eventId: `${club.falcons.teamId}.${newPart('e')}` }
      const gone = { ...missing, inviteFile: `${missing.eventId}.${club.mia.playerId.split('.')[1]}.json` }[name]
      const { status } = await send(key, asked(key, club, { as: club.user('admin'), [name]: gone }))
      expect(status).toBe(404)
    })
  })
})
