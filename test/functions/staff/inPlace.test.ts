import { beforeAll, describe, expect, it } from 'vitest'
import { inPlaces } from '#functions/table/inPlace.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { routes } from '#shared/api/index.ts'
import { isPersonalRoute } from '#shared/rules/personalRoutes.ts'
import { exampleRequest } from '../exampleRequest.ts'
import { call, send } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'

const BEGIN = 'POST /rest-api/staff/user/{userId}/in-place'
const STOP = 'POST /rest-api/session/in-place/stop'
const PROFILE = 'GET /rest-api/users/profile'
const reason = 'They cannot find their team and have asked by telephone.'
const begun = '2026-11-21T18:00:00.000Z'

let club: Club
let coach: string
beforeAll(async () => {
  club = await aClub()
  coach = club.user('coach')
  const named = { userId: coach, email: 'carmen@club.example', firstName: 'Carmen', lastName: 'Coach' }
  await write(stamp, profiles.create(named))
})

/** A staff member with a unique id, in one session. */
const anyStaff = () => ({ as: `stella-${crypto.randomUUID()}`, groups: ['ROLE_ADMIN'], session: crypto.randomUUID() })
async function acting(now = begun) {
  const who = anyStaff()
  const { cookies } = await call(BEGIN, { ...who, now, userId: coach, body: { reason } })
  return { ...who, inPlace: kept(cookies) }
}
/** The cookies that a browser stores from `Set-Cookie` headers and sends back. */
const kept = (set: readonly string[]): string[] => set.map((cookie) => cookie.split(';')[0] ?? '')

describe('acting on a user’s behalf', () => {
  it('has the user’s view and rights, and records both names with every write', async () => {
    const who = await acting()
    const { body } = await call(PROFILE, who)
    expect([body.id, body.fullName, body.roles]).toEqual([coach, 'Carmen Coach', []])
    const seen = await call('GET /api/v1/playersAndTeams', who)
    expect(seen.body.organizations.map(({ id }) => id)).toEqual([club.organizationId])
    const at = '2026-11-21T18:10:00.000Z'
    const names = { firstName: 'Carmen', lastName: 'Coach' }
    expect((await call('PUT /rest-api/session/profile', { ...who, now: at, body: names })).status).toBe(200)
    // The club's log takes both names from the written item.
    expect(await profiles.get({ userId: coach }, { consistent: true })).toMatchObject({ by: who.as, byFor: coach, at })
  })

  it('gives no rights beyond the user’s, and none of staff', async () => {
    const who = await acting()
    const outside = await call('GET /rest-api/organization/administrators/{orgUnitId}', {
      ...who,
      orgUnitId: club.organizationId,
    })
    expect(outside.refusal.code).toBe('not_allowed')
    const nested = await call(BEGIN, { ...who, userId: club.user('admin'), body: { reason } })
    expect(nested.refusal.code).toBe('not_allowed')
    expect((await call('POST /rest-api/staff/users/search', { ...who, body: {} })).refusal.code).toBe('not_allowed')
    expect((await call(BEGIN, { ...anyStaff(), as: coach, userId: coach, body: { reason } })).refusal.code).toBe(
      'not_yourself',
    )
    const support = { ...anyStaff(), groups: ['ROLE_ORG_ADMIN'] }
    expect((await call(BEGIN, { ...support, userId: coach, body: { reason } })).refusal.code).toBe('not_allowed')
  })

  it('ends after sixty minutes, with the staff member’s session, or with their role', async () => {
    const who = await acting()
    expect((await call(PROFILE, { ...who, now: '2026-11-21T18:59:59.999Z' })).status).toBe(200)
    expect((await call(PROFILE, { ...who, now: '2026-11-21T19:00:00.000Z' })).refusal.code).toBe('in_place_over')
    expect((await call(PROFILE, { ...who, session: crypto.randomUUID() })).refusal.code).toBe('in_place_over')
    expect((await call(PROFILE, { ...who, groups: ['ROLE_SALES'] })).refusal.code).toBe('in_place_over')
    await call('POST /rest-api/session/end', who)
    expect((await call(PROFILE, who)).refusal.code).toBe('not_signed_in')
  })

  it.each([
    ['for another user', ([who = '', key = '']: string[]) => [who.replace(/=[^.]+/, '=somebody-else'), key]],
    ['with a wrong key', ([who = '', key = '']: string[]) => [who, key.replace(/[\w-]{43}$/, 'k'.repeat(43))]],
    ['without a key', ([who = '']: string[]) => [who]],
    ['with an empty key', ([who = '']: string[]) => [who, '__Host-touchline-in-place-key=']],
    ['with an empty cookie', ([, key = '']: string[]) => ['__Host-touchline-in-place=', key]],
    ['with a malformed cookie', ([, key = '']: string[]) => ['__Host-touchline-in-place=../../etc/passwd', key]],
  ])('is rejected %s, rather than acting in one’s own name', async (_what, forged) => {
    const who = await acting()
    const { status, refusal } = await call(PROFILE, { ...who, inPlace: forged(who.inPlace) })
    expect([status, refusal.code]).toEqual([403, 'in_place_over'])
  })

  it('does not work with stolen cookies', async () => {
    const { inPlace } = await acting()
    const thief = { as: club.user('parent'), inPlace }
    expect((await call(PROFILE, thief)).refusal.code).toBe('in_place_over')
    expect((await call(PROFILE, { ...anyStaff(), inPlace })).refusal.code).toBe('in_place_over')
  })

  it('ends at the next request once stopped, or when another one begins', async () => {
    const who = await acting()
    expect((await call(STOP, who)).status).toBe(200)
    expect(await inPlaces.get({ userId: who.as }, { consistent: true })).toBeUndefined()
    expect((await call(PROFILE, who)).refusal.code).toBe('in_place_over')
    const { inPlace: _gone, ...self } = who
    expect((await call(PROFILE, self)).body.id).toBe(who.as)
    const first = await call(BEGIN, { ...self, userId: coach, body: { reason } })
    await call(BEGIN, { ...self, userId: coach, body: { reason } })
    expect((await call(PROFILE, { ...self, inPlace: kept(first.cookies) })).refusal.code).toBe('in_place_over')
  })

  it('uses two __Host- cookies, of which scripts cannot read the key', async () => {
    const who = anyStaff()
    const { cookies, body } = await call(BEGIN, { ...who, now: begun, userId: coach, body: { reason } })
    const ends = Date.parse('2026-11-21T19:00:00.000Z') / 1000
    expect(cookies).toEqual([
      `__Host-touchline-in-place=${coach}.${ends}; Path=/; SameSite=Strict; Secure`,
      expect.stringMatching(/^__Host-touchline-in-place-key=[\w-]{43}; Path=\/; SameSite=Strict; Secure; HttpOnly$/),
    ])
    const key = kept(cookies)[1]?.split('=')[1] ?? ''
    expect([JSON.stringify(body).includes(key), JSON.stringify(body).includes(ends.toString())]).toEqual([false, false])
    const over = await call(STOP, { ...who, inPlace: kept(cookies) })
    expect(over.cookies).toEqual([
      '__Host-touchline-in-place=; Path=/; SameSite=Strict; Secure; Max-Age=0',
      '__Host-touchline-in-place-key=; Path=/; SameSite=Strict; Secure; Max-Age=0; HttpOnly',
    ])
    // A leftover key, as after signing out offline, has no effect on the staff member's own account.
    const { body: own } = await call(PROFILE, { ...who, inPlace: kept(cookies).slice(1) })
    expect(own.id).toBe(who.as)
  })

  it('keeps each reason in the history of the account', async () => {
    const other = await aClub()
    const userId = other.user('coach')
    await write(stamp, profiles.create({ userId, email: '', firstName: 'Cleo', lastName: 'Coach' }))
    const who = anyStaff()
    const at = (minute: number) => ({ ...who, userId, now: `2026-11-21T18:0${minute}:00.000Z` })
    await call(BEGIN, { ...at(0), body: { reason } })
    const ENDING = 'POST /rest-api/staff/user/{userId}/end-sessions'
    await call(ENDING, { ...at(1), body: { reason: 'Lost the telephone.' } })
    await call(ENDING, { ...at(2), body: { reason: 'Lost the other one.' } })
    const { body } = await call('GET /rest-api/staff/user/{userId}', at(3))
    expect(body.actions.map(({ act, reason: why }) => [act, why])).toEqual([
      ['ended', 'Lost the other one.'],
      ['ended', 'Lost the telephone.'],
      ['in_place', reason],
    ])
  })
})

describe('what only users can do themselves', () => {
  const areasOf = (key: string) => routes.find((route) => route.key === key)?.area
  const changing = routes.filter(({ key }) => !key.startsWith('GET '))
  const of = (...areas: string[]) => changing.filter(({ area }) => areas.includes(area)).map(({ key }) => key)

  it('includes all payments, sign-in and access, chat, and decisions about data', () => {
    const free = [
      // Opens a team on an existing license; nothing is bought.
      'POST /rest-api/organization/add/team',
      // Turns mails to their own address on or off.
      'PUT /rest-api/calendar/mails',
      'POST /stripe/platform',
      'POST /stripe/connect',
      'POST /paypal/events',
      // A player's form and the order of the waiting list: no place is taken or given back.
      'POST /rest-api/register/{registrationId}/details',
      'DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}',
      'POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}',
      'POST /rest-api/register/{registrationId}/file',
      'POST /rest-api/register/{registrationId}/waiting',
      // Contacts hidden from the other home, reading an invitation, and imports: nobody gains or loses access.
      'POST /rest-api/families/player/{playerId}/hide',
      'POST /rest-api/families/invitation/read',
      ...of('families').filter((key) => key.includes('/imports/')),
    ]
    const wanted = of(
      ...['chat', 'moderation', 'money', 'pay', 'subscriptions', 'webhooks', 'feeds', 'developers'],
      ...['register', 'families'],
    )
    expect(wanted.filter((key) => !isPersonalRoute(key)).toSorted()).toEqual(free.toSorted())
    for (const key of [
      'GET /rest-api/chat/conversations',
      'GET /rest-api/push/devices',
      'PUT /rest-api/push/devices',
      'PUT /rest-api/families/player/{playerId}/rights',
      'PUT /rest-api/registration/payment-accounts/{registrationId}/main',
      'POST /rest-api/agreements/agreement/{agreementId}/sign',
      'PUT /rest-api/pictures/player/{playerId}/audience',
    ])
      expect([areasOf(key) !== undefined, isPersonalRoute(key)]).toEqual([true, true])
    const open = ['GET /api/v1/today', 'GET /rest-api/chat/unread-count', 'GET /rest-api/fee/my-fees', STOP]
    expect(open.filter(isPersonalRoute)).toEqual([])
  })

  it('is rejected with only_themselves when acting on their behalf', async () => {
    const who = await acting()
    const keys = routes.filter(({ key, route }) => isPersonalRoute(key) && route.can !== 'anyone').map(({ key }) => key)
    const answers = keys.map(async (key) => {
      const { status, refusal } = await send(key, await exampleRequest(key, club, who))
      return [key, status, refusal.code]
    })
    expect(await Promise.all(answers)).toEqual(keys.map((key) => [key, 403, 'only_themselves']))
    expect(keys.length).toBeGreaterThan(60)
  })
})
