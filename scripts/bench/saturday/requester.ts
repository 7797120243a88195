import { setTimeout } from 'node:timers/promises'
import type { Bench } from '../cloud.ts'

export type TextResponse = { status: number; text: string }
export type Requester = (method: string, path: string, body?: object) => Promise<TextResponse>
/**
 * Called for each response: the path, the number of the attempt, its status (0: the connection broke), its body, and
 * whether it is the last attempt.
 */
export type OnResponse = (answer: {
  path: string
  attempt: number
  status: number
  text: string
  isLast: boolean
}) => void

/** How many attempts are made when the server is busy or fails, as by a person who presses again. */
const maxAttempts = 6

/** Makes requests as this person: retries failures of the server, with an increasing delay. */
export async function createRequester(bench: Bench, userId: string, onResponse: OnResponse): Promise<Requester> {
  const headers = { authorization: `Bearer ${await bench.tokenOf(userId)}`, 'content-type': 'application/json' }
  return async (method, path, body) => {
    for (let attempt = 1; ; attempt++) {
      const requestInit = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const { status, text } = await fetch(bench.cloud.origin + path, requestInit).then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        () => ({ status: 0, text: '' }),
      )
      const isLast = (status > 0 && status < 500) || attempt === maxAttempts
      onResponse({ path, attempt, status, text, isLast })
      if (isLast) return { status, text }
      await setTimeout(250 * 2 ** attempt)
    }
  }
}
