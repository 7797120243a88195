import type { ApiProblem } from '../api/problem.ts'
import { navigateOutside } from '../shell/navigateOutside.ts'
import { paths } from '../paths.ts'
import { tell } from './tell.ts'

/**
 * Failures of reads. A read belongs to every part of the screen that shows what it gives, whichever of them began it: one
 * part that shows the failure is enough, and a failure that none shows is told once, until there was an answer.
 */
export type Handles = readonly (ApiProblem['code'] | 'failures')[]

/** The parts on the screen by the name of their read, each as what it shows itself. */
const shown = new Map<string, Set<Handles>>()
/** The reads whose failure was told, and `offline` for all that met no server. */
const told = new Set<string>()

/** From now on a part of the screen shows what a read gives, and these of its failures; until the function that it gives is called. */
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

/** A screen that would show a failure may still be on its way; so long it is waited for, in milliseconds. */
const screenComes = 500

/** Tells of a read that failed, unless a part of the screen shows it, or it was told already. */
export function tellReadFailure(read: string, problem: ApiProblem): void {
  if (problem.told) return
  const refused = problem.code === 'not_allowed'
  const about = problem.code === 'offline' ? 'offline' : read
  if (!refused && told.has(about)) return
  told.add(about)
  // Every part that is drawn together with this one has said by then what it shows.
  setTimeout(
    () => {
      // Who has left what it was read for is told nothing of it. That there is no signal holds wherever they are.
      const isLeft = about === read && !refused && !shown.has(read)
      if (isLeft || isShown(read, problem.code)) told.delete(about)
      else if (!problem.told && told.has(about)) {
        problem.told = true
        tell(problem)
        if (refused) navigateOutside(paths.forbidden())
      }
    },
    refused ? 0 : screenComes,
  )
}

/** There was an answer: to this read, or, of `offline`, any from the server. */
export const forgetReadFailure = (about: string): void => void told.delete(about)
