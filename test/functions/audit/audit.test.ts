import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it, vi } from 'vitest'
import { handler } from '#functions/audit/writeHandler.ts'
import { detailsOf } from '#functions/dispatch/change.ts'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { profiles } from '#functions/table/profiles.ts'
import { all, startingWith, write } from '#functions/table/table.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { audited } from '#shared/rules/audit.ts'
import { childData } from '#shared/childData.ts'
import { type Flag, flags } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'

type Changed = Record<string, { before?: unknown; after?: unknown }>
type Given = {
  by?: string
  byFor?: string
  at?: string
  kind?: string
  version?: number
  sk?: string
  changed?: Changed
}
const hear = (club: Club, given: Given = {}) => {
  const { by = club.user('admin'), at = '2026-11-20T10:00:00.000Z', kind = 'Organization', version = 2 } = given
  const told = {
    by,
    ...(given.byFor && { byFor: given.byFor }),
    stamped: at,
    version,
    changed: given.changed ?? { phone: {} },
  }
  return deliverTo(handler, {
    pk: `ORG#${club.organizationId}`,
    sk: given.sk ?? 'ORG',
    kind,
    change: 'changed',
    at,
    told,
  })
}
const list = async (club: Club, query: object = {}) =>
  (
    await call('GET /rest-api/audit/{orgId}', {
      as: club.user('admin'),
      orgId: club.organizationId,
      query,
      now: '2026-11-21T18:00:00Z',
    })
  ).body

describe('an audit entry', () => {
  it('is written once however often the change is heard, with author, delegate and values', async () => {
    const club = await aClub()
    const named = { firstName: 'Anders', lastName: 'Admin' }
    await write(stamp, profiles.create({ userId: club.user('admin'), email: 'a@a.test', ...named }))
    const changed = { name: { before: 'Springfield', after: 'Springfield FC' }, phone: {} }
    await hear(club, { changed, by: 'stella', byFor: club.user('admin') })
    await hear(club, { changed, by: 'stella', byFor: club.user('admin') })
    expect((await list(club)).entries).toEqual([
      {
        id: expect.stringMatching(/^2026-11-20T10:00:00\.000Z\../) as string,
        when: '2026-11-20T10:00:00.000Z',
        who: { id: club.user('admin'), name: 'Anders Admin' },
        through: { id: 'stella', name: 'Touchline' },
        kind: 'Organization',
        change: 'changed',
        about: [club.organizationId],
        subjects: [],
        changes: [
          { name: 'name', before: 'Springfield', after: 'Springfield FC' },
          { name: 'phone', before: null, after: null },
        ],
      },
    ])
  })

  it('names player and team, and of agreements records only that families were asked', async () => {
    const club = await aClub()
    const { playerId } = club.mia
    const told = { by: club.user('coach'), stamped: '2026-11-20T10:00:00.000Z', version: 1 }
    const place = { pk: `PLAYER#${playerId}`, sk: 'AGREED', kind: 'Agreed', change: 'created' as const }
    await deliverTo(handler, { ...place, told: { ...told, changed: { last: {} } } })
    await deliverTo(handler, { ...place, told: { ...told, version: 2, changed: { askedAt: { after: 'now' } } } })
    const sk = `TEAM#PLAYER#${playerId}`
    const row = { pk: `TEAM#${club.falcons.teamId}`, sk, kind: 'Team player', change: 'created' as const }
    await deliverTo(handler, { ...row, told: { ...told, changed: { number: { after: '7' } } } })
    const { entries } = await list(club)
    expect(Object.fromEntries(entries.map(({ kind, subjects }) => [kind, new Set(subjects)]))).toEqual({
      Agreed: new Set(['Mia Moreno']),
      'Team player': new Set(['Falcons', 'Mia Moreno']),
    })
    expect(entries).toHaveLength(2)
  })

  it('hides names and values about children from administrators without further rights', async () => {
    const club = await aClub()
    const { playerId } = club.mia
    const told = { by: club.user('coach'), stamped: '2026-11-20T10:00:00.000Z', version: 1 }
    const row = { pk: `PLAYER#${playerId}`, sk: 'PLAYER', kind: 'Player', change: 'changed' as const }
    await deliverTo(handler, { ...row, told: { ...told, changed: { firstName: { before: 'Mya', after: 'Mia' } } } })
    const invite = { pk: `PLAYER#${playerId}`, sk: `INVITE#${club.game.eventId}`, kind: 'Invite' }
    await deliverTo(handler, { ...invite, change: 'changed', told: { ...told, changed: { status: { after: 'no' } } } })
    const as = async (flags: Flag[]) => {
      const person = { userId: club.user(flags.join('-')), firstName: 'Ona', lastName: 'Okafor', flags }
      await write(stamp, ...organizationAdministrators.appoint(club.organization, person))
      const asked = { as: person.userId, orgId: club.organizationId, now: '2026-11-21T18:00:00Z' }
      const { body } = await call('GET /rest-api/audit/{orgId}', { ...asked, query: {} })
      const csv = await call('GET /rest-api/audit/{orgId}/csv', { ...asked, query: { month: '2026-11' } })
      return { text: JSON.stringify([body.entries, csv.body]), kinds: body.entries.map(({ kind }) => kind) }
    }
    const only = await as(['canEditAdministrators'])
    expect(only.kinds.toSorted()).toEqual(['Invite', 'Player'])
    expect(only.text).not.toMatch(/Mia|Mya|"no"|> no/)
    expect((await as(['canEditAdministrators', 'canEditFees'])).text).toMatch(/Mia Moreno/)
    const whole = (await as(['canEditAdministrators', 'canEditEvents'])).text
    expect(whole).toMatch(/Mya/)
    expect(whole).toMatch(/> no/)
  })

  it('is not written for automatic changes, nor if nothing changed', async () => {
    const club = await aClub()
    await hear(club, { by: 'copies' })
    await hear(club, { changed: {} })
    expect((await list(club)).entries).toEqual([])
  })

  it('is found by person, kind and day in the reader’s time zone, and exported by month', async () => {
    const club = await aClub()
    const on = (at: string, more: Given = {}) => hear(club, { at, version: Number(at.slice(8, 10)), ...more })
    await on('2026-08-05T10:00:00.000Z', { by: 'ann' })
    await on('2026-11-19T23:59:59.999Z', { by: 'ann', kind: 'Links', sk: `LINKS#${club.organizationId}` })
    await on('2026-11-20T00:00:00.000Z', { by: 'bo' })
    const whens = async (query: object) => (await list(club, query)).entries.map(({ when }) => when.slice(5, 10))
    expect(await whens({})).toEqual(['11-20', '11-19', '08-05'])
    expect(await whens({ person: 'ann' })).toEqual(['11-19', '08-05'])
    expect(await whens({ person: 'ann', kind: 'Links' })).toEqual(['11-19'])
    expect(await whens({ kind: 'Organization' })).toEqual(['11-20', '08-05'])
    expect(await whens({ day: '2026-11-19' })).toEqual(['11-19'])
    expect(await whens({ day: '2026-08-05' })).toEqual(['08-05'])
    expect(await whens({ day: '2026-08-06' })).toEqual([])
    // In the viewer's time zone, all of these happened a few hours earlier.
    const timezone = 'America/Los_Angeles'
    expect(await whens({ day: '2026-11-19', timezone })).toEqual(['11-20', '11-19'])
    expect(await whens({ day: '2026-11-20', timezone })).toEqual([])
    expect(await whens({ day: '2026-11-20', timezone: 'Pacific/Auckland' })).toEqual(['11-20', '11-19'])
    const { body } = await call('GET /rest-api/audit/{orgId}/csv', {
      as: club.user('admin'),
      orgId: club.organizationId,
      query: { month: '2026-08' },
    })
    expect(body).toBe(
      '\ufeffWhen,Who,On behalf of,What,Change,About,Ids,Changes\r\n' +
        `2026-08-05T10:00:00.000Z,Touchline,,Club,Changed,,${club.organizationId},1 detail not shown here\r\n`,
    )
    await write(stamp, noticeChoices.create({ userId: club.user('admin'), language: 'es' }))
    const spanish = await call('GET /rest-api/audit/{orgId}/csv', {
      as: club.user('admin'),
      orgId: club.organizationId,
      query: { month: '2026-08' },
    })
    expect(spanish.body).toMatch(/^\ufeffCuándo,Quién,En lugar de,Qué,Cambio,Sobre,Ids,Cambios\r\n/)
    expect(spanish.body).toContain('Touchline,,Club,Cambio,,')
  })

  it('is exported with labels in the reader’s language', async () => {
    const club = await aClub()
    await hear(club, { changed: { isRosterVisible: { before: false, after: true }, name: {}, phone: {} } })
    const asked = { as: club.user('admin'), orgId: club.organizationId, query: { month: '2026-11' } }
    const csv = async () => (await call('GET /rest-api/audit/{orgId}/csv', asked)).body
    expect(await csv()).toContain(',"Families see the roster: false > true; 2 details not shown here"\r\n')
    await write(stamp, noticeChoices.create({ userId: club.user('admin'), language: 'es' }))
    expect(await csv()).toContain(',"Las familias ven la plantilla: false > true; 2 datos que no se muestran aquí"\r\n')
  })

  it.each([
    { months: { '2026-11': 30, '2026-10': 30 }, pages: [50, 10] },
    // The months queried in parallel return more than fits on a page.
    { months: { '2026-11': 20, '2026-10': 25, '2026-09': 25, '2026-08': 40, '2025-01': 3 }, pages: [50, 50, 13] },
    { months: { '2026-11': 10, '2026-10': 40, '2025-02': 1 }, pages: [50, 1] },
    { months: { '2026-11': 10, '2026-10': 10, '2026-03': 30, '2026-02': 2 }, pages: [50, 2] },
  ])('is listed once, latest first, 50 per page: $pages', async ({ months, pages }) => {
    const club = await aClub()
    const ats = Object.entries(months).flatMap(([month, count]) =>
      Array.from({ length: count }, (_, i) => `${month}-01T10:00:${String(i).padStart(2, '0')}.000Z`),
    )
    await Promise.all(ats.map((at, version) => hear(club, { version, at })))
    const found = [await list(club)]
    for (let cursor = found[0]?.cursor; cursor && found.length < 9; cursor = found.at(-1)?.cursor)
      found.push(await list(club, { cursor }))
    expect(found.map(({ entries }) => entries.length)).toEqual(pages)
    expect(found.flatMap(({ entries }) => entries.map(({ when }) => when))).toEqual(ats.toSorted().toReversed())
  })

  it('of a removal names who removed it', async () => {
    const club = await aClub()
    const { organizationId } = club
    const second = { userId: club.user('second'), firstName: 'Bo', lastName: 'Two', flags: [...flags] }
    await write(stamp, ...organizationAdministrators.appoint(club.organization, second))
    const gone = { ...stamp, actor: club.user('admin') }
    await write(gone, ...organizationAdministrators.dismiss({ userId: second.userId, organizationId }))
    const [trace, ...others] = await all<{ of: string; pk: string; sk: string }>({
      pk: `ORG#${organizationId}`,
      ...startingWith('GONE#'),
      consistent: true,
    })
    expect([trace?.of, trace?.by, others]).toEqual(['Organization administrator', club.user('admin'), []])
    const { pk = '', sk = '', by = '', at = '' } = trace ?? {}
    const told = { by, stamped: at, version: 1, changed: { of: { after: trace?.of } } }
    await deliverTo(handler, { kind: 'Removal', pk, sk, change: 'created', at, told })
    expect((await list(club)).entries).toMatchObject([
      { who: { id: club.user('admin') }, kind: 'Organization administrator', change: 'removed', changes: [] },
    ])
  })
})

describe('the change taken from the stream', () => {
  const image = (row: Record<string, AttributeValue>) => ({
    kind: { S: 'Player' },
    by: { S: 'ann' },
    at: { S: 'now' },
    ...row,
  })
  const record = (before: Record<string, AttributeValue>, now: Record<string, AttributeValue>) =>
    ({ dynamodb: { OldImage: image(before), NewImage: image(now) } }) as DynamoDBRecord

  it('contains changed attributes, with shortened values only of those that may be shown', () => {
    const before = { name: { S: 'a' }, note: { S: 'asthma' }, version: { N: '1' }, flags: { L: [{ S: 'x' }] } }
    const now = {
      name: { S: 'b'.repeat(400) },
      note: { S: 'none' },
      version: { N: '2' },
      flags: { L: [{ S: 'x' }, { S: 'y' }] },
    }
    expect(detailsOf(record(before, now), ['name', 'flags'])).toEqual({
      by: 'ann',
      stamped: 'now',
      version: 2,
      changed: {
        name: { before: 'a', after: `${'b'.repeat(300)}…` },
        note: {},
        flags: { before: 'x', after: 'x, y' },
      },
    })
  })

  it('never contains values of a child’s health, note, birth date, address or message', () => {
    const told = Object.values(audited).flat()
    const secret = ['note', 'medical', 'allergies', 'bornOn', 'email', 'phone', 'text', 'address', 'key', 'reason']
    expect(told.filter((name) => secret.includes(name))).toEqual([])
    expect(audited['Player details']).toEqual([])
    expect(childData).toContain('medical')
  })
})

it('an entry made on behalf of a user is found by that user', async () => {
  const club = await aClub()
  await hear(club, { by: 'stella', byFor: club.user('coach'), version: 3 })
  await hear(club, { by: club.user('admin'), version: 4 })
  const of = async (person: string) => (await list(club, { person })).entries.map(({ through }) => through?.id)
  expect(await of(club.user('coach'))).toEqual(['stella'])
  expect(await of(club.user('admin'))).toEqual([undefined])
  expect(await of('stella')).toEqual([])
})

describe('an audit entry of reading', () => {
  it('is written for an exported list, and for viewing the health data of someone else’s child', async () => {
    const club = await aClub()
    const { organizationId: orgId, mia } = club
    const medical = 'Allergic to nuts.'
    await write(stamp, playerDetails.upsert({ playerId: mia.playerId }, { set: { medical } }))
    await call('GET /rest-api/agreements/standing/{orgUnitId}/csv', { as: club.user('admin'), orgUnitId: orgId })
    const look = (as: string) =>
      call('GET /rest-api/teams/player/{playerId}', {
        as: club.user(as),
        playerId: mia.playerId,
        query: { o: club.falcons.teamId },
        now: '2026-11-21T17:00:00Z',
      })
    // Family, and a coach who may not see it, leave no entry; a user who manages registrations does, each time.
    const [parent, coach, admin] = [await look('parent'), await look('coach'), await look('admin')]
    expect([parent.body.medical, coach.body.medical, admin.body.medical]).toEqual([medical, null, medical])
    const { entries } = await list(club)
    expect(entries.map(({ kind, change, who, about }) => [kind, change, who.id, about])).toEqual([
      ['Export', 'read', club.user('admin'), [orgId]],
      ['Health', 'read', club.user('admin'), [mia.playerId]],
    ])
    expect(JSON.stringify(entries)).not.toContain('nuts')
  })

  it('is required: the export fails if the entry cannot be written', async () => {
    const club = await aClub()
    const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockRejectedValue(new Error('no table'))
    const { status } = await call('GET /rest-api/audit/{orgId}/csv', {
      as: club.user('admin'),
      orgId: club.organizationId,
      query: { month: '2026-11' },
    })
    spy.mockRestore()
    expect(status).toBe(500)
  })
})
