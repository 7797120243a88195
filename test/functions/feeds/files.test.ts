import { describe, expect, it } from 'vitest'
import { call } from '../call.ts'
import { writeEvents } from '../calendar/planning.ts'
import { aClub, anEvent, type Club } from '../club.ts'
import { aTeamLink, eventsIn, fetchFeed } from './feedLinks.ts'

describe('an event as a file', () => {
  it('is valid for calendar apps, whatever its texts contain', async () => {
    const description = 'Line one\r\nline; two, with \\ and "quotes" ' + '🥅 Zoë '.repeat(30) + '\u0007'
    const club = await aClub({ event: { name: 'Derby; Falcons, Otters', description } })
    const key = 'GET /rest-api/calendar/event/{eventId}/file'
    const { status, body, headers } = await call(key, { as: club.user('coach'), eventId: club.game.eventId })
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''Derby%3B%20Falcons%2C%20Otters.ics")
    const [event] = eventsIn(body as unknown as string)
    expect(event).toMatchObject({
      uid: `${club.game.eventId}@touchline`,
      summary: 'Derby; Falcons, Otters · Falcons',
      description: description.replaceAll('\r', '').replaceAll('\u0007', ''),
      status: 'CONFIRMED',
    })
  })
})

let once: Promise<Club> | undefined

describe('around a change of clocks', () => {
  it.each([
    ['America/Chicago', '2026-03-08T07:30:00Z'],
    ['America/Chicago', '2026-11-01T06:30:00Z'],
    ['Europe/Madrid', '2026-03-29T00:30:00Z'],
    ['Europe/Madrid', '2026-10-25T00:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:15:00Z'],
    ['Pacific/Chatham', '2026-09-26T13:45:00Z'],
    ['Africa/Casablanca', '2026-02-15T01:30:00Z'],
  ])('in %s an event keeps its instants, %s', async (timezone, start) => {
    const end = new Date(Date.parse(start) + 7_200_000).toISOString()
    const club = await (once ??= aClub())
    const event = anEvent(club.falcons, { timezone, start, end })
    await writeEvents([event])
    const { text } = await fetchFeed(await aTeamLink(club.user('coach'), club.falcons.teamId), { now: start })
    const shown = eventsIn(text).filter(({ uid }) => uid.startsWith(event.eventId))
    expect(shown).toMatchObject([{ start: new Date(start).toISOString(), end }])
  })
})
