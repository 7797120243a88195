import { afterEach, describe, expect, it, vi } from 'vitest'
import { handler as heard } from '#functions/staff/clubHandler.ts'
import { handler as countFigures } from '#functions/staff/figuresHandler.ts'
import { clubLines } from '#functions/table/clubLines.ts'
import { libraryUsage } from '#functions/table/libraries.ts'
import { organizations } from '#functions/table/organizations.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { recordingMonths } from '#functions/table/recordings.ts'
import { update, write } from '#functions/table/table.ts'
import { countUse } from '#functions/http/countUse.ts'
import { putObject } from '#functions/media/bucket.ts'
import { runMetered } from '#functions/table/meter.ts'
import { clubUsage } from '#functions/table/usage.ts'
import { centsOf } from '#shared/rules/costs.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { deliverTo, runScheduled } from '../workers.ts'

const staff = { as: 'stella', groups: ['ROLE_SALES'] }
const tell = ({ organizationId }: Club) => deliverTo(heard, { pk: `ORG#${organizationId}`, sk: 'ORG' })

afterEach(() => {
  delete process.env['USAGE_SHARE']
})

describe('the lists of clubs', () => {
  it('have the current state of clubs, also after repeated and late messages', async () => {
    const club = await aClub()
    const id = { organizationId: club.organizationId }
    await tell(club)
    const name = `Qqrenamed ${newPart('x')}`
    await update(stamp, organizations.change(id, { set: { ...id, name, country: 'DE', reminds: undefined } }))
    await Promise.all([tell(club), tell(club)])
    const { body } = await call('GET /rest-api/report/org-list', { ...staff, query: { show: name.toUpperCase() } })
    expect(body.clubs).toMatchObject([{ id: club.organizationId, name, country: 'DE', academyEnabled: true }])
    const line = await clubLines.get(id)
    // A worker that has read before the last change detects it and skips its write.
    await update(stamp, clubLines.change(id, { set: { sources: 99 } }))
    await tell(club)
    expect((await clubLines.get(id))?.sources).toBe(99)
    expect(line).toMatchObject({ given: 1000, used: 2 })
  })

  it('cost at most three read units per page, among a thousand clubs', async () => {
    const beginning = `zzunits${newPart('x')}`
    const count = process.env['RUNS'] ? 1000 : 60
    const made = Array.from({ length: count }, async (_, i) => {
      const organizationId = newPart('o')
      const line = {
        organizationId,
        // As long as a name can be.
        name: `${beginning} ${String(i).padStart(4, '0')} ${'Association football'.repeat(2)}`,
        sport: 'American Football',
        timezone: 'America/Argentina/Buenos_Aires',
        country: 'AR',
        academy: true,
        registration: true,
        given: 500,
        used: 499,
        plan: 'annual' as const,
        status: 'trialing' as const,
        sources: 1000,
      }
      await update(stamp, clubLines.upsert({ organizationId }, { set: line }))
    })
    await Promise.all(made)
    const log = vi.spyOn(console, 'info').mockReturnValue(undefined)
    try {
      const { body } = await call('GET /rest-api/report/org-list', { ...staff, query: { show: beginning } })
      expect(body.clubs.length).toBeGreaterThanOrEqual(Math.min(40, count))
      await call('GET /rest-api/report/organization-subscriptions', { ...staff, query: {} })
      const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as { readUnits: number })
      // Reading the caller is an additional unit.
      expect(lines.map(({ readUnits }) => readUnits - 1 <= 3)).toEqual([true, true])
    } finally {
      log.mockRestore()
    }
  })

  it('are created for existing clubs with the daily figures', async () => {
    const club = await aClub()
    expect(await clubLines.get(club)).toBeUndefined()
    await runScheduled(countFigures, '2026-11-21T08:10:00Z')
    expect(await clubLines.get(club)).toMatchObject({ name: 'Springfield FC', used: 2 })
  })
})

describe('the cost of a club', () => {
  it('is counted by a sample of its requests', async () => {
    const club = await aClub()
    const ask = () =>
      call('GET /rest-api/organization/administrators/{orgUnitId}', {
        as: club.user('admin'),
        orgUnitId: club.organizationId,
      })
    await ask()
    const id = { organizationId: club.organizationId, month: '2026-11' }
    expect(await clubUsage.get(id)).toBeUndefined()
    process.env['USAGE_SHARE'] = '1'
    await Promise.all([ask(), ask(), ask()])
    // Refused requests are not attributed to the club.
    await call('GET /rest-api/organization/administrators/{orgUnitId}', {
      as: club.user('nobody'),
      orgUnitId: club.organizationId,
    })
    const used = await clubUsage.get(id, { consistent: true })
    expect(used?.requests).toBe(3)
    expect(used?.readUnits).toBeGreaterThanOrEqual(3)
    process.env['USAGE_SHARE'] = '4'
    for (let i = 0; i < 24; i++) await ask()
    const more = (await clubUsage.get(id, { consistent: true }))?.requests ?? 0
    expect((more - 3) % 4).toBe(0)
  })

  it('includes the scanning of its uploads', async () => {
    const club = await aClub()
    process.env['USAGE_SHARE'] = '2'
    await runMetered(async (meter) => {
      await putObject(`files/${club.organizationId}.${newPart('f')}`, Buffer.from('hello'), {})
      for (let i = 0; i < 20; i++)
        await countUse({
          ...{ requestId: String(i), club: club.organizationId, meter, ms: 1 },
          now: '2026-11-21T18:00:00Z',
        })
    })
    const { requests = 0, ...used } = (await clubUsage.get(
      { organizationId: club.organizationId, month: '2026-11' },
      { consistent: true },
    )) ?? { month: '' }
    expect(requests).toBeGreaterThan(0)
    expect(used).toMatchObject({ scans: requests, scannedBytes: requests * 5 })
  })

  it('is shown in dollars beside what it pays', async () => {
    // Calculated by hand: 1,000,000 requests 2.20, as many read units 0.125 and write units 0.625, 75,000 s of functions
    // 1.000005, 10,000 mails 1.00, 100 GB 2.30, scanning 1,000 files 0.215 and their 10 GB 0.90.
    const usage = {
      requests: 1_000_000,
      readUnits: 1_000_000,
      writeUnits: 1_000_000,
      ms: 75_000_000,
      mails: 10_000,
      bytes: 100_000_000_000,
      scans: 1000,
      scannedBytes: 10_000_000_000,
    }
    expect(centsOf(usage)).toBeCloseTo(836.5005, 3)

    const club = await aClub()
    const id = { organizationId: club.organizationId }
    const { bytes, ...counted } = usage
    await update(stamp, clubUsage.upsert({ ...id, month: '2026-11' }, { set: { month: '2026-11', ...counted } }))
    // Of recordings, which are a part of what is stored, there were 40 GB more within the month.
    await update(stamp, libraryUsage.upsert(id, { set: { bytes: bytes - 40_000_000_000 } }))
    const months = { '2026-11': { most: 60_000_000_000, last: 20_000_000_000 } }
    await write(stamp, recordingMonths.create({ ...id, months }))
    const bought = { plan: 'monthly', priceId: 'price_monthly', teams: 3, status: 'active', attempt: 1 } as const
    await update(stamp, subscriptions.upsert(id, { set: { ...id, ...bought, startedBy: 'x' } }))
    await update(stamp, organizations.change(id, { set: { ...id, name: ` !${newPart('x')}`, reminds: undefined } }))
    await tell(club)
    let cursor: string | null | undefined
    do {
      const { body } = await call('GET /rest-api/report/costs', { ...staff, query: cursor ? { cursor } : {} })
      const found = body.clubs.find((each) => each.id === club.organizationId)
      if (found) {
        expect(found).toMatchObject({ usage, paysCents: 699 * 1000 })
        return expect(found.costCents).toBeCloseTo(836.5005, 3)
      }
      cursor = body.cursor
    } while (cursor)
    throw new Error('The club is not listed.')
  })
})
