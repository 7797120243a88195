import { dequal } from 'dequal'
import { useState } from 'react'
import { ApiProblem } from '../api.ts'

/**
 * Optimistic locking for forms: a save states what the form began with, and the server refuses it if someone else
 * has saved since.
 */

type Versioned<Of> = {
  /** The latest data: a revision, or the values themselves. */
  read: Of
  /** Whether there is unsaved input. */
  isTyped: boolean
  readAnew: () => Promise<unknown>
  /** Resets the form to the latest data. */
  takeTheirs: () => void
}
type Begun<Of> = readonly [Of, (of: Of) => void]

/**
 * Saves at the revision that the form began with, held in its component's state. It follows the latest revision only while
 * nothing is typed: otherwise a save would silently overwrite someone else's changes.
 */
export function useSaveAtRevision([begun, setBegun]: Begun<number>, form: Versioned<number>) {
  const { attempt, take } = useConflict([begun, setBegun], form)
  if (form.read > begun && !form.isTyped) setBegun(form.read)
  return {
    /** Sends the input; false if someone else has saved meanwhile. */
    save: (send: (revision: number) => Promise<{ revision: number } | undefined>) =>
      attempt(async () => {
        const saved = await send(begun)
        if (saved) setBegun(saved.revision)
        return saved
      }),
    /** For `<Behind>`: after a conflict, restarts the form from the other version; false if there is none. */
    take,
  }
}

/** The same for data without a revision: sends the values that the form began with. For forms that close after saving. */
export function useSaveIfUnchanged<Of extends object>([begun, setBegun]: Begun<Of>, form: Versioned<Of>) {
  const { attempt, take } = useConflict([begun, setBegun], form)
  if (!form.isTyped && !dequal(form.read, begun)) setBegun(form.read)
  return { save: (send: (before: Of) => Promise<unknown>) => attempt(() => send(begun)), take }
}

function useConflict<Of>([, setBegun]: Begun<Of>, { read, readAnew, takeTheirs }: Versioned<Of>) {
  const [behind, setBehind] = useState(false)
  async function readTheirs() {
    await readAnew().catch(() => undefined)
    setBehind(true)
  }
  return {
    async attempt(send: () => Promise<unknown>): Promise<boolean> {
      try {
        const saved = await send()
        setBehind(false)
        return saved !== undefined
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'conflict') throw error
        // After the form knows that the save failed: while saving, it follows new data and would drop the input.
        setTimeout(() => void readTheirs())
        return false
      }
    },
    take:
      behind &&
      (() => {
        takeTheirs()
        setBegun(read)
        setBehind(false)
      }),
  }
}
