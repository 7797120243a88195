import { dequal } from 'dequal'
import { useState } from 'react'
import { ApiProblem } from '../api.ts'

/** Optimistic locking for forms: a save states what the form began with, and the server refuses it if somebody else has saved since. */

type Versioned<Of> = {
  /** What was read last: a revision, or the values themselves. */
  read: Of
  /** Whether something is typed that is not saved. */
  isTyped: boolean
  readAnew: () => Promise<unknown>
  /** Has the form begin with what was read last. */
  takeTheirs: () => void
}
type Begun<Of> = readonly [Of, (of: Of) => void]

/**
 * Saves at the revision that the form began with, which is a state of its component. That follows the revision that was read last only
 * while nothing is typed: otherwise a save would overwrite what somebody else has saved meanwhile, and nobody would be told.
 */
export function useSaveAtRevision([begun, setBegun]: Begun<number>, form: Versioned<number>) {
  const { attempt, take } = useConflict([begun, setBegun], form)
  if (form.read > begun && !form.isTyped) setBegun(form.read)
  return {
    /** Sends what is typed; false if somebody else has saved meanwhile. */
    save: (send: (revision: number) => Promise<{ revision: number } | undefined>) =>
      attempt(async () => {
        const saved = await send(begun)
        if (saved) setBegun(saved.revision)
        return saved
      }),
    /** For `<Behind>`: after such a conflict, has the form begin anew with what they saved; false while there is none. */
    take,
  }
}

/** The same for things without a revision: the values that the form began with are sent along. For forms that close once they are saved. */
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
        // After the form knows that it was not saved: while it is saving, it follows what is read, and would drop what is typed.
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
