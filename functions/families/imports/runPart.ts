import { bytesOf, maxBytesAtOnce, type PlayerRow } from '#shared/rules/playerRows.ts'
import { ignore } from '../../table/ignore.ts'
import { type Import, importParts, imports, importSteps, type PlayerChange } from '../../table/imports.ts'
import { maxTransactWrites, write } from '../../table/table.ts'
import { teams } from '../../table/teams.ts'
import type { Stamp, Write } from '../../table/writes.ts'
import { type Unit, unitOf } from '../unit.ts'
import { planRows, type Planned } from './plan.ts'
import { rowWrites } from './rowWrites.ts'

/** Writes of a transaction that are not of rows: the import, its step, and the part that is done. */
const ownWrites = 3
/** How many refused rows are listed. */
const maxRefused = 500

type NextRow = Planned | { row: PlayerRow; refused: 'changed_meanwhile' }

/** One transaction: as many of the next rows as find room in it. */
type Step = {
  rows: number
  writes: Write[]
  teamIds: Set<string>
  did: PlayerChange[]
  same: number
  refused: Import['refused']
}

/**
 * Imports the rows of the current part, several in each transaction; each transaction also moves the position of the import on, on the
 * condition that no other run has. `isStuck`: the next row has met a conflict several times, and is refused. Gives the number of
 * transactions. May return before the part is done: the caller calls again.
 */
export async function runPart(importRow: Import, stamp: Stamp, isStuck: boolean): Promise<number> {
  const { orgUnitId, importId, parts, part } = importRow
  const id = { orgUnitId, importId }
  if (part >= parts) {
    await writeUnlessChanged(stamp, imports.change(id, { set: { state: 'done' }, when: atPosition(importRow) }))
    return 1
  }
  const storedPart = await importParts.get({ ...id, part }, { consistent: true })
  // Another run has done it since.
  if (!storedPart) return 1
  const unit = await unitOf(orgUnitId)
  const remainingRows = storedPart.rows.slice(importRow.row)
  const [first] = remainingRows
  const stuckRows: NextRow[] = isStuck && first ? [{ row: first, refused: 'changed_meanwhile' }] : []
  const planned = [...stuckRows, ...(await planRows(unit, remainingRows.slice(stuckRows.length)))]
  const progress = { ...importRow }
  let steps = 0
  for (let index = 0; index < planned.length; ) {
    const step = await nextStep(planned.slice(index), unit)
    index += step.rows
    const isPartDone = index === planned.length
    const next = isPartDone ? { part: part + 1, row: 0 } : { part, row: importRow.row + index }
    const refused = [...progress.refused, ...step.refused].slice(0, maxRefused)
    const progressChange = imports.change(id, {
      set: { ...next, refused },
      add: {
        steps: 1,
        done: step.rows,
        same: step.same,
        added: step.did.filter(({ did }) => did === 'added').length,
        changed: step.did.filter(({ did }) => did === 'changed').length,
      },
      when: atPosition(progress),
    })
    const isWritten = await writeUnlessChanged(
      stamp,
      progressChange,
      ...(step.did.length > 0
        ? [importSteps.create({ ...id, step: progress.steps, did: step.did, startedAt: importRow.startedAt })]
        : []),
      ...(isPartDone ? [importParts.remove({ ...id, part })] : []),
      ...step.writes,
      ...[...step.teamIds].map((teamId) => teamUnchanged(unit, teamId)),
    )
    steps++
    if (!isWritten || step.did.some(({ playerId }) => concernsPlayer(planned.slice(index), playerId))) return steps
    Object.assign(progress, next, { refused, steps: progress.steps + 1 })
  }
  return steps
}

/** Whether a later row is about the same player: what was read of them is outdated then. */
const concernsPlayer = (laterRows: readonly NextRow[], playerId: string) =>
  laterRows.some((each) => !('refused' in each) && each.playerId === playerId)

async function nextStep(planned: readonly NextRow[], unit: Unit): Promise<Step> {
  const step: Step = { rows: 0, writes: [], teamIds: new Set(), did: [], same: 0, refused: [] }
  let bytes = 0
  for (const each of planned) {
    if ('refused' in each) {
      step.refused.push({ row: each.row.row, why: each.refused })
      step.rows++
      continue
    }
    if (step.did.some(({ playerId }) => playerId === each.playerId)) break
    const { writes, did } = await rowWrites(each, unit)
    const teamIds = new Set(step.teamIds)
    if (did && each.teamId !== undefined && !each.onTeam) teamIds.add(each.teamId)
    if (step.writes.length + writes.length + teamIds.size + ownWrites > maxTransactWrites) break
    // What a step changed is stored as one item, to undo it: at most 400 KB.
    bytes += bytesOf(did ?? null)
    if (step.did.length > 0 && bytes > maxBytesAtOnce) break
    step.writes.push(...writes)
    step.teamIds = teamIds
    if (did) step.did.push(did)
    else step.same++
    step.rows++
  }
  return step
}

/** The condition that the import is still running, at this position. */
const atPosition = ({ part, row }: Import) =>
  [
    ['state', '=', 'running'],
    ['part', '=', part],
    ['row', '=', row],
  ] as const

const teamUnchanged = (unit: Unit, teamId: string) =>
  teams.check({ teamId }, [
    ['name', '=', unit.teams.get(teamId)?.name ?? ''],
    ['archivedAt', 'not exists'],
  ])

/** False where a condition failed because something has changed since it was read: then all of it is read again. */
async function writeUnlessChanged(stamp: Stamp, ...writes: Write[]): Promise<boolean> {
  return (await write(stamp, ...writes).catch(ignore('conflict', 'not_found'))) !== undefined
}
