import { dropLasting, isUnkept, keepLasting, readLasting, tasksOf, tasksStart } from '../session/stored.ts'

/** What the server is not known to have: the last saving of a task, and upon which state of it. */
export type Kept = {
  saveId: string
  revision: number
  /** Which task of the coach’s it answers; what was kept before that was noted answers the first. */
  taskVersion?: number
  response: { answers: Record<string, string[]>; lines: string[] }
  done: boolean
}
export type TaskId = { assignmentId: string; playerId: string }

const nameOf = (userId: string, { assignmentId, playerId }: TaskId) =>
  `${tasksStart(userId)}${assignmentId}/${playerId}`

export function readKept(userId: string, id: TaskId): Kept | undefined {
  try {
    return (JSON.parse(readLasting(nameOf(userId, id)) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

export const keep = (userId: string, id: TaskId, kept: Kept): void =>
  keepLasting(nameOf(userId, id), JSON.stringify(kept))

/** Whether the page alone holds it: the device would not keep it. */
export const isHeldByPage = (userId: string, id: TaskId): boolean => isUnkept(nameOf(userId, id))

/** Forgets a saving that has arrived, or that nobody wants any more; what was typed meanwhile stays. */
export function forget(userId: string, id: TaskId, saveId?: string): void {
  if (saveId !== undefined && readKept(userId, id)?.saveId !== saveId) return
  dropLasting(nameOf(userId, id))
}

/** All tasks of which something is kept on this device. */
export const allKept = (userId: string): TaskId[] =>
  tasksOf(userId).map((name) => {
    const [assignmentId = '', playerId = ''] = name.slice(tasksStart(userId).length).split('/')
    return { assignmentId, playerId }
  })

const opened = new Set<string>()
/** Says of a task that it is open on this page, where it sends itself, until the function that it gives is called. */
export function holdOpen(userId: string, id: TaskId): () => void {
  const name = nameOf(userId, id)
  opened.add(name)
  return () => void opened.delete(name)
}
export const isOpen = (userId: string, id: TaskId): boolean => opened.has(nameOf(userId, id))
