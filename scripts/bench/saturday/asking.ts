import { setTimeout } from 'node:timers/promises'
import type { Bench } from '../cloud.ts'

export type Answered = { status: number; text: string }
export type Ask = (method: string, path: string, body?: object) => Promise<Answered>
/** Called with each response: path, attempt, status (0: the connection broke), body, and whether it is the last attempt. */
export type Told = (answer: { path: string; attempt: number; status: number; text: string; isLast: boolean }) => void

/** How often a request is attempted while we are busy or fail, as by a user who tries again. */
const tries = 6

/** Sends requests as this user; retries after errors, a little later each time. */
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
