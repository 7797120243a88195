import { useRef } from 'react'

/** A queue of one component: each call runs once the one before has settled, and gets its own result. */
export function useQueue() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    const next = last.current.then(run)
    last.current = next.catch(() => undefined)
    return next
  }
}
