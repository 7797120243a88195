import { describe, expect, it } from 'vitest'
import { guessColumns } from '#shared/rules/columns.ts'
import { fixtureColumns, type FixtureField, type FixtureOptions, readFixtures } from '#shared/rules/fixtures.ts'

const [falcons, otters] = [
  { id: 'falcons', name: 'U12 Falcons' },
  { id: 'otters', name: 'Otters' },
]
type Row = Partial<Record<FixtureField, string>>
const saturday: Row = { day: '3/14/2026', time: '18:30', name: 'Cup' }
/** Rows below a heading, with known columns. */
function read(rows: readonly Row[], more: Partial<FixtureOptions> = {}) {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row) as FixtureField[]))]
  const cells = rows.map((row) => fields.map((field) => row[field] ?? ''))
  return readFixtures([fields, ...cells], {
    fields,
    headRows: 1,
    dayOrder: 'mdy',
    timezone: 'America/Chicago',
    teams: [falcons],
    minutes: 90,
    ...more,
  })
}
const only = (row: Row, more: Partial<FixtureOptions> = {}) => read([{ ...saturday, ...row }], more).fixtures[0]

it.each([
  [
    ['Match No', 'Date', 'Time', 'Home', 'Away', 'Venue', 'Field'],
    ['ref', 'day', 'time', 'home', 'away', 'place', 'field'],
  ],
  [
    ['Fecha', 'Hora', 'Local', 'Visitante', 'Lugar', 'Campo'],
    ['day', 'time', 'home', 'away', 'place', 'field'],
  ],
  [
    ['Spielnummer', 'Datum', 'Anstoß', 'Heim', 'Gast', 'Ort', 'Platz'],
    ['ref', 'day', 'time', 'home', 'away', 'place', 'field'],
  ],
  [
    ['Subject', 'Start Date', 'Start Time', 'End Time', 'Location', 'Description'],
    ['name', 'day', 'time', 'end', 'place', 'note'],
  ],
  [
    ['Date', 'Kick-off', 'Opponent', 'Team', 'Round'],
    ['day', 'time', 'opponent', 'team', 'note'],
  ],
  [
    ['Age Group', 'Title', 'Day'],
    ['team', 'name', 'day'],
  ],
])('recognizes the headings %j', (headings, fields) =>
  expect(guessColumns([headings], fixtureColumns).fields).toEqual(fields),
)
it('recognizes dates and times without headings', () => {
  const guess = (...row: string[]) => guessColumns([row], fixtureColumns).fields
  expect(guess('14/3/2026', '18:30 UTC-6', 'Cup')).toEqual(['day', 'time', undefined])
  expect(guess('6 PM', '3/14/2026')).toEqual(['time', 'day'])
  expect(guess('soon', 'late')).toEqual([undefined, undefined])
})

describe('the time of a fixture', () => {
  it.each<[string, Row, string, string, boolean]>([
    ['in the club’s time zone', {}, '2026-03-14T23:30:00Z', '2026-03-15T01:00:00Z', false],
    ['with an offset', { time: '18:30 UTC-6' }, '2026-03-15T00:30:00Z', '2026-03-15T02:00:00Z', false],
    [
      'with an offset ahead of UTC',
      { time: '18:30 (GMT+5:30)' },
      '2026-03-14T13:00:00Z',
      '2026-03-14T14:30:00Z',
      false,
    ],
    [
      'with an offset without a colon',
      { time: '18:30 UTC +0100' },
      '2026-03-14T17:30:00Z',
      '2026-03-14T19:00:00Z',
      false,
    ],
    ['in UTC', { time: '18:30z' }, '2026-03-14T18:30:00Z', '2026-03-14T20:00:00Z', false],
    [
      'from an instant',
      { day: '2026-03-14T18:30:00Z', time: '' },
      '2026-03-14T18:30:00Z',
      '2026-03-14T20:00:00Z',
      false,
    ],
    ['with its end', { end: '20:15' }, '2026-03-14T23:30:00Z', '2026-03-15T01:15:00Z', true],
    ['with an end after midnight', { end: '1:15' }, '2026-03-14T23:30:00Z', '2026-03-15T06:15:00Z', true],
    ['with an end on a stated day', { end: '3/16/2026 12:00' }, '2026-03-14T23:30:00Z', '2026-03-16T17:00:00Z', true],
    [
      'with an end that has its own offset',
      { end: '20:15 UTC-4' },
      '2026-03-14T23:30:00Z',
      '2026-03-15T00:15:00Z',
      true,
    ],
    [
      'without an end that is before the start',
      { end: '3/13/2026 12:00' },
      '2026-03-14T23:30:00Z',
      '2026-03-15T01:00:00Z',
      false,
    ],
    ['without an invalid end', { end: 'late' }, '2026-03-14T23:30:00Z', '2026-03-15T01:00:00Z', false],
  ])('is read %s', (_how, row, start, end, hasEnd) =>
    expect(only(row)).toMatchObject({ start, end, hasEnd, timezone: 'America/Chicago' }),
  )
})

describe('the team of a fixture', () => {
  const both = { teams: [falcons, otters] }
  const whose = (row: Row, more: Partial<FixtureOptions> = both) => {
    const { fixtures, faults } = read([{ ...saturday, ...row }], more)
    return [...fixtures.map(({ team }) => team.id), ...faults.map(({ what }) => `no ${what}`)].join(' ')
  }
  it.each<[string, Row, string]>([
    ['the named team', { team: 'u12 fálcons', home: 'Otters', away: 'Bears' }, 'falcons'],
    ['the playing team if the named one is not ours', { team: 'Lions', home: 'Otters', away: 'Bears' }, 'otters'],
    ['the away team if it is ours', { home: 'Bears', away: 'Otters' }, 'otters'],
    ['both playing teams', { home: 'Otters', away: 'U12 Falcons' }, 'otters falcons'],
    ['one team that plays itself', { home: 'Otters', away: 'Otters' }, 'otters'],
    ['missing if neither team is ours', { home: 'Bears', away: 'Lions' }, 'no team'],
    ['missing if no team is named', {}, 'no team'],
  ])('is %s', (_what, row, ids) => expect(whose(row)).toBe(ids))
  it('is the only team available, whatever the row names', () => expect(whose({ team: 'Lions' }, {})).toBe('falcons'))
  it('is none for an empty name', () =>
    expect(whose({ team: '' }, { teams: [{ id: 'blank', name: '' }, otters] })).toBe('no team'))
})

describe('the name of a fixture', () => {
  it.each<[string, Row, string]>([
    ['both teams', { home: 'Otters', away: 'Bears', opponent: 'Lions' }, 'Otters – Bears'],
    ['the team and its opponent', { opponent: 'Lions', home: 'Otters' }, 'U12 Falcons – Lions'],
    ['its own name', { home: 'Otters' }, 'Cup'],
    ['the home team', { name: '', home: 'Otters' }, 'Otters'],
    ['the away team', { name: '', home: '', away: 'Bears' }, 'Bears'],
    ['reduced to one line', { name: 'Cup\n  final' }, 'Cup final'],
  ])('is %s', (_what, row, name) => expect(only(row)?.name).toBe(name))
  it('is cut to the limit of an event, and so are other texts', () => {
    const long = (length: number) => `${'🥅'.repeat(length - 2)} x`
    const [name, place, field, note] = [64, 100, 32, 2000].map(long)
    expect(only({ name: `${name}x`, place: `${place}x`, field: `${field}x`, note: `${note}x` })).toMatchObject({
      name,
      place,
      field,
      note,
    })
    expect(only({ name: `${'x'.repeat(63)} y` })?.name).toBe('x'.repeat(63))
    expect(only({ place: 'North\n Park', note: 'one\n\ntwo' })).toMatchObject({
      place: 'North Park',
      note: 'one\n\ntwo',
    })
  })
})

describe('the key of a fixture in a repeated import', () => {
  const keys = (...rows: Row[]) => {
    const { fixtures, faults } = read(rows.map((row) => ({ ...saturday, ...row })))
    return [fixtures.map(({ key }) => key), faults]
  }
  const sunday = { day: '3/15/2026' }
  it.each<[string, Row[], string[], number[]]>([
    ['the team and its name', [{ name: 'The  CUP' }], ['falcons the cup'], []],
    ['the team and its number', [{ ref: '7' }, { ref: '8' }], ['falcons #7', 'falcons #8'], []],
    [
      'the name and its time if there are several',
      [{}, sunday],
      ['falcons cup 2026-03-14T23:30:00Z', 'falcons cup 2026-03-15T23:30:00Z'],
      [],
    ],
    [
      'the number and its time if it occurs twice',
      [{ ref: '7' }, { ref: '7', ...sunday }],
      ['falcons #7 2026-03-14T23:30:00Z', 'falcons #7 2026-03-15T23:30:00Z'],
      [],
    ],
    [
      'unique, and a repeated row is reported',
      [{}, {}, { name: 'Final' }],
      ['falcons cup 2026-03-14T23:30:00Z', 'falcons final'],
      [3],
    ],
  ])('is %s', (_what, rows, known, twice) =>
    expect(keys(...rows)).toEqual([known, twice.map((row) => ({ row, what: 'twice' }))]),
  )
})

it('rows are counted from the first of the table, without blank rows and headings', () => {
  const { fixtures, faults } = read([
    { ...saturday, name: '' },
    { day: ' ' },
    saturday,
    saturday,
    { ...saturday, time: '' },
  ])
  expect(fixtures.map(({ row }) => row)).toEqual([4])
  expect(faults).toEqual([
    { row: 2, what: 'name' },
    { row: 5, what: 'twice' },
    { row: 6, what: 'time' },
  ])
  const short = readFixtures([['3/14/2026 18:30'], ['3/15/2026 18:30', 'Cup']], {
    fields: ['day', 'name'],
    headRows: 0,
    dayOrder: 'mdy',
    timezone: 'UTC',
    teams: [falcons],
    minutes: 60,
  })
  expect([short.fixtures.map(({ row }) => row), short.faults]).toEqual([[2], [{ row: 1, what: 'name' }]])
})
