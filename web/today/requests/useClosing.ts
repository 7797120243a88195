import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiProblem, callApi } from '../../api.ts'

/** How long an action on a request can be undone, in milliseconds. */
const undoTime = 10_000

/** A coach's action on a request: grant, decline, or remove without notice. */
export type Closing =
  | { does: 'grant'; playerId: string; teamId: string; relation: 'own' | 'following' }
  | { does: 'decline' }
  | { does: 'remove' }

type Told = { gone: (id: string) => void; failed: (problem: ApiProblem) => void }

function send(requestId: string, closing: Closing): Promise<unknown> {
  // The page may be closing: `keepalive` makes sure the request is completed.
  const options = { handles: ['failures', 'not_allowed'], keepalive: true } as const
  if (closing.does === 'remove') return callApi('DELETE /rest-api/today/requests/{requestId}', { requestId }, options)
  if (closing.does === 'decline')
    return callApi('POST /rest-api/today/requests/{requestId}/decline', { requestId }, options)
  const { playerId, teamId, relation } = closing
  const body = { playerId, teamId, relation }
  return callApi('POST /rest-api/today/requests/{requestId}/grant', { requestId, body }, options)
}

/**
 * Closes requests with time to undo: the action is sent when that time is over, or when the reader leaves Today or hides the
 * page. Keyboard focus on Undo pauses the timer (`hold`).
 */
export function useClosing(told: Told) {
  // An action that is being sent can no longer be undone.
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
        // It was removed on another device: same result.
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
    /** Restarts the timer. A button also loses focus when it is removed, so actions that were undone or sent stay as they are. */
    release: (id: string) => {
      const waiting = timers.current.get(id)
      if (waiting) wait(id, waiting.closing)
    },
  }
}
