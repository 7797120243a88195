import { useRef } from 'react'

/** Runs one after the other what is begun while another is on its way. */
export function useInTurn() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    const next = last.current.then(run)
    last.current = next.catch(() => undefined)
    return next
  }
}
