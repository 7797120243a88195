import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { ApiProblem } from '../api.ts'
import { refresh } from '../shell/useSave.ts'
import type { Act, Done, Known } from './acts.ts'
import { keepLast, type LastImport, readLast, withDone } from './lastImport.ts'
import { perform, undo } from './perform.ts'
import { useRun } from './useRun.ts'

/**
 * Runs an import, and undoes the last one. Each action and the state before it are stored on the device before it is sent: an
 * interrupted import can be continued with the same list and undone as a whole.
 */
export function useImport(orgUnitId: string) {
  const { mutate, cache } = useSWRConfig()
  const [last, setLast] = useState(() => readLast(orgUnitId))
  const now = useRef<LastImport>(last)
  const known = useRef<Known>({ eventTypeId: '', venues: [] })
  function note(next: LastImport) {
    now.current = next
    keepLast(orgUnitId, next)
  }
  const noteDone = (change: (done: readonly Done[]) => readonly Done[]) =>
    note({ ...now.current, done: change(now.current.done) })
  const acting = useRun<Act>(async (act) => {
    const earlier = now.current.done.find(({ eventId, begun }) => begun && eventId === act.eventId)
    try {
      const each = await perform(act, { ...known.current, earlier }, (begun) =>
        noteDone((done) => withDone(done, begun)),
      )
      const left = now.current.left.filter((eventId) => eventId !== act.eventId)
      note({ done: withDone(now.current.done, each), left })
    } catch (error) {
      // Refused, so this attempt did nothing; an earlier attempt with an unknown outcome may have.
      if (error instanceof ApiProblem && error.status >= 400 && error.status < 500)
        noteDone((done) => [
          ...done.filter(({ eventId, begun }) => !begun || eventId !== act.eventId),
          ...(earlier ? [earlier] : []),
        ])
      throw error
    }
  })
  const undoing = useRun<Done>(async (each) => {
    await undo(each)
    noteDone((done) => done.filter((other) => other !== each))
  })
  function settle() {
    setLast(now.current)
    refresh({ mutate, cache }, 'GET /api/v1/teamEventsByMonth/{orgUnitId}')
  }
  return {
    last,
    acting,
    undoing,
    /**
     * Continues the last import if any of its remaining events is among `acts`, so that both are undone together; otherwise
     * starts a new one.
     */
    async start(acts: readonly Act[], knowing: Known) {
      known.current = knowing
      const { done, left } = now.current
      const ids = acts.map(({ eventId }) => eventId)
      const goesOn = ids.some((eventId) => left.includes(eventId))
      const others = left.filter((eventId) => !ids.includes(eventId) && !done.some((each) => each.eventId === eventId))
      note(goesOn ? { done, left: [...ids, ...others] } : { done: [], left: ids })
      undoing.forget()
      await acting.start(acts)
      settle()
    },
    async undo() {
      acting.forget()
      note({ ...now.current, left: [] })
      await undoing.start(now.current.done.toReversed())
      settle()
    },
  }
}
