import {
  removeLasting,
  isOnlyInMemory,
  writeLasting,
  readLasting,
  listTaskItems,
  tasksPrefix,
} from '../session/stored.ts'

/** The last save of a task that the server is not known to have, and the revision it is based on. */
export type PendingSave = {
  saveId: string
  revision: number
  /** The version of the coach's task that it answers; absent in older entries, which answer the first version. */
  taskVersion?: number
  response: { answers: Record<string, string[]>; lines: string[] }
  done: boolean
}
export type TaskId = { assignmentId: string; playerId: string }

const storageName = (userId: string, { assignmentId, playerId }: TaskId) =>
  `${tasksPrefix(userId)}${assignmentId}/${playerId}`

export function readPendingSave(userId: string, id: TaskId): PendingSave | undefined {
  try {
    return (JSON.parse(readLasting(storageName(userId, id)) ?? 'null') as PendingSave | null) ?? undefined
  } catch {
    return undefined
  }
}

export const storePendingSave = (userId: string, id: TaskId, pendingSave: PendingSave): void =>
  writeLasting(storageName(userId, id), JSON.stringify(pendingSave))

/** Whether only the page holds it, because the device could not store it. */
export const isHeldByPage = (userId: string, id: TaskId): boolean => isOnlyInMemory(storageName(userId, id))

/** Forgets a save that has arrived or is no longer wanted; with `saveId`, only if nothing newer was kept meanwhile. */
export function removePendingSave(userId: string, id: TaskId, saveId?: string): void {
  if (saveId !== undefined && readPendingSave(userId, id)?.saveId !== saveId) return
  removeLasting(storageName(userId, id))
}

/** All tasks with a save kept on this device. */
export const listPendingSaves = (userId: string): TaskId[] =>
  listTaskItems(userId).map((name) => {
    const [assignmentId = '', playerId = ''] = name.slice(tasksPrefix(userId).length).split('/')
    return { assignmentId, playerId }
  })

const openTasks = new Set<string>()
/** Marks a task as open on this page, which then sends its own answers. Returns a function that releases it. */
export function markOpen(userId: string, id: TaskId): () => void {
  const name = storageName(userId, id)
  openTasks.add(name)
  return () => void openTasks.delete(name)
}
export const isOpen = (userId: string, id: TaskId): boolean => openTasks.has(storageName(userId, id))
