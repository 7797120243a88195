import type { families } from '#shared/api/families.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import type { CallOf } from '../../serve.ts'
import { type Import, type ImportId, importParts, imports } from '../../table/imports.ts'
import { timeToLive } from '../../table/retention.ts'
import { update, write } from '../../table/table.ts'
import { unitOf } from '../unit.ts'
import { importCard } from './cards.ts'

export async function listImports({
  params: { orgUnitId },
  now,
}: CallOf<typeof families, 'GET /rest-api/families/imports/{orgUnitId}'>) {
  await unitOf(orgUnitId)
  const latest = await imports.latest(orgUnitId)
  return { imports: latest.filter((each) => isAvailable(each, now)).map(importCard) }
}

export const readImport = async ({
  params,
  now,
}: CallOf<typeof families, 'GET /rest-api/families/imports/{orgUnitId}/{importId}'>) =>
  importCard(await requireImport(params, now))

/** Starts an import. The client chooses its id, so that retries start it once. */
export async function beginImport({
  userId,
  stamp,
  now,
  params: { orgUnitId },
  body: { importId, name, rows },
}: CallOf<typeof families, 'POST /rest-api/families/imports/{orgUnitId}'>) {
  await unitOf(orgUnitId)
  const counts = { done: 0, parts: 0, part: 0, row: 0, steps: 0, added: 0, changed: 0, same: 0, kept: 0, turn: 0 }
  const newImport: Import = {
    orgUnitId,
    importId,
    name,
    startedBy: userId,
    startedAt: now,
    state: 'staging',
    rows,
    ...counts,
    refused: [],
  }
  await write(stamp, imports.createOnce(newImport))
  return importCard(await requireImport({ orgUnitId, importId }, now))
}

/** Stores a part as one item: the last upload wins. */
export async function uploadRows({
  stamp,
  params,
  body: { part, rows },
}: CallOf<typeof families, 'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows'>) {
  const { startedAt } = await requireImport(params, stamp.at)
  await write(
    stamp,
    imports.check(params, [['state', '=', 'staging']], 'import_begun'),
    importParts.upsert({ ...params, part }, { set: { ...params, part, rows, startedAt } }),
  )
  return {}
}

/** Starts the worker, which is triggered by the state change. */
export async function startImport({
  stamp,
  params,
}: CallOf<typeof families, 'POST /rest-api/families/imports/{orgUnitId}/{importId}/start'>) {
  const current = await requireImport(params, stamp.at)
  if (current.state !== 'staging') return importCard(current)
  const parts = await importParts.of(params)
  const rowCount = parts.reduce((sum, { rows }) => sum + rows.length, 0)
  // Parts are numbered from 0, without gaps.
  if (rowCount !== current.rows || parts.some(({ part }, i) => part !== i)) throw new Problem('import_not_whole')
  const startChange = imports.change(params, {
    set: { state: 'running', parts: parts.length },
    when: [['state', '=', 'staging']],
  })
  return importCard(await update(stamp, startChange))
}

/** Undoes an import. A running one is stopped, and what it has done so far is undone. */
export async function undoImport({
  stamp,
  params,
}: CallOf<typeof families, 'POST /rest-api/families/imports/{orgUnitId}/{importId}/undo'>) {
  const { state } = await requireImport(params, stamp.at)
  if (state !== 'undoing' && state !== 'undone')
    await update(stamp, imports.change(params, { set: { state: 'undoing' }, when: [['state', '=', state]] }))
  return importCard(await requireImport(params, stamp.at))
}

/** Rows go within two days of their end: until then they are there and over, and of what it has done a part may be forgotten. */
const isAvailable = ({ startedAt }: Import, now: string): boolean => now < addHours(startedAt, timeToLive.Import.hours)

async function requireImport(id: ImportId, now: string): Promise<Import> {
  const current = await imports.get(id, { consistent: true })
  if (!current || !isAvailable(current, now)) throw new Problem('not_found')
  return current
}
