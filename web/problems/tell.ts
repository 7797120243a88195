import { problemText } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'

/**
 * The spec's error catalogues, in one place: what a problem says when no screen says it itself. What the server refuses
 * with is `shared/problems.ts`; what only the web can know stands here. Other languages have both in `texts.es.json`.
 */
export const own = {
  offline: 'No connection. Please try again when you are back online.',
  expired: 'Your session has expired',
  failed: 'That did not work. Please try again.',
}

type Told = { code: string; status: number; message: string }

/** The statuses whose message the catalogue shows as the server has it. */
const said: ReadonlySet<number> = new Set([401, 403, 404, 412, 418, 500])

/** The sentence for a problem, in the reader's language. */
export function sentenceOf(problem: Told): string {
  // Being busy is the one other refusal that says what to do: wait.
  const shown = problem.code === 'offline' || problem.code === 'busy' || said.has(problem.status)
  return problemText(shown ? problem : { code: 'failed', message: own.failed })
}

/** Shows a problem as a message that lasts as long as errors do. */
export const tell = (problem: Told): void => showSnackbar({ text: sentenceOf(problem), tone: 'danger' })

/** Says that the session has ended by itself, to whoever is on the way to sign in again. */
export const tellExpired = (): void =>
  showSnackbar({ text: problemText({ code: 'expired', message: own.expired }), tone: 'danger' })

/** The reads that a screen shows the failure of, in place of what it would show; by name, with how many parts do. */
const inPlace = new Map<string, number>()
/** The reads whose failure was told, and `offline` for all that met no server: told once, until there is an answer. */
const toldOf = new Set<string>()

/** From now on a failure of this read is shown by the screen; until the function that it gives is called. */
export function showsInPlace(read: string): () => void {
  inPlace.set(read, (inPlace.get(read) ?? 0) + 1)
  return () => {
    const left = (inPlace.get(read) ?? 1) - 1
    if (left > 0) inPlace.set(read, left)
    else inPlace.delete(read)
  }
}

/** A screen that would show a failure may still be on its way; so long it is waited for, in milliseconds. */
const screenComes = 500

/** Tells of a read that failed, unless a screen does, or it was told already: a screen asks again by itself. */
export function tellRead(read: string, problem: Told): void {
  const about = problem.code === 'offline' ? 'offline' : read
  if (toldOf.has(about)) return
  toldOf.add(about)
  setTimeout(() => {
    if (inPlace.has(read)) toldOf.delete(about)
    else if (toldOf.has(about)) tell(problem)
  }, screenComes)
}

/** The server can be reached; and this read came through, if it is named. */
export function reached(read?: string): void {
  toldOf.delete('offline')
  if (read) toldOf.delete(read)
}
