import { ApiProblem } from '../api.ts'
import { problemText } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'

/** The results for several items. `left`: the number that needed nothing; `lost`: those that failed, with the problem. */
export type Came<Thing> = { done: Thing[]; left: number; lost: { thing: Thing; problem: ApiProblem }[] }

/** Problems that would affect all remaining items, so these are not tried. */
const endsAll: ReadonlySet<string> = new Set(['offline', 'busy', 'not_signed_in', 'no_licence', 'out_of_budget'])

/**
 * Runs an action for several items, one after the other, and continues after failures. `needless`: codes of problems that mean
 * the item needs nothing; `at` is called with the number of each item and the total. Throws anything but an ApiProblem.
 */
export async function eachChosen<Thing>(
  chosen: readonly Thing[],
  act: (thing: Thing) => Promise<unknown>,
  { needless, at }: { needless?: ReadonlySet<string>; at?: (at: number, count: number) => void },
): Promise<Came<Thing>> {
  const came: Came<Thing> = { done: [], left: 0, lost: [] }
  for (const [i, one] of chosen.entries()) {
    at?.(i + 1, chosen.length)
    try {
      await act(one)
      came.done.push(one)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const isLast = endsAll.has(error.code)
      if (needless?.has(error.code)) came.left += 1
      else for (const thing of isLast ? chosen.slice(i) : [one]) came.lost.push({ thing, problem: error })
      if (isLast) break
    }
  }
  return came
}

type Words = { done: string; left?: string; lost: string; action?: { label: string; run: () => void } }
/** Shows a snackbar with how many were done, needed nothing and failed, and the message of the last problem. */
export function tellCame({ done, left, lost }: Came<unknown>, words: Words): void {
  const last = lost.at(-1)
  showSnackbar({
    text: [
      (done.length > 0 || !last) && words.done,
      left > 0 && words.left,
      last && `${words.lost} ${problemText(last.problem)}`,
    ]
      .filter(Boolean)
      .join(' '),
    tone: last ? 'danger' : left > 0 ? 'plain' : 'success',
    ...(words.action && done.length > 0 && { action: words.action }),
  })
}
