import { useSWRConfig } from 'swr'
import { ApiProblem, type Reads } from '../api.ts'
import { isRetryable } from '../api/problem.ts'
import { problemText } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { refresh } from './useSave.ts'

/**
 * For what is added by an id that its form has drawn: its reply was lost, and it was corrected before it was sent again. Says so, and
 * has what lists it read anew; then what stands is to be opened. Any other problem is thrown on; after one by which a reply may be
 * lost, what lists it is read anew, too, as it may be there. `code`: how the route refuses it.
 */
export function useSavedBefore(
  lists: readonly Reads[],
  code: 'saved_before' | 'fee_charged' = 'saved_before',
): (error: unknown) => void {
  const config = useSWRConfig()
  return (error) => {
    const problem = error instanceof ApiProblem ? error : undefined
    const isThere = problem?.code === code
    if (problem && (isThere || isRetryable(problem))) for (const route of lists) refresh(config, route)
    if (!isThere) throw error
    showSnackbar({ text: problemText(problem), tone: 'danger' })
  }
}
