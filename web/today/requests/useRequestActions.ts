import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiProblem, callApi } from '../../api.ts'

/** How long an action on a request can be undone, in milliseconds. */
const undoTime = 10_000

/** A coach's action on a request: grant, decline, or remove without notice. */
export type RequestAction =
  | { does: 'grant'; playerId: string; teamId: string; relation: 'own' | 'following' }
  | { does: 'decline' }
  | { does: 'remove' }

type ClosingCallbacks = { onClosed: (id: string) => void; onFailure: (problem: ApiProblem) => void }

function sendAction(requestId: string, action: RequestAction): Promise<unknown> {
  // The page may be closing: `keepalive` makes sure the request is completed.
  const options = { handles: ['failures', 'not_allowed'], keepalive: true } as const
  if (action.does === 'remove') return callApi('DELETE /rest-api/today/requests/{requestId}', { requestId }, options)
  if (action.does === 'decline')
    return callApi('POST /rest-api/today/requests/{requestId}/decline', { requestId }, options)
  const { playerId, teamId, relation } = action
  const body = { playerId, teamId, relation }
  return callApi('POST /rest-api/today/requests/{requestId}/grant', { requestId, body }, options)
}

/**
 * Closes requests with time to undo: the action is sent when that time is over, or when the reader leaves Today or hides the
 * page. Keyboard focus on Undo pauses the timer (`hold`).
 */
export function useRequestActions(callbacks: ClosingCallbacks) {
  // An action that is being sent can no longer be undone.
  const [pendingActions, setPendingActions] = useState<ReadonlyMap<string, RequestAction & { sending: boolean }>>(
    new Map(),
  )
  const timers = useRef(new Map<string, { timer: ReturnType<typeof setTimeout>; action: RequestAction }>())
  const latestCallbacks = useRef(callbacks)
  useEffect(() => {
    latestCallbacks.current = callbacks
  })

  const restore = useCallback(
    (id: string) => setPendingActions((previous) => new Map([...previous].filter(([otherId]) => otherId !== id))),
    [],
  )
  const sendNow = useCallback(
    async (id: string) => {
      const pending = timers.current.get(id)
      if (!pending) return
      clearTimeout(pending.timer)
      timers.current.delete(id)
      setPendingActions((previous) => new Map(previous).set(id, { ...pending.action, sending: true }))
      try {
        await sendAction(id, pending.action)
        latestCallbacks.current.onClosed(id)
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        // It was removed on another device: same result.
        if (pending.action.does === 'remove' && error.code === 'not_found') return latestCallbacks.current.onClosed(id)
        latestCallbacks.current.onFailure(error)
        restore(id)
      }
    },
    [restore],
  )
  function startTimer(id: string, action: RequestAction) {
    clearTimeout(timers.current.get(id)?.timer)
    timers.current.set(id, { action, timer: setTimeout(() => void sendNow(id), undoTime) })
  }
  useEffect(() => {
    const pending = timers.current
    const sendAll = () => {
      for (const id of pending.keys()) void sendNow(id)
    }
    const onHidden = () => document.visibilityState === 'hidden' && sendAll()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      sendAll()
    }
  }, [sendNow])

  return {
    findAction: (id: string) => pendingActions.get(id),
    close: (id: string, action: RequestAction) => {
      setPendingActions((previous) => new Map(previous).set(id, { ...action, sending: false }))
      startTimer(id, action)
    },
    undo: (id: string) => {
      clearTimeout(timers.current.get(id)?.timer)
      timers.current.delete(id)
      restore(id)
    },
    hold: (id: string) => clearTimeout(timers.current.get(id)?.timer),
    /** Restarts the timer. A button also loses focus when it is removed, so actions that were undone or sent stay as they are. */
    release: (id: string) => {
      const pending = timers.current.get(id)
      if (pending) startTimer(id, pending.action)
    },
  }
}
