import { Problem } from '#shared/problems.ts'
import { bytesOf, maxBytesAtOnce, type PlayerRow } from '#shared/rules/playerRows.ts'
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

type Next = Planned | { row: PlayerRow; refused: 'changed_meanwhile' }

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
export async function runPart(found: Import, stamp: Stamp, isStuck: boolean): Promise<number> {
  const { orgUnitId, importId, parts, part } = found
  const id = { orgUnitId, importId }
  if (part >= parts) {
    await writeUnlessChanged(stamp, imports.change(id, { set: { state: 'done' }, when: stillAt(found) }))
    return 1
  }
  const waiting = await importParts.get({ ...id, part }, { consistent: true })
  // Another run has done it since.
  if (!waiting) return 1
  const unit = await unitOf(orgUnitId)
  const rest = waiting.rows.slice(found.row)
  const [first] = rest
  const left: Next[] = isStuck && first ? [{ row: first, refused: 'changed_meanwhile' }] : []
  const planned = [...left, ...(await planRows(unit, rest.slice(left.length)))]
  const here = { ...found }
  let steps = 0
  for (let at = 0; at < planned.length; ) {
    const step = await stepFrom(planned.slice(at), unit)
    at += step.rows
    const isPartDone = at === planned.length
    const next = isPartDone ? { part: part + 1, row: 0 } : { part, row: found.row + at }
    const refused = [...here.refused, ...step.refused].slice(0, maxRefused)
    const moved = imports.change(id, {
      set: { ...next, refused },
      add: {
        steps: 1,
        done: step.rows,
        same: step.same,
        added: step.did.filter(({ did }) => did === 'added').length,
        changed: step.did.filter(({ did }) => did === 'changed').length,
      },
      when: stillAt(here),
    })
    const written = await writeUnlessChanged(
      stamp,
      moved,
      ...(step.did.length > 0
        ? [importSteps.create({ ...id, step: here.steps, did: step.did, startedAt: found.startedAt })]
        : []),
      ...(isPartDone ? [importParts.remove({ ...id, part })] : []),
      ...step.writes,
      ...[...step.teamIds].map((teamId) => stillOpen(unit, teamId)),
    )
    steps++
    if (!written || step.did.some(({ playerId }) => isTwice(planned.slice(at), playerId))) return steps
    Object.assign(here, next, { refused, steps: here.steps + 1 })
  }
  return steps
}

/** Whether a later row is about the same player: what was read of them is outdated then. */
const isTwice = (rest: readonly Next[], playerId: string) =>
  rest.some((each) => !('refused' in each) && each.playerId === playerId)

async function stepFrom(planned: readonly Next[], unit: Unit): Promise<Step> {
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
const stillAt = ({ part, row }: Import) =>
  [
    ['state', '=', 'running'],
    ['part', '=', part],
    ['row', '=', row],
  ] as const

const stillOpen = (unit: Unit, teamId: string) =>
  teams.check({ teamId }, [
    ['name', '=', unit.teams.get(teamId)?.name ?? ''],
    ['archivedAt', 'not exists'],
  ])

/** False where a condition failed because something has changed since it was read: then all of it is read again. */
async function writeUnlessChanged(stamp: Stamp, ...writes: Write[]): Promise<boolean> {
  try {
    await write(stamp, ...writes)
    return true
  } catch (error) {
    if (error instanceof Problem && (error.code === 'conflict' || error.code === 'not_found')) return false
    throw error
  }
}
