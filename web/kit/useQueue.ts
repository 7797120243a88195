import { useRef } from 'react'

/** A queue per component: each call runs once the previous one has settled, and returns its own result. */
export function useQueue() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    const next = last.current.then(run)
    last.current = next.catch(() => undefined)
    return next
  }
}
