import { useSWRConfig } from 'swr'
import { ApiProblem, type Reads } from '../api.ts'
import { isRetryable } from '../api/problem.ts'
import { problemText } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { refresh } from './useSave.ts'

/**
 * Handles a create with a client-generated id whose response was lost and that was edited before it was sent again. Shows the
 * message and revalidates the lists, so that the existing item can be opened. Throws any other problem; if it may have lost a
 * response, the lists are revalidated as well, since the item may exist. `code`: the route's code for this conflict.
 */
export function useSavedBefore(
  reads: readonly Reads[],
  code: 'saved_before' | 'fee_charged' = 'saved_before',
): (error: unknown) => void {
  const config = useSWRConfig()
  return (error) => {
    const problem = error instanceof ApiProblem ? error : undefined
    const isAlreadySaved = problem?.code === code
    if (problem && (isAlreadySaved || isRetryable(problem))) for (const route of reads) refresh(config, route)
    if (!isAlreadySaved) throw error
    showSnackbar({ text: problemText(problem), tone: 'danger' })
  }
}
