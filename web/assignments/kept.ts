import {
  removeLasting,
  isOnlyInMemory,
  writeLasting,
  readLasting,
  listTaskItems,
  tasksPrefix,
} from '../session/stored.ts'

/** The last save of a task that the server is not known to have, and the revision it is based on. */
export type Kept = {
  saveId: string
  revision: number
  /** The version of the coach's task that it answers; absent in older entries, which answer the first version. */
  taskVersion?: number
  response: { answers: Record<string, string[]>; lines: string[] }
  done: boolean
}
export type TaskId = { assignmentId: string; playerId: string }

const nameOf = (userId: string, { assignmentId, playerId }: TaskId) =>
  `${tasksPrefix(userId)}${assignmentId}/${playerId}`

export function readKept(userId: string, id: TaskId): Kept | undefined {
  try {
    return (JSON.parse(readLasting(nameOf(userId, id)) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

export const keep = (userId: string, id: TaskId, kept: Kept): void =>
  writeLasting(nameOf(userId, id), JSON.stringify(kept))

/** Whether only the page holds it, because the device could not store it. */
export const isHeldByPage = (userId: string, id: TaskId): boolean => isOnlyInMemory(nameOf(userId, id))

/** Forgets a save that has arrived or is no longer wanted; with `saveId`, only if nothing newer was kept meanwhile. */
export function forget(userId: string, id: TaskId, saveId?: string): void {
  if (saveId !== undefined && readKept(userId, id)?.saveId !== saveId) return
  removeLasting(nameOf(userId, id))
}

/** All tasks with a save kept on this device. */
export const allKept = (userId: string): TaskId[] =>
  listTaskItems(userId).map((name) => {
    const [assignmentId = '', playerId = ''] = name.slice(tasksPrefix(userId).length).split('/')
    return { assignmentId, playerId }
  })

const opened = new Set<string>()
/** Marks a task as open on this page, which then sends its own answers. Returns a function that releases it. */
export function holdOpen(userId: string, id: TaskId): () => void {
  const name = nameOf(userId, id)
  opened.add(name)
  return () => void opened.delete(name)
}
export const isOpen = (userId: string, id: TaskId): boolean => opened.has(nameOf(userId, id))
