import { useEffect, useState } from 'react'

/** How long to wait after the last keystroke before querying the server, in milliseconds. */
const debounceTime = 300

/** Debounces typed text; clearing it takes effect at once. */
export function useDebounced(typed: string): string {
  const [debounced, setDebounced] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), typed === '' ? 0 : debounceTime)
    return () => clearTimeout(timer)
  }, [typed])
  return typed && debounced
}
