import { ApiProblem } from '../api.ts'
import { problemText } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import type { Fee } from './FeeTable.tsx'

/** What is being done with several fees: with which of how many. */
export type Run = { act: 'remind' | 'putDown' | 'delete'; at: number; count: number }
/** Of what is done with them. */
export type ChosenProps = {
  chosen: readonly Fee[]
  limited: string | undefined
  /** What is being done, of which there is one at a time. */
  run: Run | undefined
  setRun: (run: Run | undefined) => void
  /** Told of those with which it is still to be done: they stay chosen. */
  done: (lost: ReadonlySet<string>) => void
}
/** `left`: so many had no need of it any more; `lost`: these could not be done, and why. */
type Came = { done: Fee[]; left: number; lost: { feePlayerId: string; why: string }[] }

/** After one of these none of the others would go either: each would be waited for in vain. */
const endsAll: ReadonlySet<string> = new Set(['offline', 'busy', 'not_signed_in'])

/**
 * Does the same with several fees, one after the other, and goes on where one of them is refused. `needless`: refusals by which there
 * is nothing to do any more; `at` hears how far it is.
 */
export async function eachChosen(
  chosen: readonly Fee[],
  act: (fee: Fee) => Promise<unknown>,
  { needless, at }: { needless: ReadonlySet<string>; at: (at: number, count: number) => void },
): Promise<Came> {
  const came: Came = { done: [], left: 0, lost: [] }
  for (const [i, fee] of chosen.entries()) {
    at(i + 1, chosen.length)
    try {
      await act(fee)
      came.done.push(fee)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const isLast = endsAll.has(error.code)
      if (needless.has(error.code)) came.left += 1
      else
        for (const { feePlayerId } of isLast ? chosen.slice(i) : [fee])
          came.lost.push({ feePlayerId, why: problemText(error) })
      if (isLast) break
    }
  }
  return came
}

/** Those that are still to be done stay chosen. */
export const stillChosen = ({ lost }: Came): ReadonlySet<string> => new Set(lost.map(({ feePlayerId }) => feePlayerId))

type Words = { done: string; left: string; lost: string; action?: { label: string; run: () => void } }
/** Says how many were done, had no need of it, and could not be done. Each problem says itself whether trying again helps, and when. */
export function tellCame({ done, left, lost }: Came, words: Words): void {
  const last = lost.at(-1)
  showSnackbar({
    text: [(done.length > 0 || !last) && words.done, left > 0 && words.left, last && `${words.lost} ${last.why}`]
      .filter(Boolean)
      .join(' '),
    tone: last ? 'danger' : left > 0 ? 'plain' : 'success',
    ...(words.action && done.length > 0 && { action: words.action }),
  })
}
