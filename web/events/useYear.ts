import { useState } from 'react'
import { addDays, addHours } from '#shared/rules/days.ts'

/** The year up to now, as instants, fixed when the screen opens. */
export function useYear(): { start: string; end: string } {
  const [year] = useState(() => {
    const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
    // Includes events in progress.
    return { start: `${addDays(now.slice(0, 10), -365)}${now.slice(10)}`, end: addHours(now, 12) }
  })
  return year
}
