import { useState } from 'react'
import { addDays, addHours } from '#shared/rules/days.ts'

/** The last year up to now, as it was when the screen was opened: instants. */
export function useYear(): { start: string; end: string } {
  const [year] = useState(() => {
    const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
    // An event that is on now is in it.
    return { start: `${addDays(now.slice(0, 10), -365)}${now.slice(10)}`, end: addHours(now, 12) }
  })
  return year
}
