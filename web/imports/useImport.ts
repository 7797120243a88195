import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { ApiProblem } from '../api.ts'
import { refresh } from '../shell/useSave.ts'
import type { ImportAction, CompletedAction, ImportSettings } from './actions.ts'
import { storeLastImport, type LastImport, readLastImport, addAction } from './lastImport.ts'
import { perform, undo } from './perform.ts'
import { useRun } from './useRun.ts'

/**
 * Runs an import, and undoes the last one. Each action and the state before it are stored on the device before it is sent: an
 * interrupted import can be continued with the same list and undone as a whole.
 */
export function useImport(orgUnitId: string) {
  const { mutate, cache } = useSWRConfig()
  const [lastImport, setLastImport] = useState(() => readLastImport(orgUnitId))
  const latestImport = useRef<LastImport>(lastImport)
  const planning = useRef<ImportSettings>({ eventTypeId: '', venues: [] })
  function store(next: LastImport) {
    latestImport.current = next
    storeLastImport(orgUnitId, next)
  }
  const storeDone = (change: (done: readonly CompletedAction[]) => readonly CompletedAction[]) =>
    store({ ...latestImport.current, done: change(latestImport.current.done) })
  const acting = useRun<ImportAction>(async (action) => {
    const earlierAttempt = latestImport.current.done.find(({ eventId, begun }) => begun && eventId === action.eventId)
    try {
      const entry = await perform(action, { ...planning.current, earlierAttempt }, (begun) =>
        storeDone((done) => addAction(done, begun)),
      )
      const remaining = latestImport.current.left.filter((eventId) => eventId !== action.eventId)
      store({ done: addAction(latestImport.current.done, entry), left: remaining })
    } catch (error) {
      // Refused, so this attempt did nothing; an earlier attempt with an unknown outcome may have.
      if (error instanceof ApiProblem && error.status >= 400 && error.status < 500)
        storeDone((done) => [
          ...done.filter(({ eventId, begun }) => !begun || eventId !== action.eventId),
          ...(earlierAttempt ? [earlierAttempt] : []),
        ])
      throw error
    }
  })
  const undoing = useRun<CompletedAction>(async (entry) => {
    await undo(entry)
    storeDone((done) => done.filter((other) => other !== entry))
  })
  function finish() {
    setLastImport(latestImport.current)
    refresh({ mutate, cache }, 'GET /api/v1/teamEventsByMonth/{orgUnitId}')
  }
  return {
    lastImport,
    acting,
    undoing,
    /**
     * Continues the last import if any of its remaining events is among `acts`, so that both are undone together; otherwise
     * starts a new one.
     */
    async start(acts: readonly ImportAction[], newPlanning: ImportSettings) {
      planning.current = newPlanning
      const { done, left } = latestImport.current
      const ids = acts.map(({ eventId }) => eventId)
      const isContinued = ids.some((eventId) => left.includes(eventId))
      const otherIds = left.filter(
        (eventId) => !ids.includes(eventId) && !done.some((entry) => entry.eventId === eventId),
      )
      store(isContinued ? { done, left: [...ids, ...otherIds] } : { done: [], left: ids })
      undoing.forget()
      await acting.start(acts)
      finish()
    },
    async undo() {
      acting.forget()
      store({ ...latestImport.current, left: [] })
      await undoing.start(latestImport.current.done.toReversed())
      finish()
    },
  }
}
