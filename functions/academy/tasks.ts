import type { academy } from '#shared/api/academy.ts'
import { Problem } from '#shared/problems.ts'
import { type Task, taskFaults, type TaskType, typeOfTask } from '#shared/rules/tasks.ts'
import { itemFor, itemForStaff } from './libraryAccess.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import type { CallOf } from '../serve.ts'
import { storageItems, storageTasks } from '../table/storageItems.ts'
import { write } from '../table/table.ts'

type Api = typeof academy
type Reading = Pick<CallOf<Api, 'GET /rest-api/academy/task/form/{storageItemId}'>, 'params' | 'me'>
type Writing = Pick<CallOf<Api, 'PUT /rest-api/academy/task/form/{storageItemId}'>, 'params' | 'me' | 'body' | 'stamp'>

const emptyTask = (type: TaskType): Task => (type === 'FORM' ? { updateFormList: [] } : { todoListItem: [] })

/** The content of a form or a to-do list. */
export const readTaskOf =
  (type: TaskType) =>
  async ({ params: { storageItemId }, me }: Reading) => {
    const [{ item }, storedTask] = await Promise.all([
      itemFor(me, storageItemId, 'VIEWER'),
      storageTasks.get({ storageItemId }, { consistent: true }),
    ])
    if (item.type !== type) throw new Problem('not_found')
    return { task: storedTask?.task ?? emptyTask(type), revision: storedTask?.revision ?? 0 }
  }

/** Saves it. Throws `conflict` unless it has the revision that the author saw. */
export const writeTaskOf =
  (type: TaskType) =>
  async ({ params: { storageItemId }, body: { task, revision }, me, stamp }: Writing) => {
    const { item } = await itemForStaff(me, storageItemId)
    if (item.type !== type) throw new Problem('not_found')
    const faults = typeOfTask(task) === type ? taskFaults(task) : { task: { code: 'invalid' as const } }
    refuseFaults(Object.fromEntries(Object.entries(faults).map(([path, fault]) => [`task.${path}`, fault])))
    const next = { task, revision: revision + 1 }
    await write(
      stamp,
      revision === 0
        ? storageTasks.create({ storageItemId, ...next })
        : storageTasks.change({ storageItemId }, { set: next, when: [['revision', '=', revision]] }),
      storageItems.check({ storageItemId }, [['deletedAt', 'not exists']], 'not_found'),
    )
    return { revision: next.revision }
  }
