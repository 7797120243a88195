import { problemText } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'

/**
 * The default messages of problems that no screen shows itself. Problems of the server are in `shared/problems.ts`; those that
 * only the web app can detect are here. Translations of both are in `texts.es.json`.
 */
export const own = {
  offline: 'No connection. Please try again when you are back online.',
  expired: 'Your session has expired',
  failed: 'That did not work. Please try again.',
  cancelled: 'Cancelled.',
  part_failed: 'That could not be loaded. Please try again when you are back online.',
}

export type Told = { code: string; status: number; message: string }

/** Statuses whose message is shown as the catalogue has it. */
const said: ReadonlySet<number> = new Set([401, 403, 404, 412, 418, 500])

/** The message for a problem, in the reader's language. */
export function sentenceOf(problem: Told): string {
  // `busy` is the only other code whose message says what to do: wait.
  const shown = problem.code === 'offline' || problem.code === 'busy' || said.has(problem.status)
  return problemText(shown ? problem : { code: 'failed', message: own.failed })
}

/** Shows a problem as a snackbar, which stays as long as errors do. */
export const tell = (problem: Told): void => showSnackbar({ text: sentenceOf(problem), tone: 'danger' })

/** Says that the session has expired, while the user is redirected to sign in again. */
export const tellExpired = (): void =>
  showSnackbar({ text: problemText({ code: 'expired', message: own.expired }), tone: 'danger' })
