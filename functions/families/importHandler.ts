import { isId } from '#shared/ids.ts'
import type { Import, ImportId } from '../table/imports.ts'
import { imports } from '../table/imports.ts'
import { update } from '../table/table.ts'
import { worker } from '../worker.ts'
import { goOn } from './imports/goOn.ts'
import { takeBack } from './imports/takeBack.ts'

/** The most transactions per run; the next run continues. */
const mostSteps = 250
/** How often the same rows are retried after conflicts. */
const mostTries = 5

/**
 * Runs an import, or undoes it. All state is in the import item: a run may be interrupted after any transaction, run twice in
 * parallel, and start again. Each step is one transaction that advances the import; a run that finds it advanced reads again.
 */
export const handler = worker(async ({ sk }, { now }) => {
  const [, orgUnitId = '', importId = ''] = sk.split('#')
  if (!isId('team', orgUnitId) && !isId('organization', orgUnitId)) throw new TypeError('Not an import.')
  const id: ImportId = { orgUnitId, importId }
  let [steps, tries, before] = [0, 0, '']
  for (;;) {
    const found = await imports.get(id, { consistent: true })
    if (found?.state !== 'running' && found?.state !== 'undoing') return `${steps} steps`
    if (steps >= mostSteps) {
      await update(stampOf(found), imports.change(id, { add: { turn: 1 } }))
      return 'goes on'
    }
    const at = `${found.state} ${found.part} ${found.row} ${found.steps} ${found.kept}`
    tries = at === before ? tries + 1 : 0
    before = at
    const stamp = stampOf(found)
    steps +=
      found.state === 'running' ? await goOn(found, stamp, tries >= mostTries) : await takeBack(found, stamp, now)
  }
})

/** All writes of an import carry its start time: that tells which items nobody has changed since. */
const stampOf = ({ startedBy, startedAt }: Import) => ({ actor: 'families-import', subject: startedBy, at: startedAt })
