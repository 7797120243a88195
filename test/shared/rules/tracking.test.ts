import { describe, expect, it } from 'vitest'
import { sumsByPeriod } from '#shared/rules/registrations/tracking.ts'

const on = (day: string, registered: number, priceInCents: number) => ({ day, registered, priceInCents })

describe('registrations over time', () => {
  it('include days without any, in order', () => {
    expect(sumsByPeriod([on('2026-03-01', 1, 500), on('2026-02-26', 2, 0)])).toEqual({
      by: 'day',
      sums: [on('2026-02-26', 2, 0), on('2026-02-27', 0, 0), on('2026-02-28', 0, 0), on('2026-03-01', 1, 500)],
    })
    expect(sumsByPeriod([on('2026-02-26', 2, 900)]).sums).toEqual([on('2026-02-26', 2, 900)])
    expect(sumsByPeriod([])).toEqual({ by: 'day', sums: [] })
  })

  it('are grouped by weeks from Monday for more than 62 days', () => {
    const first = on('2026-01-01', 1, 100)
    const of62 = sumsByPeriod([first, on('2026-03-03', 1, 100)])
    expect([of62.by, of62.sums.length]).toEqual(['day', 62])
    // A Thursday; the Sunday of the following week; and the Wednesday that is the 63rd day.
    const { by, sums } = sumsByPeriod([first, on('2026-01-11', 3, 50), on('2026-03-04', 2, 1000)])
    expect([by, sums.length]).toEqual(['week', 10])
    expect([sums[0], sums[1], sums[2], sums.at(-1)]).toEqual([
      on('2025-12-29', 1, 100),
      on('2026-01-05', 3, 50),
      on('2026-01-12', 0, 0),
      on('2026-03-02', 2, 1000),
    ])
  })
})
