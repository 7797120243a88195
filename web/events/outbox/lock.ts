const turns = new Map<string, Promise<unknown>>()
/**
 * Runs work with the same name one after another across all tabs. Without the Web Locks API, only within this tab: the server
 * treats the same answer from two tabs as one.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(name, work)
  const turn = (turns.get(name) ?? Promise.resolve()).then(work)
  const settled = turn.catch(() => undefined)
  turns.set(name, settled)
  try {
    return await turn
  } finally {
    if (turns.get(name) === settled) turns.delete(name)
  }
}
