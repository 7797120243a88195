import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiProblem, callApi } from '../../api.ts'

/** How long a request that was taken off can be brought back, in milliseconds. */
const undoTime = 10_000

type Told = { gone: (id: string) => void; failed: (problem: ApiProblem) => void }

/**
 * Takes requests off the coach's list, with time to think better of it: the server is told when that time is over, or
 * when the reader leaves Today or looks away from it. Who is on the way to Undo by keyboard is waited for (`hold`).
 */
export function useDelayedRemoval(told: Told) {
  const [off, setOff] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const tell = useRef(told)
  useEffect(() => {
    tell.current = told
  })

  const show = useCallback((id: string) => setOff((ids) => new Set([...ids].filter((other) => other !== id))), [])
  const commit = useCallback(
    async (id: string) => {
      clearTimeout(timers.current.get(id))
      timers.current.delete(id)
      try {
        await callApi(
          'DELETE /rest-api/today/requests/{requestId}',
          { requestId: id },
          { handles: ['failures'], keepalive: true },
        )
        tell.current.gone(id)
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        // Another device was quicker: it is gone all the same.
        if (error.code === 'not_found') return tell.current.gone(id)
        tell.current.failed(error)
        show(id)
      }
    },
    [show],
  )
  function wait(id: string) {
    clearTimeout(timers.current.get(id))
    const timer = setTimeout(() => void commit(id), undoTime)
    timers.current.set(id, timer)
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
    isOff: (id: string) => off.has(id),
    takeOff: (id: string) => {
      setOff((ids) => new Set([...ids, id]))
      wait(id)
    },
    undo: (id: string) => {
      clearTimeout(timers.current.get(id))
      timers.current.delete(id)
      show(id)
    },
    hold: (id: string) => clearTimeout(timers.current.get(id)),
    /** Focus also leaves a button because it is gone: what was undone or told meanwhile stays so. */
    release: (id: string) => timers.current.has(id) && wait(id),
  }
}
