import { describe, expect, it } from 'vitest'
import { matches, worldCup } from '#scripts/demo/worldCup.ts'
import { guessColumns } from '#shared/rules/columns.ts'
import { compareFixtures, type ExistingEvent } from '#shared/rules/fixtureDifference.ts'
import { type Fixture, fixtureColumns, type FixtureOptions, readFixtures } from '#shared/rules/fixtures.ts'

const falcons = { id: 'falcons', name: 'U12 Falcons' }
const chicago = 'America/Chicago'
function read(table: string, more: Partial<FixtureOptions> = {}) {
  const rows = table.split('\n').map((line) => line.split(';').map((cell) => cell.trim()))
  const { fields, headRows } = guessColumns(rows, fixtureColumns)
  return readFixtures(rows, {
    fields,
    headRows,
    dayOrder: 'mdy',
    timezone: chicago,
    teams: [falcons],
    minutes: 90,
    ...more,
  })
}
const brief = ({ name, start, end }: Fixture) => `${name} ${start} ${end}`

describe('a fixture list', () => {
  it.each([
    [
      'of a league',
      'Match No;Date;Kick-off;Home Team;Away Team;Venue;Pitch\n7;03/14/2026;6:30 PM;U12 Falcons;Otters;North Park;2',
      'U12 Falcons – Otters 2026-03-14T23:30:00Z 2026-03-15T01:00:00Z',
    ],
    [
      'in Spanish',
      'Fecha;Hora;Rival;Lugar\n14/03/2026;18:30;Nutrias;Parque',
      'U12 Falcons – Nutrias 2026-03-14T23:30:00Z 2026-03-15T01:00:00Z',
    ],
    [
      'in German, with an end',
      'Datum;Beginn;Ende;Termin\n14.03.2026;18:30;20:00;Training',
      'Training 2026-03-14T23:30:00Z 2026-03-15T01:00:00Z',
    ],
    [
      'with the time in the column of the day',
      'Event;Date\nPractice;2026-03-14 18:30',
      'Practice 2026-03-14T23:30:00Z 2026-03-15T01:00:00Z',
    ],
    [
      'over midnight',
      'Event;Date;Start;End\nCamp;11/20/2026;10 PM;1 AM',
      'Camp 2026-11-21T04:00:00Z 2026-11-21T07:00:00Z',
    ],
    [
      'over a change of clocks',
      'Event;Date;Start;End\nCamp;11/01/2026;12:30 AM;2:30 AM',
      'Camp 2026-11-01T05:30:00Z 2026-11-01T08:30:00Z',
    ],
    [
      'with an offset',
      'Event;Date;Time\nGame;2026-06-11;13:00 UTC-6',
      'Game 2026-06-11T19:00:00Z 2026-06-11T20:30:00Z',
    ],
  ])('%s', (_what, table, expected) => {
    const dayOrder = table.startsWith('Fecha') || table.startsWith('Datum') ? 'dmy' : 'mdy'
    const { fixtures, faults } = read(table, { dayOrder })
    expect([fixtures.map(brief), faults]).toEqual([[expected], []])
  })

  it('reports what is wrong with each invalid row', () => {
    const { fixtures, faults } = read(
      'Event;Date;Time\nGame;31/31/2026;18:00\nGame;03/14/2026;soon\n;03/14/2026;18:00\n\nGame;03/15/2026;18:00\nGame;03/15/2026;18:00',
    )
    expect(fixtures.map(({ row }) => row)).toEqual([6])
    expect(faults).toEqual([
      { row: 2, what: 'day' },
      { row: 3, what: 'time' },
      { row: 4, what: 'name' },
      { row: 7, what: 'twice' },
    ])
  })

  it('of a whole club assigns rows to its active teams by name', () => {
    const teams = [falcons, { id: 'otters', name: 'Ötters' }]
    const { fixtures, faults } = read(
      'Date;Time;Home;Away\n03/14/2026;18:00;u12 falcons;Otters\n03/15/2026;18:00;Bears;OTTERS\n03/16/2026;18:00;Bears;Lions',
      { teams },
    )
    expect(fixtures.map(({ row, team }) => `${row} ${team.id}`)).toEqual(['2 falcons', '2 otters', '3 otters'])
    expect(faults).toEqual([{ row: 4, what: 'team' }])
  })
})

describe('compared with existing events', () => {
  const list = (time = '18:00') =>
    read(
      `Date;Time;Event;Venue\n03/14/2026;${time};Cup;North Park\n03/20/2026;18:00;Practice;\n03/27/2026;18:00;Practice;`,
    ).fixtures
  const idOf = ({ key }: Fixture) => `id of ${key}`
  const made = (fixtures: readonly Fixture[]): ExistingEvent[] =>
    fixtures.map((fixture) => ({
      ...fixture,
      id: idOf(fixture),
      orgUnit: fixture.team,
      location: fixture.place ? { name: fixture.place } : null,
    }))
  const compared = (fixtures: readonly Fixture[], events: readonly ExistingEvent[]) => {
    const { rows, gone } = compareFixtures(fixtures, events, { idOf, now: '2026-03-01T00:00:00Z' })
    return [rows.map(({ state }) => state).join(' '), gone.map(({ name }) => name)]
  }

  it('is new at first, and unchanged when imported again', () => {
    expect(compared(list(), [])).toEqual(['new new new', []])
    expect(compared(list(), made(list()))).toEqual(['same same same', []])
  })
  it('is changed when a time changes, and reports events that are no longer listed', () => {
    const extra = { ...made(list())[1], id: 'by hand', name: 'Picnic', start: '2026-03-21T18:00:00Z' } as ExistingEvent
    expect(compared(list('19:00'), [...made(list()), extra])).toEqual(['changed same same', ['Picnic']])
  })
  it('matches events created by hand by name and day, and keeps their unlisted values', () => {
    const [cup] = made(list())
    const byHand = { ...cup, id: 'by hand', end: '2026-03-15T04:00:00Z', field: '3' } as ExistingEvent
    expect(compared(list().slice(0, 1), [byHand])).toEqual(['same', []])
  })
})

describe('the World Cup’s fixtures', () => {
  it('are imported into the calendars of both teams at the right instants', () => {
    const { squads } = worldCup()
    const teams = squads.map(({ team }) => ({ id: team.teamId, name: team.name }))
    const table = [
      ['Round', 'Date', 'Time', 'Team 1', 'Team 2', 'Ground'],
      ...matches().map(({ round, date, time, team1, team2, ground }) => [round, date, time, team1, team2, ground]),
    ]
    const { fields, headRows } = guessColumns(table, fixtureColumns)
    expect(fields).toEqual(['note', 'day', 'time', 'home', 'away', 'place'])
    const { fixtures, faults } = readFixtures(table, {
      fields,
      headRows,
      dayOrder: 'ymd',
      timezone: chicago,
      teams,
      minutes: 120,
    })
    expect(faults.filter(({ what }) => what !== 'team')).toEqual([])
    const wanted = squads.flatMap(({ team, events }) =>
      events.map(({ name, start, end }) => `${team.name}: ${name} ${start} ${end}`),
    )
    expect(fixtures.map((fixture) => `${fixture.team.name}: ${brief(fixture)}`).toSorted()).toEqual(wanted.toSorted())
    expect(fixtures.length).toBe(208)
  })
})
