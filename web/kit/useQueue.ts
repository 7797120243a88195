import { useRef } from 'react'

/** A queue per component: each call runs once the previous one has settled, and returns its own result. */
export function useQueue() {
  const tail = useRef<Promise<unknown>>(Promise.resolve())
  return <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    const next = tail.current.then(run)
    tail.current = next.catch(() => undefined)
    return next
  }
}
