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
  cancelled: 'Cancelled.',
  part_failed: 'That could not be loaded. Please try again when you are back online.',
}

export type Told = { code: string; status: number; message: string }

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
