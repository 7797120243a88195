import type { ApiProblem } from '../api/problem.ts'
import { navigateOutside } from '../shell/navigateOutside.ts'
import { paths } from '../paths.ts'
import { tell } from './tell.ts'

/**
 * Failures of reads. Several parts of a screen may show the same read, whichever of them started it. It is enough if one of
 * them shows the failure; a failure that none shows is reported once, until a read succeeds.
 */
export type Handles = readonly (ApiProblem['code'] | 'failures')[]

/** The mounted parts by read, each with the failures that it shows itself. */
const shown = new Map<string, Set<Handles>>()
/** Reads whose failure was reported, and `offline` for all that did not reach the server. */
const told = new Set<string>()

/** Registers a mounted part that shows a read and some of its failures. Returns a function that unregisters it. */
export function showsRead(read: string, handles: Handles): () => void {
  const all = shown.get(read) ?? new Set()
  shown.set(read, all.add(handles))
  return () => {
    all.delete(handles)
    if (all.size === 0) shown.delete(read)
  }
}

const isShown = (read: string, code: Handles[number]) =>
  [...(shown.get(read) ?? [])].some(
    (handles) => handles.includes(code) || (code !== 'not_allowed' && handles.includes('failures')),
  )

/** How long to wait for a screen that would show the failure and may still be loading, in milliseconds. */
const screenComes = 500

/** Reports a failed read, unless a part of the screen shows it or it was reported already. */
export function tellReadFailure(read: string, problem: ApiProblem): void {
  if (problem.isReported) return
  const refused = problem.code === 'not_allowed'
  const about = problem.code === 'offline' ? 'offline' : read
  if (!refused && told.has(about)) return
  told.add(about)
  // By then every part rendered together with this one is registered.
  setTimeout(
    () => {
      // A failed read is not reported after its screen was left. Being offline is reported everywhere.
      const isLeft = about === read && !refused && !shown.has(read)
      if (isLeft || isShown(read, problem.code)) told.delete(about)
      else if (!problem.isReported && told.has(about)) {
        problem.isReported = true
        tell(problem)
        if (refused) navigateOutside(paths.forbidden())
      }
    },
    refused ? 0 : screenComes,
  )
}

/** Called when a read has succeeded, or with `offline` when any response has arrived. */
export const forgetReadFailure = (about: string): void => void told.delete(about)
