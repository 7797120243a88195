import { useState } from 'react'
import { ApiProblem } from '../api.ts'

/** Runs an action whose problem is shown in place, until the next attempt. `onProblem` is awaited after a failure. */
export function useAttempt(onProblem?: () => Promise<unknown>) {
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)
  async function attempt(action: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem(error)
      await onProblem?.()
    } finally {
      setBusy(false)
    }
  }
  return { attempt, busy, problem }
}
