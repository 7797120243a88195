import { useEffect, useRef, useState } from 'react'
import { changedFrom, same } from './same.ts'

/**
 * What stands: as the screen says, or what was just saved, until the screen says something new. Fields that nobody has
 * changed since follow it, and so do those that hold what is being saved: the server may have trimmed it.
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
    /** Called with what is sent; gives what to call with how that went. */
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
