import { ApiProblem } from '../api.ts'
import { problemText } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'

/** The result for each of several things. `left`: for so many there was nothing to do any more; `lost`: those that failed, and why. */
export type Came<Thing> = { done: Thing[]; left: number; lost: { thing: Thing; problem: ApiProblem }[] }

/** Problems that would meet all others as well, so that these are not tried. */
const endsAll: ReadonlySet<string> = new Set(['offline', 'busy', 'not_signed_in', 'no_licence', 'out_of_budget'])

/**
 * Does the same with several things, one after the other, and goes on where one of them fails. `needless`: codes of problems that mean
 * that there is nothing to do any more; `at` is called with the number of each and their count. Throws what is not an ApiProblem.
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
/** Shows a snackbar that says how many were done, had nothing to do, and failed, with the sentence of the last problem. */
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
