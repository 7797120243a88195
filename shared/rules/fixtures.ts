import type { ColumnField } from './columns.ts'
import { addDays } from './days.ts'
import { instantOf } from './wallClock.ts'
import { fold } from './textMatching.ts'
import { type DayOrder, dayOrders, readDay, readTime } from './typedDays.ts'

/** Reads lists of games and practices from leagues and clubs into events. */

export type FixtureField =
  | 'ref'
  | 'day'
  | 'time'
  | 'end'
  | 'home'
  | 'away'
  | 'opponent'
  | 'name'
  | 'team'
  | 'place'
  | 'field'
  | 'note'

const isDay = (value: string) => dayOrders.some((order) => readDay(value, order, 2100) !== undefined)

export const fixtureColumns: readonly ColumnField<FixtureField>[] = [
  {
    key: 'ref',
    headings: [
      'uid',
      'match',
      'match no',
      'match number',
      'match id',
      'game no',
      'game number',
      'game id',
      'id',
      'spielnummer',
      'spiel nr',
      'partido no',
    ],
  },
  {
    key: 'day',
    headings: ['date', 'day', 'match date', 'game date', 'start date', 'event date', 'fecha', 'dia', 'datum', 'tag'],
    looksLike: isDay,
  },
  {
    key: 'time',
    headings: [
      'time',
      'start',
      'start time',
      'kick off',
      'kickoff',
      'ko',
      'hora',
      'inicio',
      'uhrzeit',
      'zeit',
      'anstoss',
      'beginn',
    ],
    looksLike: (value) => readTime(withoutOffset(value)) !== undefined,
  },
  { key: 'end', headings: ['end', 'end time', 'finish', 'until', 'fin', 'ende', 'bis'] },
  { key: 'home', headings: ['home', 'home team', 'team1', 'team 1', 'local', 'heim', 'heimmannschaft'] },
  {
    key: 'away',
    headings: ['away', 'away team', 'visitor', 'visitors', 'team2', 'team 2', 'visitante', 'gast', 'gastmannschaft'],
  },
  {
    key: 'opponent',
    headings: ['opponent', 'opposition', 'opposing team', 'versus', 'vs', 'rival', 'contrario', 'gegner'],
  },
  {
    key: 'name',
    headings: [
      'name',
      'event',
      'event name',
      'title',
      'subject',
      'summary',
      'activity',
      'evento',
      'titulo',
      'betreff',
      'termin',
    ],
  },
  { key: 'team', headings: ['team', 'team name', 'squad', 'age group', 'equipo', 'mannschaft'] },
  {
    key: 'place',
    headings: [
      'venue',
      'location',
      'ground',
      'place',
      'stadium',
      'facility',
      'where',
      'lugar',
      'sede',
      'instalacion',
      'ort',
      'spielort',
    ],
  },
  { key: 'field', headings: ['field', 'pitch', 'court', 'rink', 'campo', 'cancha', 'pista', 'platz', 'feld'] },
  {
    key: 'note',
    headings: [
      'note',
      'notes',
      'description',
      'comment',
      'comments',
      'details',
      'round',
      'stage',
      'notas',
      'descripcion',
      'bemerkung',
      'beschreibung',
    ],
  },
] // prettier-ignore

type Team = { id: string; name: string }
export type FixtureOptions = {
  fields: readonly (FixtureField | undefined)[]
  /** The number of rows at the top with headings. */
  headRows: number
  dayOrder: DayOrder
  /** The time zone of times without one. */
  timezone: string
  /** The possible teams. A single team takes every row. */
  teams: readonly Team[]
  /** The length of events without an end. */
  minutes: number
}

/** An event in the list. `key` identifies it when the list is imported again. */
export type Fixture = {
  /** Its row, counted from 1 as in spreadsheets. */
  row: number
  team: Team
  key: string
  name: string
  start: string
  end: string
  /** The list says when it ends. */
  hasEnd: boolean
  timezone: string
  place: string
  field: string
  note: string
}
/** What cannot be read in a row: its day or time, team, or name; or it is a duplicate. */
export type FixtureFault = { row: number; what: 'day' | 'time' | 'team' | 'name' | 'twice' }

/** The longest texts of an event, in characters. */
const limits = { name: 64, place: 100, field: 32, note: 2000 }
const latestYear = 2099

export function readFixtures(rows: readonly (readonly string[])[], options: FixtureOptions) {
  const fixtures: Fixture[] = []
  const faults: FixtureFault[] = []
  for (const [index, cells] of rows.entries()) {
    if (index < options.headRows || cells.every((cell) => cell.trim() === '')) continue
    const result = readRow(cells, index + 1, options)
    if ('what' in result) faults.push(result)
    else fixtures.push(...result.fixtures)
  }
  const { unique, duplicates } = withKeys(fixtures)
  return { fixtures: unique, faults: [...faults, ...duplicates].toSorted((a, b) => a.row - b.row) }
}

function readRow(
  cells: readonly string[],
  row: number,
  options: FixtureOptions,
): { fixtures: Fixture[] } | FixtureFault {
  const cell = (field: FixtureField) => {
    const at = options.fields.indexOf(field)
    return at < 0 ? '' : (cells[at] ?? '').trim()
  }
  const day = readDay(cell('day'), options.dayOrder, latestYear)
  if (!day) return { row, what: 'day' }
  // Without a column of times, the time may follow the day.
  const timeText = cell('time') || cell('day')
  const time = readTime(withoutOffset(timeText))
  if (!time) return { row, what: 'time' }
  const start =
    offsetOf(timeText) === undefined
      ? instantOf(day, time, options.timezone)
      : instantAtOffset(day, time, offsetOf(timeText))
  const teams = teamsOf(cell, options.teams)
  if (teams.length === 0) return { row, what: 'team' }
  const end = endOf(cell('end'), day, time, start, options)
  const fixtures = teams.map((team) => ({
    row,
    team,
    key: cell('ref'),
    name: truncate(nameOf(cell, team), limits.name),
    start,
    end: end ?? plus(start, options.minutes),
    hasEnd: end !== undefined,
    timezone: options.timezone,
    place: truncate(cell('place'), limits.place),
    field: truncate(cell('field'), limits.field),
    note: [...cell('note')].slice(0, limits.note).join(''),
  }))
  return fixtures.some(({ name }) => name === '') ? { row, what: 'name' } : { fixtures }
}

type Cell = (field: FixtureField) => string

/** `13:00 UTC-6` as `13:00`. */
const offset = /\s*\(?(?:UTC|GMT)\s?([+-])(\d{1,2})(?::?(\d{2}))?\)?$|\s*(Z)$/i
const withoutOffset = (text: string) => text.replace(offset, '')
function offsetOf(text: string): number | undefined {
  const match = offset.exec(text)
  if (!match) return undefined
  const [, sign, hours = 0, minutes = 0] = match
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}

const plus = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString().replace(/\.\d+Z$/, 'Z')
const instantAtOffset = (day: string, time: string, minutes = 0) => plus(`${day}T${time}:00Z`, -minutes)

/** An end before the start is on the next day. */
function endOf(endText: string, day: string, time: string, start: string, { timezone, dayOrder }: FixtureOptions) {
  const endTime = readTime(withoutOffset(endText))
  if (!endTime) return undefined
  const endDay = readDay(endText, dayOrder, latestYear) ?? (endTime > time ? day : addDays(day, 1))
  const offsetMinutes = offsetOf(endText)
  const instant =
    offsetMinutes === undefined ? instantOf(endDay, endTime, timezone) : instantAtOffset(endDay, endTime, offsetMinutes)
  return instant > start ? instant : undefined
}

/** The teams of a row: the one it names, or each of the club's teams that plays in it. */
function teamsOf(cell: Cell, teams: readonly Team[]): Team[] {
  if (teams.length === 1) return [...teams]
  const findTeam = (text: string) => teams.find(({ name }) => text !== '' && fold(name) === fold(text))
  const ownTeam = findTeam(cell('team'))
  const teamsInRow = ownTeam ? [ownTeam] : [findTeam(cell('home')), findTeam(cell('away'))]
  return [...new Set(teamsInRow.filter((team) => team !== undefined))]
}

function nameOf(cell: Cell, team: Team): string {
  const [home, away, opponent] = [cell('home'), cell('away'), cell('opponent')]
  if (home && away) return `${home} – ${away}`
  if (opponent) return `${team.name} – ${opponent}`
  return cell('name') || home || away
}

const truncate = (text: string, max: number) => [...text.replaceAll(/\s+/g, ' ')].slice(0, max).join('').trim()

/**
 * Identifies each fixture of a team by its number, if the list has one, otherwise by its name; with its day too if several have
 * the same name, as practices do.
 */
function withKeys(fixtures: readonly Fixture[]): { unique: Fixture[]; duplicates: FixtureFault[] } {
  const nameKey = ({ team, key, name }: Fixture) => `${team.id} ${key ? `#${key}` : fold(name)}`
  const counts = new Map<string, number>()
  for (const fixture of fixtures) counts.set(nameKey(fixture), (counts.get(nameKey(fixture)) ?? 0) + 1)
  const byKey = new Map<string, Fixture>()
  const duplicates: FixtureFault[] = []
  for (const fixture of fixtures) {
    const isUnique = counts.get(nameKey(fixture)) === 1
    const key = isUnique ? nameKey(fixture) : `${nameKey(fixture)} ${fixture.start}`
    if (byKey.has(key)) duplicates.push({ row: fixture.row, what: 'twice' })
    else byKey.set(key, { ...fixture, key })
  }
  return { unique: [...byKey.values()], duplicates }
}
