import { dequal } from 'dequal'
import { useState } from 'react'
import { ApiProblem } from '../api.ts'

type Upon<Of> = {
  /** What was read last: a revision, or the values themselves. */
  read: Of
  /** Whether something is typed that goes with what it was begun upon. */
  isTyped: boolean
  readAnew: () => Promise<unknown>
  /** Has the form begin with what was read last. */
  takeTheirs: () => void
}
type Begun<Of> = readonly [Of, (of: Of) => void]

/**
 * Saves upon the revision that the form began with, a state of its component. It follows what is read only as long as nothing
 * is typed; else what somebody else has saved meanwhile would go with what is typed, and nobody would be told.
 */
export function useUpon([upon, setUpon]: Begun<number>, form: Upon<number>) {
  const { attempt, take } = useBehind([upon, setUpon], form)
  if (form.read > upon && !form.isTyped) setUpon(form.read)
  return {
    /** Sends what is typed; false where somebody else has saved theirs meanwhile. */
    save: (send: (revision: number) => Promise<{ revision: number } | undefined>) =>
      attempt(async () => {
        const saved = await send(upon)
        if (saved) setUpon(saved.revision)
        return saved
      }),
    /** For `<Behind>`, once that is so. */
    take,
  }
}

/** The same for what has no revision: what was seen of it goes along. For forms that close once it is saved. */
export function useSeen<Of extends object>([seen, setSeen]: Begun<Of>, form: Upon<Of>) {
  const { attempt, take } = useBehind([seen, setSeen], form)
  if (!form.isTyped && !dequal(form.read, seen)) setSeen(form.read)
  return { save: (send: (before: Of) => Promise<unknown>) => attempt(() => send(seen)), take }
}

function useBehind<Of>([, setUpon]: Begun<Of>, { read, readAnew, takeTheirs }: Upon<Of>) {
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
        // Once the form knows that it is not saved: what is just being saved follows what is read, and here it is to stay.
        setTimeout(() => void readTheirs())
        return false
      }
    },
    take:
      behind &&
      (() => {
        takeTheirs()
        setUpon(read)
        setBehind(false)
      }),
  }
}
