import { strToU8, zipSync } from 'fflate'
import { eventOf } from '#shared/ids.ts'
import { csvHead, csvLine } from '#shared/rules/csv.ts'
import { addressLine } from '#shared/rules/places.ts'
import { calendarText } from '../events/ical.ts'
import type { Invite } from '../table/inviteRows.ts'
import type { Gathered } from './gather.ts'

/** What people look at most, as tables. Everything is in the JSON. */
const tables: Readonly<Record<string, { kind: string; columns: readonly string[] }>> = {
  'players.csv': { kind: 'Own player', columns: ['playerId', 'firstName', 'lastName'] },
  'answers.csv': {
    kind: 'Invite',
    columns: ['start', 'end', 'teamName', 'name', 'firstName', 'lastName', 'status', 'note', 'answeredAt'],
  },
  'fees.csv': { kind: 'Fee', columns: ['name', 'amount', 'paid', 'waived', 'dueOn', 'state'] },
  'payments.csv': { kind: 'Fee payment', columns: ['at', 'cents', 'how'] },
  'messages.csv': { kind: 'Message', columns: ['sentAt', 'conversation', 'text'] },
  'emails.csv': { kind: 'Received email', columns: ['sentAt', 'from', 'orgUnitName', 'subject', 'beginning'] },
}

const cell = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

function tableOf(rows: readonly object[], columns: readonly string[]): string {
  const lines = rows.map((row) => csvLine(columns.map((name) => cell((row as Record<string, unknown>)[name]))))
  return csvHead(columns) + lines.join('')
}

function calendarOf(invites: readonly Invite[]): string {
  const entries = invites.map(
    ({ inviteId, start, end, name, teamName, description, location, eventType, cancelled }) => ({
      uid: `${eventOf(inviteId)}@touchline`,
      sequence: 0,
      modified: start,
      start,
      end,
      summary: [name, teamName].filter(Boolean).join(' · '),
      description,
      location: location ? [location.name, addressLine(location)].filter(Boolean).join(', ') : '',
      category: eventType.name,
      status: cancelled ? ('CANCELLED' as const) : ('CONFIRMED' as const),
    }),
  )
  return calendarText({ name: 'Touchline', method: 'PUBLISH', entries })
}

/** A ZIP archive of all data: JSON, CSV tables, the calendar and the files. */
export function pack(gathered: Gathered, files: Record<string, Uint8Array>, leftOut: readonly string[]): Uint8Array {
  const text = JSON.stringify({ ...gathered, ...(leftOut.length > 0 && { 'Files left out': leftOut }) }, null, 2)
  const all: Record<string, Uint8Array> = { 'data.json': strToU8(text) }
  for (const [name, { kind, columns }] of Object.entries(tables))
    all[name] = strToU8(tableOf(gathered[kind] ?? [], columns))
  all['calendar.ics'] = strToU8(calendarOf((gathered['Invite'] ?? []) as Invite[]))
  return zipSync({ ...all, ...files }, { level: 6 })
}
