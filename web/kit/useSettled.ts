import { useEffect, useState } from 'react'

/** How long to wait after the last keystroke before querying the server, in milliseconds. */
const pause = 300

/** Debounces typed text; clearing it takes effect at once. */
export function useSettled(typed: string): string {
  const [settled, settle] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), typed === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [typed])
  return typed && settled
}
