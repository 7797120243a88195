const runningByName = new Map<string, Promise<unknown>>()
/**
 * Runs work with the same name one after another across all tabs. Without the Web Locks API, only within this tab: the server
 * treats the same answer from two tabs as one.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(name, work)
  const current = (runningByName.get(name) ?? Promise.resolve()).then(work)
  const settled = current.catch(() => undefined)
  runningByName.set(name, settled)
  try {
    return await current
  } finally {
    if (runningByName.get(name) === settled) runningByName.delete(name)
  }
}
