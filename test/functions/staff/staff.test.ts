import { describe, expect, it } from 'vitest'
import { AdminUserGlobalSignOutCommand, GetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { refreshLine } from '#functions/staff/clubLine.ts'
import { handler as count } from '#functions/staff/figuresHandler.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { type OutboxMail, outbox } from '#functions/table/outbox.ts'
import { profiles } from '#functions/table/profiles.ts'
import { screenUse } from '#functions/table/screenUse.ts'
import { all, update, write } from '#functions/table/table.ts'
import { addDays } from '#shared/rules/days.ts'
import { call, userPool } from '../call.ts'
import { aClub, stamp } from '../club.ts'

const staff = { as: 'stella', groups: ['ROLE_ADMIN'] }
let drawn = 0
/** Letters that occur in no other name. */
const unique = () =>
  `z${Date.now().toString(36)}${(drawn++).toString(36)}`.replaceAll(/\d/g, (d) => 'abcdefghij'[+d] ?? '')

async function anAccount(firstName: string, lastName: string, email: string) {
  const userId = crypto.randomUUID()
  await write(
    stamp,
    profiles.create({ userId, email, firstName, lastName }),
    emailUsers.upsert({ email }, { set: { userId } }),
  )
  return userId
}
const search = async (typed: string) =>
  (await call('POST /rest-api/staff/users/search', { ...staff, body: { search: typed } })).body.users.map(
    ({ id }) => id,
  )

describe('an account', () => {
  it('is found by the beginning of its names or address, ignoring case and accents', async () => {
    const name = unique()
    const one = await anAccount('Łucja', `${name}son`, `lucja@${name}.test`)
    const other = await anAccount('Bo', `van ${name}`, `Bo.${name}@x.test`)
    expect(await search(name.toUpperCase())).toEqual([one])
    expect(await search(`lucja ${name}son`)).toEqual([one])
    const named = await anAccount(`Ł${name}`, 'Zest', `first@${name}.test`)
    expect(await search(`l${name}`)).toEqual([named])
    expect(await search(`Zest, l${name}`)).toEqual([named])
    expect(await search(`van ${name}`)).toEqual([other])
    expect(await search(`bo.${name}`)).toEqual([other])
    expect(await search(`${name}x`)).toEqual([])
  })

  it('is shown with its clubs, and can be disabled, re-enabled and signed out by staff, but not by itself', async () => {
    const club = await aClub()
    const userId = club.user('coach')
    await write(stamp, profiles.create({ userId, email: 'c@c.test', firstName: 'Carmen', lastName: 'Coach' }))
    const { body } = await call('GET /rest-api/staff/user/{userId}', { ...staff, userId })
    expect(body.clubs).toEqual([
      {
        id: club.organizationId,
        name: 'Springfield FC',
        permissions: [],
        teams: [{ id: club.falcons.teamId, name: 'Falcons', permissions: ['canEditEvents', 'canEditPlayers'] }],
      },
    ])
    const family = await call('GET /rest-api/staff/user/{userId}', { ...staff, userId: club.user('parent') })
    expect(family.status).toBe(404)
    const named = { userId: club.user('parent'), email: '', firstName: 'Paula', lastName: 'Moreno' }
    await write(stamp, profiles.create(named))
    const parent = await call('GET /rest-api/staff/user/{userId}', { ...staff, userId: named.userId })
    expect(parent.body.players).toBe(1)
    expect(JSON.stringify(parent.body)).not.toMatch(/Mia/)
    const disable = (disabled: boolean, as = staff.as) =>
      call('PUT /rest-api/staff/user/{userId}/disabled', {
        as,
        groups: staff.groups,
        userId,
        body: { disabled, reason: 'Sends spam to families.' },
      })
    const answers = async () => (await call('GET /rest-api/users/profile', { as: userId })).status
    expect((await disable(true, userId)).refusal.code).toBe('not_yourself')
    expect((await disable(true)).body).toEqual({ disabled: true, endedAt: null })
    expect(await answers()).toBe(401)
    await disable(false)
    expect(await answers()).toBe(200)
    // With renewed tokens at the user pool, a thief could change the address there, and then the password.
    const atPool = () =>
      userPool.commandCalls(AdminUserGlobalSignOutCommand).map(({ args: [command] }) => command.input.Username)
    expect(atPool()).toEqual([userId])
    const ended = await call('POST /rest-api/staff/user/{userId}/end-sessions', {
      ...staff,
      userId,
      body: { reason: 'Lost the telephone.' },
    })
    expect(ended.body.endedAt).toBe('2026-11-21T18:00:00.000Z')
    expect(atPool()).toEqual([userId, userId])
    expect(await answers()).toBe(401)
    const short = await call('POST /rest-api/staff/user/{userId}/end-sessions', {
      ...staff,
      userId,
      body: { reason: 'why not' },
    })
    expect(short.refusal.faults?.[0]).toMatchObject({ at: 'reason', code: 'too_short', limit: 10 })
  })
})

describe('mail delivery', () => {
  async function aMail(given: Partial<OutboxMail> & { email: string; subject: string; wantedAt: string }) {
    const mail = outbox.add(
      { at: given.wantedAt },
      { letter: 'request', to: { email: given.email }, about: { requestId: 'r' } },
    )
    const { mailId } = (mail as unknown as { item: OutboxMail }).item
    await write({ ...stamp, at: given.wantedAt }, mail)
    await update(stamp, outbox.change({ mailId }, { set: { state: 'sent', ...given } }))
    return mailId
  }
  const find = async (query: object, now?: string) => {
    const mails = []
    let cursor: string | null | undefined
    do {
      const { body } = await call('GET /api/v1/mail-delivery', {
        ...staff,
        query: { ...query, ...(cursor && { cursor }) },
        ...(now && { now }),
      })
      mails.push(...body.mails)
      cursor = body.cursor
    } while (cursor)
    return mails.map(({ subject }) => subject)
  }

  it('is searched by address, subject and reply address, a week back by default, newest first', async () => {
    const name = unique()
    const email = `${name}@club.test`
    await aMail({ email, subject: `${name} Old`, wantedAt: '2026-11-10T09:00:00.000Z' })
    await aMail({ email, subject: `${name} New`, wantedAt: '2026-11-20T09:00:00.000Z', replyTo: 'coach@club.test' })
    await aMail({ email: 'x@y.test', subject: `${name} Other`, wantedAt: '2026-11-19T09:00:00.000Z' })
    expect(await find({ to: email.toUpperCase() })).toEqual([`${name} New`])
    expect(await find({ to: email, daysBack: '60' })).toEqual([`${name} New`, `${name} Old`])
    expect(await find({ subject: name.toUpperCase() })).toEqual([`${name} New`, `${name} Other`])
    expect(await find({ subject: name, from: 'COACH@' })).toEqual([`${name} New`])
    expect(await find({ subject: name, daysBack: '30' })).toHaveLength(3)
  })

  it('lists many mails of one day across pages, each once', async () => {
    const name = unique()
    const day = '2026-08-03'
    const one = (i: number) => {
      const wantedAt = new Date(Date.parse(`${day}T09:00:00Z`) + i * 1000).toISOString()
      return aMail({ email: 'many@y.test', subject: `${name} ${i}`, wantedAt })
    }
    for (let i = 0; i < 130; i += 10) await Promise.all(Array.from({ length: 10 }, (_, more) => one(i + more)))
    const found = await find({ subject: name, daysBack: '1' }, `${day}T20:00:00Z`)
    expect([found.length, new Set(found).size, found[0]]).toEqual([130, 130, `${name} 129`])
  })
})

describe('reports', () => {
  it('list clubs by name, filtered by the beginning of the name', async () => {
    const club = await aClub()
    await refreshLine(stamp, club.organizationId)
    const list = async (show?: string) => {
      const { body } = await call('GET /rest-api/report/org-list', {
        ...staff,
        query: show === undefined ? {} : { show },
      })
      return body.clubs.map(({ name }) => name)
    }
    expect((await list('springfield')).every((name) => name === 'Springfield FC')).toBe(true)
    expect((await list('springfield')).length).toBeGreaterThan(0)
    expect(await list('shelbyville united')).toEqual([])
    const { body } = await call('GET /rest-api/report/org-list/csv', {
      ...staff,
      query: { show: 'Shelbyville United' },
    })
    expect(body).toBe('\ufeffClub,Sport,Time zone,Country,Academy,Registration,Id\r\n')
  })

  it('show licenses to sales, who cannot search accounts; other roles are rejected', async () => {
    const club = await aClub({ licences: 7 })
    await refreshLine(stamp, club.organizationId)
    const sales = { as: 'sally', groups: ['ROLE_SALES'] }
    const { body } = await call('GET /rest-api/report/organization-subscriptions', { ...sales, query: {} })
    expect(body.clubs.length).toBeGreaterThan(0)
    expect((await call('POST /rest-api/staff/users/search', { ...sales, body: {} })).status).toBe(403)
    for (const groups of [['ROLE_ORG_ADMIN'], ['ROLE_TRACK'], []])
      expect((await call('GET /rest-api/report/stats', { as: 'o', groups, query: {} })).status).toBe(403)
  })

  it('show how often screens were opened, without storing by whom', async () => {
    const asked = { now: '2033-03-04T12:00:00Z' }
    const count = (screens: Record<string, number>, as = 'counted-person') =>
      call('POST /rest-api/session/use', { as, body: { screens }, ...asked })
    await Promise.all([count({ today: 2, calendar: 1 }), count({ today: 3 }, 'counted-other')])
    expect(await screenUse.between('2033-03-04', '2033-03-04')).toMatchObject([
      { screen: 'calendar', opened: 1 },
      { screen: 'today', opened: 5 },
    ])
    const kept = JSON.stringify(await all({ pk: 'SCREENS#use', from: ' ', to: '~' }))
    expect(kept).not.toMatch(/counted-/)
    for (const [name, times] of [
      ['Today 2', 1],
      ['p#1', 1],
      ['nowhere', 1],
      ['today', 0],
      ['today', 501],
    ] as const)
      expect((await count({ [name]: times })).status).toBe(400)
    const use = (groups: string[], now: string) =>
      call('GET /rest-api/report/use', { as: 'tracker', groups, query: { show: 'week' }, now })
    const { body } = await use(['ROLE_TRACK'], '2033-03-10T12:00:00Z')
    expect(body).toEqual({
      days: [{ day: '2033-03-04', opened: 6 }],
      screens: [
        { screen: 'today', opened: 5 },
        { screen: 'calendar', opened: 1 },
      ],
    })
    expect((await use(['ROLE_TRACK'], '2033-03-11T12:00:00Z')).body).toEqual({ days: [], screens: [] })
    for (const groups of [['ROLE_SALES'], ['ROLE_ORG_ADMIN'], []])
      expect((await use(groups, asked.now)).status).toBe(403)
  })

  it('count people, clubs and teams once a day, idempotently', async () => {
    await aClub()
    await count({ time: '2031-03-04T08:10:00Z' })
    await count({ time: '2031-03-04T09:10:00Z' })
    const stats = async (show: 'week' | 'year', now: string) =>
      (await call('GET /rest-api/report/stats', { ...staff, query: { show }, now })).body
    const { days, sports } = await stats('week', '2031-03-10T12:00:00Z')
    expect(days.map(({ day }) => day)).toEqual(['2031-03-04'])
    expect(days[0]?.clubs).toBeGreaterThan(0)
    expect(sports[0]?.sport).toBe('Soccer')
    expect((await stats('week', '2031-03-11T12:00:00Z')).days).toEqual([])
    expect((await stats('year', '2031-12-01T12:00:00Z')).days).toHaveLength(1)
  })
})

describe('health', () => {
  it('is public as one word, and detailed for staff; a part that does not respond is down', async () => {
    expect((await call('GET /rest-api/healthcheck', { as: undefined })).body.status).toBe('UP')
    userPool.on(GetUserCommand).rejects(Object.assign(new Error('no'), { name: 'NotAuthorizedException' }))
    const review = async () => {
      const { body } = await call('GET /rest-api/healthreview', { ...staff, now: '2035-01-01T00:00:00Z' })
      return Object.fromEntries(body.parts.map(({ part, state }) => [part, state === 'SLOW' ? 'UP' : state]))
    }
    expect(await review()).toEqual({ table: 'UP', indexes: 'UP', accounts: 'UP', mail: 'UNKNOWN', figures: 'UNKNOWN' })
    userPool.on(GetUserCommand).rejects(Object.assign(new Error('no'), { name: 'TimeoutError' }))
    expect((await review())['accounts']).toBe('DOWN')
  })

  const [sent, refused] = [{ state: 'sent' }, { state: 'refused' }] as const
  const bounced = { state: 'refused', became: 'bounced' } as const
  it.each<[string, 'UP' | 'DOWN' | 'UNKNOWN', (Pick<OutboxMail, 'state' | 'became'> & { at?: string })[]]>([
    ['more of them were sent than not', 'UP', [sent, refused, sent]],
    ['only half of them were sent', 'DOWN', [sent, refused, refused, sent]],
    ['some have waited for long', 'DOWN', [sent, { state: 'wanted', at: '09:00:00.000Z' }]],
    ['others are on their way', 'UP', [sent, { state: 'wanted' }, { state: 'sending' }]],
    ['others were held back, or were for nobody', 'UP', [sent, { state: 'held' }, { state: 'gone' }, bounced, bounced]],
    ['there were none but for nobody', 'UNKNOWN', [{ state: 'gone' }, bounced]],
  ])('of mail is judged by the newest mails that were passed to SES: %s', async (_what, state, mails) => {
    const day = addDays('2040-01-01', 10 * drawn++)
    const made = mails.map(({ at = '09:59:00.000Z', ...mail }) => {
      const row = { mailId: crypto.randomUUID(), letter: 'request', to: { email: 'a@x.test' } } as const
      return outbox.create({ ...row, ...mail, about: { requestId: 'r' }, email: 'a@x.test', wantedAt: `${day}T${at}` })
    })
    await write(stamp, ...made)
    const { body } = await call('GET /rest-api/healthreview', { ...staff, now: `${day}T10:00:00Z` })
    const mail = body.parts.find(({ part }) => part === 'mail')?.state
    expect(mail === 'SLOW' ? 'UP' : mail).toBe(state)
  })
})
