import { startTransition, useEffect, useState } from 'react'

/**
 * The value once what it says itself has been painted: a letter that is typed stands in its box before the list that it asks
 * for is looked through. Whatever comes meanwhile takes its place.
 */
export function useAfterPaint<T>(value: T): T {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setShown(() => value)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return shown
}
