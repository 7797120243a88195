import { handler } from '#functions/families/importHandler.ts'
import { imports } from '#functions/table/imports.ts'
import { type Player, players } from '#functions/table/players.ts'
import { all } from '#functions/table/table.ts'
import type { Input } from '#shared/api/route.ts'
import type { Api } from '#shared/api/index.ts'
import { chunks } from '#functions/table/chunks.ts'
import { call } from '../call.ts'
import type { Club } from '../club.ts'
import { deliverTo } from '../workers.ts'

const BEGIN = 'POST /rest-api/families/imports/{orgUnitId}'
export const ROWS = 'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows'
const START = 'POST /rest-api/families/imports/{orgUnitId}/{importId}/start'
const UNDO = 'POST /rest-api/families/imports/{orgUnitId}/{importId}/undo'
const READ = 'GET /rest-api/families/imports/{orgUnitId}/{importId}'
const CHECK = 'POST /rest-api/families/imports/{orgUnitId}/check'

export type Row = Input<typeof CHECK, Api[typeof CHECK]>['body']['rows'][number]
/** A row with a full name of one or more words. */
export const aRow = (row: number, name: string, overrides: Partial<Row> = {}): Row => {
  const [firstName = '', ...rest] = name.split(' ')
  return { row, firstName, lastName: rest.join(' '), guardians: [], ...overrides }
}

let last = 0
export const newImport = (): string => `import${String(++last).padStart(12, '0')}`

export type ImportRef = { club: Club; importId: string; orgUnitId: string }
/** Uploads the rows of an import and starts it; the worker has not run yet. */
export async function sendRows(
  club: Club,
  rows: readonly Row[],
  { orgUnitId = club.organizationId, as = 'admin' } = {},
) {
  const importId = newImport()
  const importer = { as: club.user(as), orgUnitId }
  // Each import starts at a different instant, as in reality.
  const now = new Date(Date.parse('2026-11-21T18:00:00Z') + last * 1000).toISOString()
  const answers: { status: number; refusal: { message: string } }[] = [
    await call(BEGIN, { ...importer, now, body: { importId, name: 'players.csv', rows: rows.length } }),
  ]
  for (const [part, partRows] of chunks(rows, 100).entries())
    answers.push(await call(ROWS, { ...importer, importId, body: { part, rows: partRows } }))
  answers.push(await call(START, { ...importer, importId }))
  for (const { status, refusal } of answers) if (status !== 200) throw new Error(refusal.message)
  return { club, importId, orgUnitId }
}

/** Lets the worker process an import. */
export const runImport = ({ importId, orgUnitId }: ImportRef) =>
  deliverTo(handler, imports.key({ orgUnitId, importId }))

export const state = async ({ club, importId, orgUnitId }: ImportRef) =>
  (await call(READ, { as: club.user('admin'), orgUnitId, importId })).body

export async function importRows(club: Club, rows: readonly Row[], options: Parameters<typeof sendRows>[2] = {}) {
  const importing = await sendRows(club, rows, options)
  await runImport(importing)
  return { ...importing, ...(await state(importing)) }
}

export async function undo(importing: ImportRef) {
  const { club, orgUnitId, importId } = importing
  const { status } = await call(UNDO, { as: club.user('admin'), orgUnitId, importId })
  if (status !== 200) throw new Error(String(status))
  await runImport(importing)
  return state(importing)
}

export const checkRows = async (club: Club, rows: Row[], { orgUnitId = club.organizationId, as = 'admin' } = {}) =>
  (await call(CHECK, { as: club.user(as), orgUnitId, body: { rows } })).body.rows

/** All players of a club by name, in their current state. */
export async function allPlayers({ organizationId }: Club) {
  const storedKeys = await all<Player>(players.named(organizationId))
  const current = await players.getMany(storedKeys, { consistent: true })
  return current.flatMap((player) => (player ? [player] : []))
}
export const namesOf = async (club: Club): Promise<string[]> =>
  (await allPlayers(club)).map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()).toSorted()
