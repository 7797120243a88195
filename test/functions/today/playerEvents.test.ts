import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, stamp } from '../club.ts'

const EVENTS = 'GET /api/v1/playerEvents'
const startUtc = '2026-11-21T06:00:00Z'
const eventsOf = (club: Club, as: string, players?: string) =>
  call(EVENTS, { as: club.user(as), query: { startUtc, ...(players && { players }) } })

/** Six events of Mia's team: at the very start and end of the 60 days, and just outside. */
async function aSeason() {
  const club = await aClub({ event: { name: 'game', start: '2026-11-22T00:30:00Z' } })
  const starts = {
    before: '2026-11-21T05:59:59Z',
    first: '2026-11-21T06:00:00Z',
    later: '2026-12-24T18:00:00Z',
    last: '2027-01-20T06:00:00Z',
    after: '2027-01-20T06:00:01Z',
  }
  for (const [name, start] of Object.entries(starts).toReversed())
    await createEvent(stamp, anEvent(club.falcons, { name, start, end: start }), [club.mia])
  return club
}

describe('upcoming events', () => {
  it('are those of the caller’s players in the next 60 days, soonest first, with their answers', async () => {
    const club = await aSeason()
    const { body } = await eventsOf(club, 'parent')
    expect(body.events.map(({ event }) => event.name)).toEqual(['first', 'game', 'later', 'last'])
    expect(body.events[1]).toMatchObject({
      player: { firstName: 'Mia' },
      invite: { status: { value: 'Pending' } },
      location: { name: 'North Park' },
    })
  })

  it('are the same with a hint of players, in one round trip; a hint of another player shows nothing', async () => {
    const club = await aSeason()
    const plain = await eventsOf(club, 'parent')
    const lines: object[] = []
    const { info } = console
    console.info = (line: string) => lines.push(JSON.parse(line) as object)
    const hinted = await eventsOf(club, 'parent', `${club.leo.playerId},${club.mia.playerId}`).finally(() => {
      console.info = info
    })
    expect(hinted.body).toEqual(plain.body)
    expect(lines).toMatchObject([{ trips: 1, calls: 3 }])
  })

  it.each(['2026-11-21T06:00:00.1234567890Z', '9999-12-31T23:00:00Z', '1969-12-31T23:00:00Z'])(
    'reject a start that is no supported instant: %s',
    async (startUtc) => {
      const club = await aClub()
      const { status, refusal } = await call(EVENTS, { as: club.user('parent'), query: { startUtc } })
      expect([status, refusal.faults?.[0]?.at]).toEqual([400, 'startUtc'])
    },
  )

  it('include those of followed players without answers, and none of coached players', async () => {
    const club = await aSeason()
    const { body } = await eventsOf(club, 'fan')
    expect(body.events.map(({ event, invite }) => [event.name, invite])).toEqual(
      ['first', 'game', 'later', 'last'].map((name) => [name, null]),
    )
    for (const name of ['coach', 'nobody'])
      expect((await eventsOf(club, name, club.mia.playerId)).body.events).toEqual([])
  })

  it('can be limited by an end, at most 100 days after the start', async () => {
    const club = await aSeason()
    const until = (endUtc: string) => call(EVENTS, { as: club.user('parent'), query: { startUtc, endUtc } })
    expect((await until('2026-12-24T18:00:00Z')).body.events.map(({ event }) => event.name)).toEqual([
      'first',
      'game',
      'later',
    ])
    for (const endUtc of ['2026-11-21T05:59:59Z', '2027-03-02T00:00:00Z', 'tomorrow']) {
      const { status, refusal } = await until(endUtc)
      expect([status, refusal.faults?.[0]?.at]).toEqual([400, 'endUtc'])
    }
  })
})
