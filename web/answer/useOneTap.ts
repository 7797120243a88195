import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnswerOf, type ApiProblem, callOpen } from '../api.ts'
import { isRetryable } from '../api/problem.ts'

export type OneTap = AnswerOf<'POST /rest-api/today/one-tap/read'>
/** `link`: the latest state from the server; `done`: answered just now; `problem`: the last error. */
type State = { link?: OneTap; problem?: ApiProblem; done?: boolean; busy?: boolean }

/**
 * Reads an emailed answer link, and answers through it. Opening it only reads. A double press sends one answer, and after a
 * conflict the current answer is read again.
 */
export function useOneTap(token: string) {
  const [state, setState] = useState<State>({})
  const shown = useRef(true)
  const change = useCallback((to: State | ((now: State) => State)) => {
    if (shown.current) setState(to)
  }, [])

  const read = useCallback(async () => {
    change((now) => ({ ...now, busy: true }))
    try {
      change({ link: await callOpen('POST /rest-api/today/one-tap/read', { body: { token } }) })
    } catch (problem) {
      change({ problem: problem as ApiProblem })
    }
  }, [token, change])
  useEffect(() => {
    shown.current = true
    void read()
    return () => {
      shown.current = false
    }
  }, [read])

  const sending = useRef(false)
  const answer = useCallback(async () => {
    if (sending.current) return
    sending.current = true
    change(({ link }) => ({ ...(link && { link }), busy: true }))
    try {
      change({ link: await callOpen('POST /rest-api/today/one-tap/answer', { body: { token } }), done: true })
    } catch (error) {
      const problem = error as ApiProblem
      if (overtaken.has(problem.code)) await read()
      else change(({ link }) => (isRetryable(problem) && link ? { link, problem } : { problem }))
    } finally {
      sending.current = false
    }
  }, [token, change, read])

  return { ...state, read, answer }
}

const overtaken: ReadonlySet<ApiProblem['code']> = new Set(['answered_meanwhile', 'link_used'])
