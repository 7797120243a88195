import { isId } from '#shared/ids.ts'
import type { Import, ImportId } from '../table/imports.ts'
import { imports } from '../table/imports.ts'
import { update } from '../table/table.ts'
import { worker } from '../worker.ts'
import { runPart } from './imports/runPart.ts'
import { undoStep } from './imports/undoStep.ts'

/** The most transactions of one run; after them the next run continues. */
const maxSteps = 250
/** How often the same row is tried again when it meets a conflict each time. */
const maxAttempts = 5

/**
 * Runs an import, or undoes it. Its progress is in the item of the import: a run may be cut short after any transaction, or run twice at
 * the same time. Each transaction moves the progress on, on the condition that it is as it was read; on a conflict it is read again.
 */
export const handler = worker(async ({ sk }, { now }) => {
  const [, orgUnitId = '', importId = ''] = sk.split('#')
  if (!isId('team', orgUnitId) && !isId('organization', orgUnitId)) throw new TypeError('Not an import.')
  const id: ImportId = { orgUnitId, importId }
  let [steps, attempts, previousPosition] = [0, 0, '']
  for (;;) {
    const current = await imports.get(id, { consistent: true })
    if (current?.state !== 'running' && current?.state !== 'undoing') return `${steps} steps`
    if (steps >= maxSteps) {
      await update(stampOf(current), imports.change(id, { add: { turn: 1 } }))
      return 'goes on'
    }
    const position = `${current.state} ${current.part} ${current.row} ${current.steps} ${current.kept}`
    attempts = position === previousPosition ? attempts + 1 : 0
    previousPosition = position
    const stamp = stampOf(current)
    steps +=
      current.state === 'running'
        ? await runPart(current, stamp, attempts >= maxAttempts)
        : await undoStep(current, stamp, now)
  }
})

/** All writes of an import have its actor and the instant of its start: by these undoing knows what nobody has changed since. */
const stampOf = ({ startedBy, startedAt }: Import) => ({ actor: 'families-import', subject: startedBy, at: startedAt })
