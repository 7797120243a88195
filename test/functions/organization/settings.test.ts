import { getObject } from '#functions/media/bucket.ts'
import { describe, expect, it } from 'vitest'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { organizations } from '#functions/table/organizations.ts'
import { update } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { call } from '../call.ts'
import { aJpeg } from '../pictures.ts'
import { aClub, type Club, stamp } from '../club.ts'

const READ = 'GET /rest-api/organization/details/{orgId}'
const CHANGE = 'PATCH /rest-api/organization/settings/{orgId}'
const read = (club: Club, as = 'admin') => call(READ, { as: club.user(as), orgId: club.organizationId })
type Body = Parameters<typeof call<typeof CHANGE>>[1]['body']
const change = async (club: Club, body: Partial<Body>, revision?: number) =>
  call(CHANGE, {
    as: club.user('admin'),
    orgId: club.organizationId,
    body: { revision: revision ?? (await read(club)).body.revision, ...body },
  })
const TERMS = 'PATCH /rest-api/organization/terms/{orgId}'
type Terms = Parameters<typeof call<typeof TERMS>>[1]['body']
const agree = async (club: Club, body: Partial<Terms>, groups = ['ROLE_ADMIN']) =>
  call(TERMS, {
    as: club.user('admin'),
    groups,
    orgId: club.organizationId,
    body: { revision: (await read(club)).body.revision, ...body },
  })

/** The clubs of these tests have the library enabled; a new one does not. */
const withoutAcademy = ({ organization: { organizationId } }: Club) =>
  update(stamp, organizations.change({ organizationId }, { set: { academyEnabled: undefined } }))

describe('a club’s settings', () => {
  it('have defaults', async () => {
    const club = await aClub()
    await withoutAcademy(club)
    const { body } = await read(club, 'parent')
    expect(body).toEqual({
      id: club.organizationId,
      name: 'Springfield FC',
      sport: { name: 'Soccer', fieldLabel: 'Field' },
      timezone: 'America/Chicago',
      country: '',
      phone: '',
      address: '',
      website: '',
      isRosterVisible: true,
      chatEnabled: true,
      academyEnabled: false,
      customRegistrationEnabled: false,
      adminSecondFactor: false,
      processingFeePerMil: 0,
      processingFeeInCents: 0,
      reminderHours: [],
      playerFields: [],
      orgAdmin: false,
      permissions: [],
      // From the test's own change.
      revision: 2,
    })
  })

  it('are changed partially, and omitted ones stay', async () => {
    const club = await aClub()
    const field = { id: 'q1', name: 'Shirt size', type: 'CHOICE' as const, choices: ['S', 'M'], required: true }
    await change(club, { sport: 'Hockey', country: 'CA', phone: '+1 416 555 0199', playerFields: [field] })
    await change(club, { reminderHours: [2, 24] })
    expect((await read(club)).body).toMatchObject({
      name: 'Springfield FC',
      sport: { name: 'Hockey', fieldLabel: 'Rink' },
      country: 'CA',
      phone: '+1 416 555 0199',
      playerFields: [field],
      reminderHours: [2, 24],
      orgAdmin: true,
    })
  })

  it('reject a change based on a stale revision', async () => {
    const club = await aClub()
    const { revision } = (await read(club)).body
    const both = await Promise.all([change(club, { name: 'One' }, revision), change(club, { name: 'Other' }, revision)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect((await change(club, { name: 'Third' }, revision)).refusal.code).toBe('conflict')
  })

  it.each<[Partial<Body>, string, string]>([
    [{ name: ' ' }, 'name', 'required'],
    [{ timezone: 'Moon/Crater' }, 'timezone', 'select_one'],
    [{ timezone: '+01:00' }, 'timezone', 'select_one'],
    [{ country: 'ZZ' }, 'country', 'select_one'],
    [{ phone: '12345678' }, 'phone', 'exact_digits'],
    [{ country: 'US', phone: 'call me' }, 'phone', 'not_a_phone'],
    [{ website: 'ftp://club.example' }, 'website', 'not_an_address'],
    [{ sport: 'Chess' as 'Golf' }, 'sport', 'select_one'],
    [
      { playerFields: [{ id: 'q', name: 'Size', type: 'CHOICE', choices: [], required: false }] },
      'playerFields.0.choices',
      'too_few',
    ],
  ])('reject invalid values: %j', async (body, at, code) => {
    const club = await aClub()
    const { status, refusal } = await change(club, body)
    expect([status, refusal.faults?.map((fault) => [fault.at, fault.code])]).toEqual([400, [[at, code]]])
    expect((await read(club)).body.revision).toBe(1)
  })

  it('are shown to administrators and coaches in their list of teams', async () => {
    const club = await aClub()
    await agree(club, { academyEnabled: true, customRegistrationEnabled: true })
    await refreshCopies('Organization', organizations.key(club))
    const { body } = await call('GET /api/v1/playersAndTeams', { as: club.user('admin') })
    expect(body.organizations[0]).toMatchObject({ academyEnabled: true, customRegistrationEnabled: true })
    const coach = await call('GET /api/v1/playersAndTeams', { as: club.user('coach') })
    expect(coach.body.organizations[0]).toMatchObject({ academyEnabled: true, customRegistrationEnabled: true })
    await agree(club, { academyEnabled: false })
    await refreshCopies('Organization', organizations.key(club))
    const after = await call('GET /api/v1/playersAndTeams', { as: club.user('admin') })
    expect(after.body.organizations[0]).toMatchObject({ academyEnabled: false, customRegistrationEnabled: true })
  })
})

describe('a club’s terms', () => {
  it('cannot be changed by the club', async () => {
    const club = await aClub()
    await withoutAcademy(club)
    const terms = {
      academyEnabled: true,
      customRegistrationEnabled: true,
      processingFeePerMil: 1,
      processingFeeInCents: 1,
    }
    await change(club, terms as Partial<Body>)
    expect((await agree(club, terms, [])).status).toBe(403)
    expect((await read(club)).body).toMatchObject({
      academyEnabled: false,
      customRegistrationEnabled: false,
      processingFeePerMil: 0,
      processingFeeInCents: 0,
    })
  })

  it('are changed by staff, based on the current revision', async () => {
    const club = await aClub()
    await agree(club, { processingFeePerMil: 29, processingFeeInCents: 70 })
    expect((await read(club)).body).toMatchObject({ processingFeePerMil: 29, processingFeeInCents: 70 })
    expect((await agree(club, { processingFeePerMil: 30, revision: 1 })).refusal.code).toBe('conflict')
    const faults = async (body: Partial<Terms>) =>
      (await agree(club, body)).refusal.faults?.map(({ at, code }) => [at, code])
    expect(await faults({ processingFeePerMil: 1001 })).toEqual([['processingFeePerMil', 'too_great']])
    expect(await faults({ processingFeeInCents: -1 })).toEqual([['processingFeeInCents', 'too_small']])
  })
})

it('the list of organizations has those that the caller administers or coaches in, and none for families', async () => {
  const club = await aClub()
  const list = async (as: string) =>
    (await call('GET /rest-api/organization/details', { as: club.user(as) })).body.organizations
  expect((await list('admin')).map(({ name, orgAdmin, teamCount }) => [name, orgAdmin, teamCount])).toEqual([
    ['Springfield FC', true, 2],
  ])
  expect(
    (await list('coach')).map(({ orgAdmin, permissions, teamCount }) => [orgAdmin, permissions, teamCount]),
  ).toEqual([[false, [], 1]])
  expect(await list('parent')).toEqual([])
  // Only active teams are counted.
  await teams.archive(stamp, club.falcons)
  for (const [as, count] of [['admin', 1] as const, ['coach', 0] as const])
    expect((await list(as)).map(({ teamCount }) => teamCount)).toEqual([count])
})

describe('a club’s logo', () => {
  const PUT = 'PUT /rest-api/organization/logo/{orgId}'
  const jpegOf = (width: number) => aJpeg({ width, height: 100 }).toString('base64')

  it('is shown at a new address each time, and can be removed', async () => {
    const { organizationId: orgId, user } = await aClub()
    const as = user('admin')
    const put = (now: string) => call(PUT, { as, orgId, now, body: { jpeg: jpegOf(200) } })
    const first = (await put('2026-11-21T18:00:00.000Z')).body.logoUrl
    const second = (await put('2026-11-21T18:01:00.000Z')).body.logoUrl
    const [before = '', after = ''] = [first, second].map((url) => url?.slice(1) ?? '')
    expect([before, after]).toEqual([`avatar/${orgId}.1795284000000`, `avatar/${orgId}.1795284060000`])
    expect(await getObject(before)).toBeUndefined()
    expect(await getObject(after)).toEqual(new Uint8Array(aJpeg({ width: 200, height: 100 })))
    const { body } = await call('GET /rest-api/organization/details', { as: user('coach') })
    expect(body.organizations.map(({ logoUrl }) => logoUrl)).toEqual([second])
    const gone = await call('DELETE /rest-api/organization/logo/{orgId}', { as, orgId })
    expect(gone.body.logoUrl).toBeUndefined()
    expect(await getObject(after)).toBeUndefined()
  })

  it('uploaded concurrently is one of them, and the others are deleted', async () => {
    const { organizationId: orgId, user } = await aClub()
    const widths = [100, 120, 140, 160]
    const put = (width: number, i: number) =>
      call(PUT, { as: user('admin'), orgId, now: `2026-11-21T18:00:0${i}.000Z`, body: { jpeg: jpegOf(width) } })
    const urls = (await Promise.all(widths.map(put))).map(({ body }) => body.logoUrl ?? '')
    const { body } = await call('GET /rest-api/organization/details', { as: user('coach') })
    const left = body.organizations[0]?.logoUrl ?? ''
    expect(urls).toContain(left)
    const there = await Promise.all(urls.map(async (url) => (await getObject(url.slice(1))) !== undefined))
    expect(urls.filter((_, i) => there[i])).toEqual([left])
  })

  it('is limited to 200 by 200 pixels', async () => {
    const { organizationId: orgId, user } = await aClub()
    const put = (jpeg: string) => call(PUT, { as: user('admin'), orgId, body: { jpeg } })
    expect((await put(jpegOf(201))).refusal.code).toBe('not_a_picture')
    expect((await put(Buffer.from('<svg/>').toString('base64'))).refusal.code).toBe('not_a_picture')
  })
})
