import type { ApiProblem } from '../api/problem.ts'
import { navigateOutside } from '../shell/navigateOutside.ts'
import { paths } from '../paths.ts'
import { showProblem } from './showProblem.ts'

/**
 * Failures of reads. Several parts of a screen may show the same read, whichever of them started it. It is enough if one of
 * them shows the failure; a failure that none shows is reported once, until a read succeeds.
 */
export type Handles = readonly (ApiProblem['code'] | 'failures')[]

/** The mounted parts by read, each with the failures that it shows itself. */
const mountedParts = new Map<string, Set<Handles>>()
/** Reads whose failure was reported, and `offline` for all that did not reach the server. */
const reportedReads = new Set<string>()

/** Registers a mounted part that shows a read and some of its failures. Returns a function that unregisters it. */
export function registerReadPart(read: string, handles: Handles): () => void {
  const parts = mountedParts.get(read) ?? new Set()
  mountedParts.set(read, parts.add(handles))
  return () => {
    parts.delete(handles)
    if (parts.size === 0) mountedParts.delete(read)
  }
}

const isShownByPart = (read: string, code: Handles[number]) =>
  [...(mountedParts.get(read) ?? [])].some(
    (handles) => handles.includes(code) || (code !== 'not_allowed' && handles.includes('failures')),
  )

/** How long to wait for a screen that would show the failure and may still be loading, in milliseconds. */
const screenDelay = 500

/** Reports a failed read, unless a part of the screen shows it or it was reported already. */
export function reportReadFailure(read: string, problem: ApiProblem): void {
  if (problem.isReported) return
  const isForbidden = problem.code === 'not_allowed'
  const key = problem.code === 'offline' ? 'offline' : read
  if (!isForbidden && reportedReads.has(key)) return
  reportedReads.add(key)
  // By then every part rendered together with this one is registered.
  setTimeout(
    () => {
      // A failed read is not reported after its screen was left. Being offline is reported everywhere.
      const isScreenLeft = key === read && !isForbidden && !mountedParts.has(read)
      if (isScreenLeft || isShownByPart(read, problem.code)) reportedReads.delete(key)
      else if (!problem.isReported && reportedReads.has(key)) {
        problem.isReported = true
        showProblem(problem)
        if (isForbidden) navigateOutside(paths.forbidden())
      }
    },
    isForbidden ? 0 : screenDelay,
  )
}

/** Called when a read has succeeded, or with `offline` when any response has arrived. */
export const clearReadFailure = (about: string): void => void reportedReads.delete(about)
