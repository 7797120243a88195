import { keepItem, names } from '../session/stored.ts'

/** What the server is not known to have: the last saving of a task, and upon which state of it. */
export type Kept = {
  saveId: string
  revision: number
  response: { answers: Record<string, string[]>; lines: string[] }
  done: boolean
}
export type TaskId = { assignmentId: string; playerId: string }

const start = (userId: string) => `${names.personal}${userId}.task.`
const nameOf = (userId: string, { assignmentId, playerId }: TaskId) => `${start(userId)}${assignmentId}/${playerId}`

export function readKept(userId: string, id: TaskId): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(nameOf(userId, id)) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

export const keep = (userId: string, id: TaskId, kept: Kept): void => keepItem(nameOf(userId, id), JSON.stringify(kept))

/** Forgets a saving that has arrived, or that nobody wants any more; what was typed meanwhile stays. */
export function forget(userId: string, id: TaskId, saveId?: string): void {
  if (saveId !== undefined && readKept(userId, id)?.saveId !== saveId) return
  try {
    localStorage.removeItem(nameOf(userId, id))
  } catch {
    // No storage: nothing was kept.
  }
}

/** All tasks of which something is kept on this device. */
export function allKept(userId: string): TaskId[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(start(userId)))
      .map((name) => {
        const [assignmentId = '', playerId = ''] = name.slice(start(userId).length).split('/')
        return { assignmentId, playerId }
      })
  } catch {
    return []
  }
}
