import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it, vi } from 'vitest'
import { db, TableName } from '#functions/table/database.ts'
import { feePayments, fees } from '#functions/table/fees.ts'
import { write } from '#functions/table/table.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call, send } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { measureCost } from '../measureCost.ts'
import { aClubWithFee, charge, recordPayment } from './charging.ts'

const SEARCH = 'GET /rest-api/fee/search/{orgUnitId}'
type Query = NonNullable<Parameters<typeof call<typeof SEARCH>>[1]['query']>
const search = async (club: Club, query: Query = {}, { as = 'admin', orgUnitId = club.organizationId } = {}) =>
  (await call(SEARCH, { as: club.user(as), orgUnitId, query })).body
const titles = (page: Awaited<ReturnType<typeof search>>) =>
  page.fees.map(({ player, name, status }) => `${player.firstName} ${name} ${status}`)

/** Fees of both teams and of the club itself, in all states. */
async function aSeason() {
  const club = await aClub()
  const chargedFor = async (name: string, dueOn: string, orgUnitId: string, player: { playerId: string }) => {
    const feeId = `${orgUnitId}.${newPart('d')}`
    await charge(club, { feeId, name, dueOn, orgUnitId, players: [player] })
    return playerFeeOf(feeId, player.playerId)
  }
  await chargedFor('Late', '2026-11-20', club.falcons.teamId, club.mia)
  await chargedFor('Kit', '2026-12-01', club.falcons.teamId, club.leo)
  await chargedFor('Otters', '2027-01-01', club.otters.teamId, club.sam)
  await recordPayment(club, await chargedFor('Club', '2026-12-15', club.organizationId, club.mia), 5000)
  return club
}

it('lists the fees of a club, latest due date first, and of a team only its own', async () => {
  const club = await aSeason()
  const all = await search(club)
  expect(titles(all)).toEqual(['Sam Otters UNPAID', 'Mia Club PAID', 'Leo Kit UNPAID', 'Mia Late LATE'])
  expect(all.cursor).toBeNull()
  const falcons = await search(club, {}, { orgUnitId: club.falcons.teamId })
  expect(titles(falcons)).toEqual(['Leo Kit UNPAID', 'Mia Late LATE'])
  expect(falcons.fees).toEqual(all.fees.slice(2))
})

it('filters by status, player, due date and fee name, but not by player name', async () => {
  const club = await aSeason()
  expect(titles(await search(club, { status: 'LATE' }))).toEqual(['Mia Late LATE'])
  expect(titles(await search(club, { playerId: club.mia.playerId }))).toEqual(['Mia Club PAID', 'Mia Late LATE'])
  expect(titles(await search(club, { dueFrom: '2026-12-01', dueTo: '2026-12-15' }))).toEqual([
    'Mia Club PAID',
    'Leo Kit UNPAID',
  ])
  expect(titles(await search(club, { filter: 'kít' }))).toEqual(['Leo Kit UNPAID'])
  expect(titles(await search(club, { filter: 'late', status: 'LATE' }))).toEqual(['Mia Late LATE'])
  expect(titles(await search(club, { filter: 'late kit' }))).toEqual([])
  // Only the purpose of a fee is searched, so that nobody puts a child's name into a URL.
  expect(titles(await search(club, { filter: 'mia' }))).toEqual([])
  // The start of the range is after its end.
  expect(titles(await search(club, { dueFrom: '2026-12-15', dueTo: '2026-12-01' }))).toEqual([])
})

it('returns pages of 50 at a cost of at most 3 read units, and every fee once, filtered or not', async () => {
  const roster = Array.from({ length: 117 }, (_, i) => `Player ${i}`)
  const club = await aClub({ roster })
  await charge(club, { players: club.falconPlayers, name: 'Registration of the spring season' })
  for (const orgUnitId of [club.organizationId, club.falcons.teamId])
    for (const query of [{}, { status: 'UNPAID' }] as const) {
      const found: string[] = []
      const sizes: number[] = []
      let cursor: string | undefined
      do {
        const page = await search(club, { ...query, cursor }, { orgUnitId })
        found.push(...page.fees.map(({ feePlayerId }) => feePlayerId))
        sizes.push(page.fees.length)
        cursor = page.cursor ?? undefined
      } while (cursor)
      expect(sizes.filter((size) => size > 0)).toEqual([50, 50, 20])
      expect(new Set(found).size).toBe(120)
    }
  const info = vi.spyOn(console, 'info')
  await search(club)
  await search(club, {}, { orgUnitId: club.falcons.teamId })
  const costs = info.mock.calls.map(([line]) => JSON.parse(line as string) as object)
  info.mockRestore()
  // In addition to the reads of the caller's rights, their club and the team.
  expect(costs[0]).toMatchObject({ readUnits: 1.5 + 3, calls: 3 })
  expect(costs[1]).toMatchObject({ readUnits: 2 + 2, calls: 3 })
})

it('rejects a cursor of another list', async () => {
  const roster = Array.from({ length: 60 }, (_, i) => `Player ${i}`)
  const club = await aClub({ roster })
  await charge(club, { players: club.falconPlayers })
  const { cursor } = await search(club, {}, { orgUnitId: club.falcons.teamId })
  const answer = await call(SEARCH, {
    as: club.user('admin'),
    orgUnitId: club.otters.teamId,
    query: { cursor: cursor ?? '' },
  })
  expect(answer.status).toBe(400)
})

it('totals what is due, paid and late by month', async () => {
  const club = await aSeason()
  const totals = async (orgUnitId: string) =>
    (await call('GET /rest-api/fee/totals/{orgUnitId}', { as: club.user('admin'), orgUnitId })).body
  expect(await totals(club.organizationId)).toEqual({
    totals: { dueInCents: 15_000, paidInCents: 5000, lateInCents: 5000, comingInCents: 0 },
    months: [
      { month: '2026-11', dueInCents: 5000, paidInCents: 0, lateInCents: 5000, comingInCents: 0 },
      { month: '2026-12', dueInCents: 5000, paidInCents: 5000, lateInCents: 0, comingInCents: 0 },
      { month: '2027-01', dueInCents: 5000, paidInCents: 0, lateInCents: 0, comingInCents: 0 },
    ],
  })
  expect((await totals(club.falcons.teamId)).totals).toEqual({
    dueInCents: 10_000,
    paidInCents: 0,
    lateInCents: 5000,
    comingInCents: 0,
  })
})

it('lists a parent’s own players’ fees in all clubs, and nobody else’s', async () => {
  const club = await aSeason()
  const mine = async (as: string) =>
    (await call('GET /rest-api/fee/my-fees', { as: club.user(as) })).body.fees.map(
      ({ name, status, organization }) => `${name} ${status} ${organization.name}`,
    )
  expect(await mine('parent')).toEqual(['Late LATE Springfield FC', 'Club PAID Springfield FC'])
  expect(await mine('fan')).toEqual([])
  expect(await mine('admin')).toEqual([])
})

it('exports only the fees that match the filter', async () => {
  const club = await aSeason()
  const sought = async (query: object) => {
    const { body } = await file('GET /rest-api/fee/export/{orgUnitId}', club, { orgUnitId: club.organizationId, query })
    return body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[3])
  }
  expect(await sought({ status: 'LATE' })).toEqual(['Late'])
  expect(await sought({ playerId: club.mia.playerId })).toEqual(['Club', 'Late'])
  expect(await sought({ dueFrom: '2026-12-01', dueTo: '2026-12-15' })).toEqual(['Club', 'Kit'])
  expect(await sought({})).toEqual(['Otters', 'Club', 'Kit', 'Late'])
})

it('exports fees as CSV in the reader’s language, with formulas in names escaped', async () => {
  const { club, feePlayerId } = await aClubWithFee({ name: '=cmd' })
  await write(stamp, fees.change({ playerFeeId: feePlayerId }, { set: { firstName: '=Mia' } }))
  await recordPayment(club, feePlayerId, 1234)
  const { status, headers, body } = await file('GET /rest-api/fee/export/{orgUnitId}', club, {
    orgUnitId: club.falcons.teamId,
  })
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(body).toBe(
    '\ufeffFirst name,Last name,Team,Fee,Status,Due,Amount,Paid,Waived,Open,Player,On its way,Payers,How it was paid,Paid on\r\n' +
      `'=Mia,Moreno,Falcons,'=cmd,Partly paid,2026-12-01,50.00,12.34,0.00,37.66,${club.mia.playerId},0.00,,Cash,2026-11-21\r\n`,
  )
  await write(stamp, noticeChoices.create({ userId: club.user('admin'), language: 'es' }))
  const spanish = await file('GET /rest-api/fee/export/{orgUnitId}', club, { orgUnitId: club.falcons.teamId })
  expect(spanish.body).toMatch(/^\ufeffNombre,Apellidos,Equipo,Cuota,Estado,Vence,.*,Pagada en parte,/s)
})

it('exports method and date of payments that were not undone, but neither payer nor note', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await recordPayment(club, feePlayerId, 1000, { note: 'Ann at practice' })
  await recordPayment(club, feePlayerId, 500, { paidOn: '2026-11-02' })
  await recordPayment(club, feePlayerId, 200, { paymentId: 'cash-0001' })
  const mistake = { as: club.user('admin'), feePlayerId, body: { paymentId: 'cash-0001' } }
  await call('POST /rest-api/fee/undo-payment/{feePlayerId}', mistake)
  const byCard = { playerFeeId: feePlayerId, paymentId: `${club.organizationId}.${newPart('y')}`, cents: 1000 }
  await write(
    stamp,
    fees.change({ playerFeeId: feePlayerId }, { set: { paid: 2500 } }),
    // Still the day before in the club's time zone.
    feePayments.create({
      ...byCard,
      how: 'CARD',
      note: 'Visa •••• 4242',
      paidAt: '2026-11-22T03:00:00.000Z',
      givenBack: 0,
    }),
  )
  const lines = async () =>
    (await file('GET /rest-api/fee/export/{orgUnitId}', club, { orgUnitId: club.falcons.teamId })).body.split('\r\n')
  const [, line = ''] = await lines()
  expect(line).toMatch(/,0\.00,,"Cash, Cash, Visa •••• 4242","2026-11-02, 2026-11-21, 2026-11-21"$/)
  expect(line).not.toContain('Ann')
  await write(stamp, noticeChoices.create({ userId: club.user('admin'), language: 'es' }))
  const [heads = '', spanish = ''] = await lines()
  expect([heads, spanish]).toEqual([
    expect.stringMatching(/,Cómo se pagó,Pagado el$/),
    expect.stringContaining('Efectivo'),
  ])
})

it('reads payments for an export in pages, and single ones only where the index lacks them', async () => {
  const roster = Array.from({ length: 60 }, (_, i) => `Player ${i}`)
  const club = await aClub({ roster })
  const feeId = `${club.falcons.teamId}.${newPart('d')}`
  await charge(club, { feeId, players: club.falconPlayers })
  for (const { playerId } of club.falconPlayers) {
    const playerFeeId = playerFeeOf(feeId, playerId)
    const payment = { playerFeeId, paymentId: 'cash-0001', cents: 700, how: 'CASH' as const, givenBack: 0 }
    await write(
      stamp,
      feePayments.create({ ...payment, paidAt: stamp.at }),
      fees.change({ playerFeeId }, { set: { paid: 700 } }),
    )
  }
  const exported = async () => {
    let lines: string[] = []
    const { calls } = await measureCost(async () => {
      const { body } = await file('GET /rest-api/fee/export/{orgUnitId}', club, { orgUnitId: club.falcons.teamId })
      lines = body.split('\r\n').slice(1, -1)
    })
    return { calls, paid: lines.filter((line) => line.endsWith(',Cash,2026-11-01')).length }
  }
  const first = await exported()
  expect(first.paid).toBe(63)
  expect(first.calls).toBeLessThan(15)
  // A payment from before that index existed.
  const Key = feePayments.key({ playerFeeId: playerFeeOf(feeId, club.leo.playerId), paymentId: 'cash-0001' })
  await db.send(new UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE gsi2pk, gsi2sk' }))
  expect(await exported()).toEqual({ paid: 63, calls: first.calls + 1 })
})

it('exports a journal that declares accounts and balanced entries, without names of players', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await recordPayment(club, feePlayerId, 1234, { paymentId: 'cash-0001' })
  const { body } = await file('GET /rest-api/fee/journal/{orgId}', club, { orgId: club.organizationId })
  expect(body).toContain('account assets:receivable\n')
  expect(body).toContain(
    `\n2026-11-21 * (manual:${feePlayerId}:cash-0001) manual\n` +
      '    assets:cash  12.34 USD\n    assets:receivable  -12.34 USD\n',
  )
  expect(body).not.toMatch(/Mia|Moreno/)
})

/** A file downloaded by the administrator, as text. */
async function file(
  key: 'GET /rest-api/fee/export/{orgUnitId}' | 'GET /rest-api/fee/journal/{orgId}',
  club: Club,
  params: object,
) {
  const { status, headers, body } = await send(key, { as: club.user('admin'), ...params })
  return { status, headers, body: String(body) }
}
