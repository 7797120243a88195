import { ApiProblem } from '../api.ts'
import { problemText } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'

/** The results for several items. `skipped`: the number that needed nothing; `failed`: those that failed, with the problem. */
export type BulkResult<Item> = { done: Item[]; skipped: number; failed: { item: Item; problem: ApiProblem }[] }

/** Problems that would affect all remaining items, so these are not tried. */
const stoppingCodes: ReadonlySet<string> = new Set(['offline', 'busy', 'not_signed_in', 'no_licence', 'out_of_budget'])

/**
 * Runs an action for several items, one after the other, and continues after failures. `skipCodes`: codes of problems that mean
 * the item needs nothing; `onProgress` is called with the number of each item and the total. Throws anything but an ApiProblem.
 */
export async function runForEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { skipCodes, onProgress }: { skipCodes?: ReadonlySet<string>; onProgress?: (at: number, count: number) => void },
): Promise<BulkResult<Item>> {
  const result: BulkResult<Item> = { done: [], skipped: 0, failed: [] }
  for (const [i, item] of items.entries()) {
    onProgress?.(i + 1, items.length)
    try {
      await act(item)
      result.done.push(item)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const isLast = stoppingCodes.has(error.code)
      if (skipCodes?.has(error.code)) result.skipped += 1
      else
        for (const failedItem of isLast ? items.slice(i) : [item])
          result.failed.push({ item: failedItem, problem: error })
      if (isLast) break
    }
  }
  return result
}

type ResultTexts = { done: string; skipped?: string; failed: string; action?: { label: string; run: () => void } }
/** Shows a snackbar with how many were done, needed nothing and failed, and the message of the last problem. */
export function showBulkResult({ done, skipped, failed }: BulkResult<unknown>, texts: ResultTexts): void {
  const last = failed.at(-1)
  showSnackbar({
    text: [
      (done.length > 0 || !last) && texts.done,
      skipped > 0 && texts.skipped,
      last && `${texts.failed} ${problemText(last.problem)}`,
    ]
      .filter(Boolean)
      .join(' '),
    tone: last ? 'danger' : skipped > 0 ? 'plain' : 'success',
    ...(texts.action && done.length > 0 && { action: texts.action }),
  })
}
