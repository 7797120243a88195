const turns = new Map<string, Promise<unknown>>()
/**
 * Runs what shares a name one after another, over all tabs of this browser. Where it has no locks, over this tab: the same
 * answer from two tabs is one to the server.
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
