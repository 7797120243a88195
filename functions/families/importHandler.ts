import { isId } from '#shared/ids.ts'
import type { Import, ImportId } from '../table/imports.ts'
import { imports } from '../table/imports.ts'
import { update } from '../table/table.ts'
import { worker } from '../worker.ts'
import { goOn } from './imports/goOn.ts'
import { takeBack } from './imports/takeBack.ts'

/** So many transactions one run makes at most; then the next one goes on. */
const mostSteps = 250
/** How often the same rows are tried when they meet another change each time. */
const mostTries = 5

/**
 * Works off an import, or takes it back. All that it knows stands in the import: it may be cut short after any transaction,
 * run twice at once, and begin again. Each step is one transaction that moves the import on; who finds it moved reads anew.
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

/** All that an import writes has the instant at which it began: by it is known what nobody has changed since. */
const stampOf = ({ startedBy, startedAt }: Import) => ({ actor: 'families-import', subject: startedBy, at: startedAt })
