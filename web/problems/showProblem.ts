import { problemText } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'

/**
 * The default messages of problems that no screen shows itself. Problems of the server are in `shared/problems.ts`; those that
 * only the web app can detect are here. Translations of both are in `texts.es.json`.
 */
export const clientSentences = {
  offline: 'No connection. Please try again when you are back online.',
  expired: 'Your session has expired',
  failed: 'That did not work. Please try again.',
  cancelled: 'Cancelled.',
  part_failed: 'That could not be loaded. Please try again when you are back online.',
}

export type ShownProblem = { code: string; status: number; message: string }

/** Statuses whose message is shown as the catalogue has it. */
const statusesWithOwnMessage: ReadonlySet<number> = new Set([401, 403, 404, 412, 418, 500])

/** The message for a problem, in the reader's language. */
export function toSentence(problem: ShownProblem): string {
  // `busy` is the only other code whose message says what to do: wait.
  const isOwnMessage =
    problem.code === 'offline' || problem.code === 'busy' || statusesWithOwnMessage.has(problem.status)
  return problemText(isOwnMessage ? problem : { code: 'failed', message: clientSentences.failed })
}

/** Shows a problem as a snackbar, which stays as long as errors do. */
export const showProblem = (problem: ShownProblem): void => showSnackbar({ text: toSentence(problem), tone: 'danger' })

/** Says that the session has expired, while the user is redirected to sign in again. */
export const showExpired = (): void =>
  showSnackbar({ text: problemText({ code: 'expired', message: clientSentences.expired }), tone: 'danger' })
