import { describe, expect, it } from 'vitest'
import { handler as changedHandler } from '#functions/feeds/changedHandler.ts'
import { clubMonths } from '#functions/table/clubMonths.ts'
import { type Event, events } from '#functions/table/events.ts'
import { update } from '#functions/table/table.ts'
import { addHours } from '#shared/rules/days.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, stamp } from '../club.ts'
import { measureCost } from '../measureCost.ts'
import { deliverTo } from '../workers.ts'
import { writeEvents, eventForm } from './planning.ts'

const MONTH = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
const november = { start: '2026-11-01', end: '2026-12-01', related: 'true' } as const
const noon = '2026-11-21T18:00:00Z'
/** This many minutes after noon. */
const later = (minutes: number) => addHours(noon, minutes / 60)

/** A club with many events of one team in November, with typical texts. */
async function aBusyClub(count: number) {
  const club = await aClub()
  const many = Array.from({ length: count }, (_, i) => {
    const start = addHours('2026-11-02T16:00:00Z', (i % 27) * 24 + (i % 7))
    const name = ['Practice', 'Game against the Wanderers', 'Friendly', 'Team meeting'][i % 4] ?? ''
    return anEvent(club.otters, { start, end: addHours(start, 1.5), name, field: String(i % 5) })
  })
  await writeEvents(many)
  return { club, many }
}
const month = async (
  club: Club,
  now = noon,
  as = 'admin',
  query: typeof november | { start: string; end: string } = november,
) => (await call(MONTH, { as: club.user(as), orgUnitId: club.organizationId, query, now })).body.events
const readAt = async ({ organizationId }: Club) => {
  const { readAt: at = '' } = (await clubMonths.get({ organizationId, month: '2026-11' }, { consistent: true })) ?? {}
  return at.replace('.000Z', 'Z')
}
const nameOf = (list: { id: string; name: string }[], { eventId }: Event) => list.find(({ id }) => id === eventId)?.name

describe('a club’s month', () => {
  it('of 600 events costs at most 12 read units once it is packed, and is the same', async () => {
    const { club } = await aBusyClub(600)
    const first = await month(club)
    expect(first).toHaveLength(601)
    let second: typeof first = []
    const { readUnits, trips } = await measureCost(async () => {
      second = await month(club, later(5))
    })
    expect(second).toEqual(first)
    expect(readUnits).toBeGreaterThan(3)
    expect(readUnits).toBeLessThanOrEqual(12)
    expect(trips).toBe(1)
  })

  it('shows changes at once, whether requested or heard of, and is packed again afterwards', async () => {
    const { club, many } = await aBusyClub(160)
    const [one, other] = many as [Event, Event]
    await month(club)
    expect(await readAt(club)).toBe(noon)
    const body = { ...eventForm, revision: 1, askAgain: false, tell: false, name: 'Moved' }
    const at = later(5)
    // Moved out of November, it disappears there and appears in its new month.
    const moved = { start: '2026-12-08T23:30:00Z', end: '2026-12-09T01:00:00Z' }
    await call('PUT /rest-api/calendar/event/{eventId}', {
      as: club.user('admin'),
      eventId: one.eventId,
      body: { ...body, ...moved },
      now: at,
    })
    expect(await month(club, at)).toHaveLength(160)
    const december = { start: '2026-12-01', end: '2027-01-01', related: 'true' }
    expect(nameOf(await month(club, at, 'admin', december), one)).toBe('Moved')
    expect(await readAt(club)).toBe(noon)
    await month(club, later(7))
    expect(await readAt(club)).toBe(later(7))

    await update({ ...stamp, at: later(8) }, events.change(other, { set: { name: 'Renamed' } }))
    await deliverTo(changedHandler, { kind: 'Event', ...events.key(other), at: later(8) }, later(8))
    // A late message contains nothing new.
    await deliverTo(changedHandler, { kind: 'Event', ...events.key(other), at: later(6) }, later(9))
    expect(nameOf(await month(club, later(8.5)), other)).toBe('Renamed')
    expect(await readAt(club)).toBe(later(7))
    expect(nameOf(await month(club, later(10)), other)).toBe('Renamed')
    expect(await readAt(club)).toBe(later(10))
  })

  it('has events of several days that began before it, also when packed, and shows their changes at once', async () => {
    const { club } = await aBusyClub(151)
    const camp = anEvent(club.otters, { name: 'Camp', start: '2026-10-30T15:00:00Z', end: '2026-11-02T20:00:00Z' })
    await writeEvents([camp])
    const names = async (now: string, query = november) => nameOf(await month(club, now, 'admin', query), camp)
    expect(await names(noon)).toBe('Camp')
    expect([await readAt(club), await names(later(5))]).toEqual([noon, 'Camp'])
    expect(await names(noon, { ...november, end: '2026-11-08' } as never)).toBe('Camp')
    const hear = (minutes: number, told?: object) =>
      deliverTo(
        changedHandler,
        { kind: 'Event', ...events.key(camp), at: later(minutes), told } as never,
        later(minutes),
      )
    await update({ ...stamp, at: later(8) }, events.change(camp, { set: { name: 'Renamed' } }))
    await hear(8)
    expect(await names(later(8.5))).toBe('Renamed')
    expect([await names(later(10)), await readAt(club)]).toEqual(['Renamed', later(10)])
    // It ends in October now.
    const end = '2026-10-31T20:00:00Z'
    await update({ ...stamp, at: later(12) }, events.change(camp, { set: { end } }))
    await hear(12, { changed: { end: { before: camp.end, after: end } }, stands: { start: camp.start } })
    expect(await names(later(12.5))).toBeUndefined()
  })

  it('is limited to the teams the reader may see, also when packed', async () => {
    const { club } = await aBusyClub(151)
    await month(club)
    expect(await readAt(club)).toBe(noon)
    expect((await month(club, noon, 'coach')).map(({ id }) => id)).toEqual([club.game.eventId])
  })
})
