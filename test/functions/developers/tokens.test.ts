import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { handler as auditHandler } from '#functions/audit/writeHandler.ts'
import { developersPartition } from '#functions/table/accessTokens.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { auditEntries } from '#functions/table/auditEntries.ts'
import { sessions } from '#functions/table/sessions.ts'
import { all, page, startingWith, update, write } from '#functions/table/table.ts'
import { tokenAreas } from '#shared/rules/tokens.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aToken, tokenId } from './exampleRequests.ts'
import { byToken, requestTo } from './requestByToken.ts'

const overview = ({ organizationId }: Club) => `/api/v1/orgOverview/${organizationId}`
const month = (teamId: string) => `/api/v1/teamEventsByMonth/${teamId}`
const november = { start: '2026-11-01', end: '2026-12-01' }

describe('an access token', () => {
  it('is shown once, and stored only as a hash; repeating the request replaces its secret', async () => {
    const club = await aClub()
    const as = club.user('admin')
    const body = { tokenId: 'M'.repeat(20), name: 'Display', areas: ['calendar' as const], days: 90 as const }
    const made = await call('POST /rest-api/developers/tokens/{orgId}', { as, orgId: club.organizationId, body })
    const { token, endsAt } = made.body
    expect(token).toMatch(new RegExp(`^tlp_${club.organizationId}_M{20}_[\\w-]{43}$`))
    expect(endsAt).toBe('2027-02-19T18:00:00Z')
    const secret = token.slice(-43)
    const table = DynamoDBDocumentClient.from(new DynamoDBClient({}))
    const rows = []
    for await (const { Items = [] } of paginateQuery(
      { client: table },
      {
        TableName: process.env['TABLE_NAME'],
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `DEVELOPERS#${club.organizationId}` },
      },
    ))
      rows.push(...Items)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
    const list = await call('GET /rest-api/developers/tokens', { as })
    expect(list.body.tokens).toMatchObject([
      { name: 'Display', areas: ['calendar'], state: 'good', usedOn: null, organizationName: 'Springfield FC' },
    ])
    expect(JSON.stringify(list.body)).not.toContain(secret)

    // Repeated, as after a lost response: the same token with a new secret, and the first one is no longer valid.
    const again = await call('POST /rest-api/developers/tokens/{orgId}', { as, orgId: club.organizationId, body })
    expect((await call('GET /rest-api/developers/tokens', { as })).body.tokens).toHaveLength(1)
    const read = (token: string) => byToken(month(club.falcons.teamId), { token, query: november })
    expect([(await read(token)).status, (await read(again.body.token)).status]).toEqual([401, 200])
    // Another user's token cannot be taken over by its id.
    const taken = await call('POST /rest-api/developers/tokens/{orgId}', {
      as: club.user('coach'),
      orgId: club.organizationId,
      body,
    })
    expect(taken.refusal.code).toBe('conflict')
  })

  it('is limited to twenty per user', async () => {
    const club = await aClub()
    const as = club.user('parent')
    for (let i = 0; i < 20; i++) await aToken(club, as, { id: String(i).padStart(20, '0') })
    const body = { tokenId: 'Z'.repeat(20), name: 'One more', areas: ['calendar' as const], days: 30 as const }
    const { status, refusal } = await call('POST /rest-api/developers/tokens/{orgId}', {
      as,
      orgId: club.organizationId,
      body,
    })
    expect([status, refusal.faults?.[0]?.code]).toEqual([400, 'too_many'])
  })

  it('reads what its owner may read, and records the day of use', async () => {
    const club = await aClub()
    const token = await aToken(club, club.user('coach'), { areas: ['calendar'] })
    const { status, answer } = await byToken(month(club.falcons.teamId), { token, query: november })
    expect(status).toBe(200)
    expect(answer['events']).toMatchObject([{ id: club.game.eventId }])
    const list = await call('GET /rest-api/developers/tokens', { as: club.user('coach') })
    expect(list.body.tokens[0]?.usedOn).toBe('2026-11-21')
    // A coach of the Falcons has no access to the Otters.
    expect((await byToken(month(club.otters.teamId), { token, query: november })).status).toBe(403)
  })

  it.each([
    ['has a wrong secret', (token: string) => `${token.slice(0, -1)}${token.endsWith('t') ? 'u' : 't'}`],
    ['is missing', () => ''],
    ['is malformed', () => 'tlp_x'],
    ['has an unknown id', (token: string) => token.replace('TTTT', 'TTTU')],
  ])('is rejected when it %s', async (_what, wrong) => {
    const club = await aClub()
    const token = wrong(await aToken(club, club.user('admin')))
    const { status, answer } = await byToken(overview(club), { token })
    expect([status, answer['code']]).toEqual([401, 'not_signed_in'])
  })

  it('ends on its date, when revoked, and with all sessions of its owner', async () => {
    const club = await aClub()
    const owner = club.user('admin')
    const read = async (token: string, now?: string) =>
      (await byToken(overview(club), { token, ...(now && { now }) })).status
    const token = await aToken(club, owner, { endsAt: '2026-11-21T18:00:00.000Z' })
    expect([await read(token, '2026-11-21T17:59:59.999Z'), await read(token)]).toEqual([200, 401])

    const other = await aToken(club, owner)
    expect(await read(other)).toBe(200)
    const { organizationId: orgId } = club
    const refused = await call('DELETE /rest-api/developers/tokens/{orgId}/{tokenId}', {
      as: club.user('coach'),
      orgId,
      tokenId,
    })
    expect([refused.status, await read(other)]).toEqual([404, 200])
    await call('DELETE /rest-api/developers/tokens/{orgId}/{tokenId}', { as: owner, orgId, tokenId })
    expect(await read(other)).toBe(401)

    const third = await aToken(club, owner)
    await sessions.endAll(stamp, { userId: owner }, '2026-11-20T12:00:00.000Z')
    expect(await read(third)).toBe(401)
    expect(
      (await call('GET /rest-api/developers/tokens', { as: owner, signedIn: '2026-11-21T00:00:00Z' })).body,
    ).toMatchObject({
      tokens: [{ state: 'ended' }],
    })
    // A token made after that is valid.
    const fourth = await aToken(club, owner, { madeAt: '2026-11-21T12:00:00.000Z' })
    expect(await read(fourth)).toBe(200)
    await update(stamp, sessions.upsert({ userId: owner }, { set: { disabled: true } }))
    expect(await read(fourth)).toBe(401)
  })

  it('loses a right as soon as its owner loses it', async () => {
    const club = await aClub()
    const token = await aToken(club, club.user('admin'))
    const fees = () => byToken(`/rest-api/fee/totals/${club.organizationId}`, { token })
    expect((await fees()).status).toBe(200)
    const id = { userId: club.user('admin'), organizationId: club.organizationId }
    const standing = await organizationAdministrators.get(id)
    if (!standing) throw new Error('The club has no administrator.')
    await write(stamp, ...organizationAdministrators.setFlags(id, standing, ['canEditEvents']))
    expect((await fees()).status).toBe(403)
  })

  it('reads nothing after its owner has left the club, which is shown to both', async () => {
    const club = await aClub()
    const as = club.user('coach')
    const token = await aToken(club, as)
    const { organizationId: orgId } = club
    await write(stamp, ...teamAdministrators.dismiss({ teamId: club.falcons.teamId, userId: as }))
    expect((await byToken(month(club.falcons.teamId), { token, query: november })).status).toBe(403)
    expect((await call('GET /rest-api/developers/tokens', { as })).body.tokens).toMatchObject([{ state: 'left' }])
    const list = await call('GET /rest-api/developers/club/{orgId}', { as: club.user('admin'), orgId })
    expect(list.body.tokens).toMatchObject([{ state: 'left' }])
  })

  it('is rejected while the club has turned tokens off, and can be revoked by administrators', async () => {
    const club = await aClub()
    const { organizationId: orgId } = club
    const as = club.user('admin')
    const token = await aToken(club, club.user('coach'))
    const read = async () => (await byToken(month(club.falcons.teamId), { token, query: november })).status
    const switched = (on: boolean) => call('PUT /rest-api/developers/club/{orgId}', { as, orgId, body: { on } })
    await switched(false)
    expect(await read()).toBe(403)
    await switched(true)
    expect(await read()).toBe(200)
    const { body } = await call('GET /rest-api/developers/club/{orgId}', { as, orgId })
    expect(body).toMatchObject({
      on: true,
      tokens: [{ tokenId, areas: tokenAreas, state: 'good', usedOn: '2026-11-21', owner: { id: club.user('coach') } }],
    })
    await call('DELETE /rest-api/developers/club/{orgId}/token/{tokenId}', { as, orgId, tokenId })
    expect(await read()).toBe(401)
  })

  it('is recorded in the audit log when revoked, with who did it', async () => {
    const club = await aClub()
    const as = club.user('admin')
    await aToken(club, club.user('coach'))
    const { organizationId: orgId } = club
    await call('DELETE /rest-api/developers/club/{orgId}/token/{tokenId}', { as, orgId, tokenId })
    const pk = developersPartition(club)
    const [trace] = await all<{ sk: string; of: string; by: string }>({ pk, ...startingWith('GONE#') })
    if (!trace) throw new Error('The revocation was not recorded.')
    const told = { by: trace.by, stamped: '2026-11-21T18:00:00.000Z', version: 1, changed: { of: { after: trace.of } } }
    await deliverTo(auditHandler, { kind: 'Removal', pk, sk: trace.sk, change: 'created', told })
    const { rows } = await page(auditEntries.inMonth(orgId, '2026-11', { from: '2000', to: '9' }, 'Access token'))
    expect(rows).toMatchObject([{ who: as, change: 'removed' }])
  })

  it('is recorded in the audit log when it exports a list, with the call', async () => {
    const club = await aClub()
    const token = await aToken(club, club.user('admin'))
    const { path, ...more } = await requestTo('GET /rest-api/fee/journal/{orgId}', club, { orgId: club.organizationId })
    expect((await byToken(path, { token, ...more })).status).toBe(200)
    const span = { from: '2026-11-21', to: '2026-11-22' }
    const { rows } = await page<{ what: string; changed: object }>(
      auditEntries.inMonth(club.organizationId, '2026-11', span, 'Access token'),
    )
    expect(rows).toMatchObject([
      {
        who: club.user('admin'),
        change: 'read',
        changed: { name: { after: 'Display' }, call: { after: 'GET /rest-api/fee/journal/{orgId}' } },
      },
    ])
  })
})
