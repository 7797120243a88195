import { setTimeout } from 'node:timers/promises'
import type { Bench } from '../cloud.ts'

export type Answered = { status: number; text: string }
export type Ask = (method: string, path: string, body?: object) => Promise<Answered>
/** Of each answer as it came: what was asked for, which try it was, its status (0: the connection broke), what it said, and whether it is the last. */
export type Told = (answer: { path: string; attempt: number; status: number; text: string; isLast: boolean }) => void

/** So often the same is asked again where we were busy or failed, as somebody would who presses once more. */
const tries = 6

/** Asks as this person: again where it was no answer of ours that stands, a little later each time. */
export async function asking(bench: Bench, userId: string, told: Told): Promise<Ask> {
  const headers = { authorization: `Bearer ${await bench.tokenOf(userId)}`, 'content-type': 'application/json' }
  return async (method, path, body) => {
    for (let attempt = 1; ; attempt++) {
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const { status, text } = await fetch(bench.cloud.origin + path, sent).then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        () => ({ status: 0, text: '' }),
      )
      const isLast = (status > 0 && status < 500) || attempt === tries
      told({ path, attempt, status, text, isLast })
      if (isLast) return { status, text }
      await setTimeout(250 * 2 ** attempt)
    }
  }
}
