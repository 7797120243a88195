import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiProblem, callApi } from '../../api.ts'

/** How long what was done with a request can be taken back, in milliseconds. */
const undoTime = 10_000

/** What a coach does with a request: lets in, says no, or takes it off the list without a word. */
export type Closing =
  | { does: 'grant'; playerId: string; teamId: string; relation: 'own' | 'following' }
  | { does: 'decline' }
  | { does: 'remove' }

type Told = { gone: (id: string) => void; failed: (problem: ApiProblem) => void }

function send(requestId: string, closing: Closing): Promise<unknown> {
  // The page may be on its way out: what was decided reaches the server all the same.
  const options = { handles: ['failures', 'not_allowed'], keepalive: true } as const
  if (closing.does === 'remove') return callApi('DELETE /rest-api/today/requests/{requestId}', { requestId }, options)
  if (closing.does === 'decline')
    return callApi('POST /rest-api/today/requests/{requestId}/decline', { requestId }, options)
  const { playerId, teamId, relation } = closing
  const body = { playerId, teamId, relation }
  return callApi('POST /rest-api/today/requests/{requestId}/grant', { requestId, body }, options)
}

/**
 * Closes requests on the coach's list, with time to think better of it: the server is told when that time is over, or
 * when the reader leaves Today or looks away from it. Who is on the way to Undo by keyboard is waited for (`hold`).
 */
export function useClosing(told: Told) {
  // One that is being sent can be taken back no more.
  const [closed, setClosed] = useState<ReadonlyMap<string, Closing & { sending: boolean }>>(new Map())
  const timers = useRef(new Map<string, { timer: ReturnType<typeof setTimeout>; closing: Closing }>())
  const tell = useRef(told)
  useEffect(() => {
    tell.current = told
  })

  const show = useCallback((id: string) => setClosed((all) => new Map([...all].filter(([other]) => other !== id))), [])
  const commit = useCallback(
    async (id: string) => {
      const waiting = timers.current.get(id)
      if (!waiting) return
      clearTimeout(waiting.timer)
      timers.current.delete(id)
      setClosed((all) => new Map(all).set(id, { ...waiting.closing, sending: true }))
      try {
        await send(id, waiting.closing)
        tell.current.gone(id)
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        // Another device was quicker: it is gone all the same.
        if (waiting.closing.does === 'remove' && error.code === 'not_found') return tell.current.gone(id)
        tell.current.failed(error)
        show(id)
      }
    },
    [show],
  )
  function wait(id: string, closing: Closing) {
    clearTimeout(timers.current.get(id)?.timer)
    timers.current.set(id, { closing, timer: setTimeout(() => void commit(id), undoTime) })
  }
  useEffect(() => {
    const waiting = timers.current
    const commitAll = () => {
      for (const id of waiting.keys()) void commit(id)
    }
    const lookAway = () => document.visibilityState === 'hidden' && commitAll()
    document.addEventListener('visibilitychange', lookAway)
    return () => {
      document.removeEventListener('visibilitychange', lookAway)
      commitAll()
    }
  }, [commit])

  return {
    closingOf: (id: string) => closed.get(id),
    close: (id: string, closing: Closing) => {
      setClosed((all) => new Map(all).set(id, { ...closing, sending: false }))
      wait(id, closing)
    },
    undo: (id: string) => {
      clearTimeout(timers.current.get(id)?.timer)
      timers.current.delete(id)
      show(id)
    },
    hold: (id: string) => clearTimeout(timers.current.get(id)?.timer),
    /** Focus also leaves a button because it is gone: what was undone or told meanwhile stays so. */
    release: (id: string) => {
      const waiting = timers.current.get(id)
      if (waiting) wait(id, waiting.closing)
    },
  }
}
