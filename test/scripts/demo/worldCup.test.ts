import { describe, expect, it } from 'vitest'
import { isId } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { matches, worldCup } from '#scripts/demo/worldCup.ts'

describe('the World Cup as a club', () => {
  const club = worldCup()
  const squads = club.squads

  it('has its 48 teams, each with a full squad: 1,248 players with their real names', () => {
    expect(squads).toHaveLength(48)
    expect(squads.map(({ players }) => players.length)).toEqual(Array.from({ length: 48 }, () => 26))
    const names = squads.flatMap(({ players }) => players.map(fullName))
    expect(names).toEqual(
      expect.arrayContaining(['Julián Quiñones', 'Danley Jean Jacques', 'Roshon van Eijma', 'Raúl Jiménez']),
    )
  })

  it('has all 104 matches, in both teams’ calendars, in 16 venues', () => {
    const events = squads.flatMap((squad) => squad.events)
    expect(matches()).toHaveLength(104)
    expect(events).toHaveLength(208)
    expect(new Set(events.map(({ location }) => location?.name)).size).toBe(16)
  })

  it('starts every match at the instant of the fixture list', () => {
    const byName = new Map(
      squads.flatMap(({ events }) => events.map((event) => [`${event.name} ${event.description}`, event])),
    )
    for (const match of matches()) {
      const [, hours = '', minutes = '', offset = ''] = /^(\d+):(\d+) UTC([+-]\d+)$/.exec(match.time) ?? []
      const sign = offset.startsWith('-') ? '-' : '+'
      const iso = `${match.date}T${hours.padStart(2, '0')}:${minutes}:00${sign}${offset.slice(1).padStart(2, '0')}:00`
      const event = byName.get(
        `${match.team1} – ${match.team2} ${[match.round, match.group].filter(Boolean).join(', ')}`,
      )
      expect([event?.name, event?.start]).toEqual([
        `${match.team1} – ${match.team2}`,
        Temporal.Instant.from(iso).toString(),
      ])
    }
  })

  it('has a map location for every venue', () => {
    for (const { location } of squads.flatMap((squad) => squad.events)) {
      const [latitude = 0, longitude = 0] = (new URL(location?.mapUrl ?? '').searchParams.get('query') ?? '')
        .split(',')
        .map(Number)
      expect(latitude).toBeGreaterThan(19)
      expect(latitude).toBeLessThan(50)
      expect(longitude).toBeLessThan(-70)
      expect(longitude).toBeGreaterThan(-124)
    }
  })

  it('keeps the venue’s local time when moved to another time of the year', () => {
    const moved = worldCup({ days: 150 })
    const clock = (instant: string, zone: string) =>
      Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainTime().toString()
    club.squads.forEach(({ events }, s) => {
      events.forEach((event, e) => {
        const later = moved.squads[s]!.events[e]!
        expect(clock(later.start, later.timezone)).toBe(clock(event.start, event.timezone))
        expect(later.eventId).toBe(event.eventId)
      })
    })
  })

  it('has valid, unique ids, and other ones in a copy', () => {
    const copy = worldCup({ copy: 1 })
    const idsOf = ({ organization, squads: list }: typeof club) => [
      organization.organizationId,
      ...list.flatMap(({ team, players, events }) => [
        team.teamId,
        ...players.map((p) => p.playerId),
        ...events.map((e) => e.eventId),
      ]),
    ]
    const ids = [...idsOf(club), ...idsOf(copy)]
    expect(new Set(ids).size).toBe(ids.length)
    for (const { team, players, events } of squads) {
      expect(isId('team', team.teamId)).toBe(true)
      expect(players.every(({ playerId }) => isId('player', playerId))).toBe(true)
      expect(events.every(({ eventId }) => isId('event', eventId))).toBe(true)
    }
  })
})
