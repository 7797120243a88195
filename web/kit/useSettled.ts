import { useEffect, useState } from 'react'

/** The server is not asked at each letter: only once nothing was typed for so long, in milliseconds. */
const pause = 300

/** What was typed, once it stands for a moment; what was emptied is empty at once. */
export function useSettled(typed: string): string {
  const [settled, settle] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), typed === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [typed])
  return typed && settled
}
