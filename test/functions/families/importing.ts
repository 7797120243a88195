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
export const aRow = (row: number, name: string, more: Partial<Row> = {}): Row => {
  const [firstName = '', ...rest] = name.split(' ')
  return { row, firstName, lastName: rest.join(' '), guardians: [], ...more }
}

let last = 0
export const newImport = (): string => `import${String(++last).padStart(12, '0')}`

export type Importing = { club: Club; importId: string; orgUnitId: string }
/** Uploads the rows of an import and starts it; the worker has not run yet. */
export async function sent(club: Club, rows: readonly Row[], { orgUnitId = club.organizationId, as = 'admin' } = {}) {
  const importId = newImport()
  const who = { as: club.user(as), orgUnitId }
  // Each import starts at a different instant, as in reality.
  const now = new Date(Date.parse('2026-11-21T18:00:00Z') + last * 1000).toISOString()
  const answers: { status: number; refusal: { message: string } }[] = [
    await call(BEGIN, { ...who, now, body: { importId, name: 'players.csv', rows: rows.length } }),
  ]
  for (const [part, some] of chunks(rows, 100).entries())
    answers.push(await call(ROWS, { ...who, importId, body: { part, rows: some } }))
  answers.push(await call(START, { ...who, importId }))
  for (const { status, refusal } of answers) if (status !== 200) throw new Error(refusal.message)
  return { club, importId, orgUnitId }
}

/** Lets the worker process an import. */
export const work = ({ importId, orgUnitId }: Importing) => deliverTo(handler, imports.key({ orgUnitId, importId }))

export const state = async ({ club, importId, orgUnitId }: Importing) =>
  (await call(READ, { as: club.user('admin'), orgUnitId, importId })).body

export async function imported(club: Club, rows: readonly Row[], more: Parameters<typeof sent>[2] = {}) {
  const importing = await sent(club, rows, more)
  await work(importing)
  return { ...importing, ...(await state(importing)) }
}

export async function undo(importing: Importing) {
  const { club, orgUnitId, importId } = importing
  const { status } = await call(UNDO, { as: club.user('admin'), orgUnitId, importId })
  if (status !== 200) throw new Error(String(status))
  await work(importing)
  return state(importing)
}

export const check = async (club: Club, rows: Row[], { orgUnitId = club.organizationId, as = 'admin' } = {}) =>
  (await call(CHECK, { as: club.user(as), orgUnitId, body: { rows } })).body.rows

/** All players of a club by name, in their current state. */
export async function everybody({ organizationId }: Club) {
  const found = await all<Player>(players.named(organizationId))
  const now = await players.getMany(found, { consistent: true })
  return now.flatMap((player) => (player ? [player] : []))
}
export const namesOf = async (club: Club): Promise<string[]> =>
  (await everybody(club)).map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()).toSorted()
