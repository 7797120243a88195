import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { refresh } from '../shell/useSave.ts'
import { keepLast, readLast } from './lastImport.ts'
import { type Act, type Done, type Known, perform, undo } from './perform.ts'
import { useRun } from './useRun.ts'

/** Does what an import is to do, and makes the last one undone; what has been done is on the device before the next begins. */
export function useImport(orgUnitId: string) {
  const { mutate, cache } = useSWRConfig()
  const [last, setLast] = useState(() => readLast(orgUnitId))
  const done = useRef<readonly Done[]>(last)
  const known = useRef<Known>({ eventTypeId: '', venues: [] })
  function note(next: readonly Done[]) {
    done.current = next
    keepLast(orgUnitId, next)
  }
  const acting = useRun<Act>(async (act) => {
    const each = await perform(act, known.current)
    note([...done.current, each])
  })
  const undoing = useRun<Done>(async (each) => {
    await undo(each)
    note(done.current.filter((other) => other !== each))
  })
  function settle() {
    setLast(done.current)
    refresh({ mutate, cache }, 'GET /api/v1/teamEventsByMonth/{orgUnitId}')
  }
  return {
    last,
    acting,
    undoing,
    /** `goesOn` belongs to what was done before, and is undone with it. */
    async start(acts: readonly Act[], knowing: Known, { goesOn = false } = {}) {
      known.current = knowing
      if (!goesOn) note([])
      undoing.forget()
      await acting.start(acts)
      settle()
    },
    async undo() {
      acting.forget()
      await undoing.start(done.current.toReversed())
      settle()
    },
  }
}
