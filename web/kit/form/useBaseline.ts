import { useEffect, useRef, useState } from 'react'
import { changedFields, isEqual } from './equality.ts'

/**
 * The baseline of a form: the given values, or the ones just saved until new ones are given. Fields that are unchanged since
 * follow it, and so do those that hold what is being saved, which the server may have trimmed.
 */
export function useBaseline<Values extends object>(
  values: Values,
  current: () => Values,
  applyValues: (values: Partial<Values>) => void,
) {
  const [saved, setSaved] = useState<{ values: Values; until: Values }>()
  const baseline = saved && isEqual(saved.until, values) ? saved.values : values
  const latest = useRef(values)
  const previous = useRef(baseline)
  const sentValues = useRef<Values>(undefined)
  useEffect(() => {
    latest.current = values
    if (isEqual(previous.current, baseline)) return
    const changes = Object.entries(changedFields(previous.current, current())).filter(
      ([field, value]) => !sentValues.current || !isEqual(value, sentValues.current[field as keyof Values]),
    )
    previous.current = baseline
    applyValues({ ...baseline, ...(Object.fromEntries(changes) as Partial<Values>) })
  })
  return {
    baseline,
    /** Called with the values being sent; returns a callback for whether they were saved. */
    beginSave(sentNow: Values) {
      const givenAtStart = latest.current
      sentValues.current = sentNow
      return (isSaved: boolean) => {
        if (!isSaved) sentValues.current = undefined
        else if (isEqual(latest.current, givenAtStart)) setSaved({ values: sentNow, until: givenAtStart })
      }
    },
  }
}
