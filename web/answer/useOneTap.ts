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
  const isMounted = useRef(true)
  const changeState = useCallback((to: State | ((current: State) => State)) => {
    if (isMounted.current) setState(to)
  }, [])

  const read = useCallback(async () => {
    changeState((current) => ({ ...current, busy: true }))
    try {
      changeState({ link: await callOpen('POST /rest-api/today/one-tap/read', { body: { token } }) })
    } catch (problem) {
      changeState({ problem: problem as ApiProblem })
    }
  }, [token, changeState])
  useEffect(() => {
    isMounted.current = true
    void read()
    return () => {
      isMounted.current = false
    }
  }, [read])

  const isSending = useRef(false)
  const sendAnswer = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    changeState(({ link }) => ({ ...(link && { link }), busy: true }))
    try {
      changeState({ link: await callOpen('POST /rest-api/today/one-tap/answer', { body: { token } }), done: true })
    } catch (error) {
      const problem = error as ApiProblem
      if (overtakenCodes.has(problem.code)) await read()
      else changeState(({ link }) => (isRetryable(problem) && link ? { link, problem } : { problem }))
    } finally {
      isSending.current = false
    }
  }, [token, changeState, read])

  return { ...state, read, sendAnswer }
}

const overtakenCodes: ReadonlySet<ApiProblem['code']> = new Set(['answered_meanwhile', 'link_used'])
