import { useEffect, useRef, useState } from 'react'
import { changedFrom, same } from './same.ts'

/**
 * The baseline of a form: the given values, or the ones just saved until new ones are given. Fields that are unchanged since
 * follow it, and so do those that hold what is being saved, which the server may have trimmed.
 */
export function useStanding<Values extends object>(
  given: Values,
  current: () => Values,
  set: (values: Partial<Values>) => void,
) {
  const [assumed, setAssumed] = useState<{ values: Values; until: Values }>()
  const standing = assumed && same(assumed.until, given) ? assumed.values : given
  const latest = useRef(given)
  const before = useRef(standing)
  const sent = useRef<Values>(undefined)
  useEffect(() => {
    latest.current = given
    if (same(before.current, standing)) return
    const typed = Object.entries(changedFrom(before.current, current())).filter(
      ([field, value]) => !sent.current || !same(value, sent.current[field as keyof Values]),
    )
    before.current = standing
    set({ ...standing, ...(Object.fromEntries(typed) as Partial<Values>) })
  })
  return {
    standing,
    /** Called with the values being sent; returns a callback for whether they were saved. */
    begin(values: Values) {
      const upon = latest.current
      sent.current = values
      return (saved: boolean) => {
        if (!saved) sent.current = undefined
        else if (same(latest.current, upon)) setAssumed({ values, until: upon })
      }
    },
  }
}
