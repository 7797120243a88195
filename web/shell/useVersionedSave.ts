import { dequal } from 'dequal'
import { useState } from 'react'
import { ApiProblem } from '../api.ts'

/**
 * Optimistic locking for forms: a save states what the form began with, and the server refuses it if someone else
 * has saved since.
 */

type ConflictOptions<Of> = {
  /** The latest data: a revision, or the values themselves. */
  current: Of
  /** Whether there is unsaved input. */
  isDirty: boolean
  refetch: () => Promise<unknown>
  /** Resets the form to the latest data. */
  resetForm: () => void
}
type BaseState<Of> = readonly [Of, (of: Of) => void]

/**
 * Saves at the revision that the form began with, held in its component's state. It follows the latest revision only while
 * nothing is typed: otherwise a save would silently overwrite someone else's changes.
 */
export function useSaveAtRevision([base, setBase]: BaseState<number>, form: ConflictOptions<number>) {
  const { attempt, reload } = useConflict([base, setBase], form)
  if (form.current > base && !form.isDirty) setBase(form.current)
  return {
    /** Sends the input; false if someone else has saved meanwhile. */
    save: (send: (revision: number) => Promise<{ revision: number } | undefined>) =>
      attempt(async () => {
        const saved = await send(base)
        if (saved) setBase(saved.revision)
        return saved
      }),
    /** For `<Behind>`: after a conflict, restarts the form from the other version; false if there is none. */
    reload,
  }
}

/** The same for data without a revision: sends the values that the form began with. For forms that close after saving. */
export function useSaveIfUnchanged<Of extends object>([base, setBase]: BaseState<Of>, form: ConflictOptions<Of>) {
  const { attempt, reload } = useConflict([base, setBase], form)
  if (!form.isDirty && !dequal(form.current, base)) setBase(form.current)
  return { save: (send: (base: Of) => Promise<unknown>) => attempt(() => send(base)), reload }
}

function useConflict<Of>([, setBase]: BaseState<Of>, { current, refetch, resetForm }: ConflictOptions<Of>) {
  const [hasConflict, setHasConflict] = useState(false)
  async function loadLatest() {
    await refetch().catch(() => undefined)
    setHasConflict(true)
  }
  return {
    async attempt(send: () => Promise<unknown>): Promise<boolean> {
      try {
        const saved = await send()
        setHasConflict(false)
        return saved !== undefined
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'conflict') throw error
        // After the form knows that the save failed: while saving, it follows new data and would drop the input.
        setTimeout(() => void loadLatest())
        return false
      }
    },
    reload:
      hasConflict &&
      (() => {
        resetForm()
        setBase(current)
        setHasConflict(false)
      }),
  }
}
