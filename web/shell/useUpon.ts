import { useState } from 'react'
import { ApiProblem } from '../api.ts'

type Upon = {
  /** The revision that was read last. */
  read: number
  /** Whether something is typed that goes with the revision at which it was begun. */
  isTyped: boolean
  readAnew: () => Promise<unknown>
  /** Has the form begin with what was read last. */
  takeTheirs: () => void
}

/**
 * Saves upon the revision that the form began with, a state of its component. It follows what is read only as long as nothing
 * is typed; else what somebody else has saved meanwhile would go with what is typed, and nobody would be told.
 */
export function useUpon([upon, setUpon]: readonly [number, (revision: number) => void], form: Upon) {
  const { read, isTyped, readAnew, takeTheirs } = form
  const [behind, setBehind] = useState(false)
  if (read > upon && !isTyped) setUpon(read)
  async function readTheirs() {
    await readAnew().catch(() => undefined)
    setBehind(true)
  }
  return {
    /** Sends what is typed; false where somebody else has saved theirs meanwhile. */
    async save(send: (revision: number) => Promise<{ revision: number } | undefined>): Promise<boolean> {
      try {
        const saved = await send(upon)
        if (saved) setUpon(saved.revision)
        setBehind(false)
        return saved !== undefined
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'conflict') throw error
        // Once the form knows that it is not saved: what is just being saved follows what is read, and here it is to stay.
        setTimeout(() => void readTheirs())
        return false
      }
    },
    /** For `<Behind>`, once that is so. */
    take:
      behind &&
      (() => {
        takeTheirs()
        setUpon(read)
        setBehind(false)
      }),
  }
}
