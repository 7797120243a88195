import { useEffect, useRef, useState } from 'react'

/** Returns a function that focuses the first invalid field after the next render. */
export function useFocusFault(
  form: { current: HTMLFormElement | null },
  faults: Readonly<Record<string, unknown>>,
): () => void {
  const [asked, setAsked] = useState(0)
  const standing = useRef(faults)
  useEffect(() => {
    standing.current = faults
  })
  useEffect(() => {
    if (asked > 0 && form.current) faultIn(form.current, standing.current)?.focus()
  }, [asked, form])
  return () => setAsked((before) => before + 1)
}

/** The control to focus for the first fault. Faults of a group of controls mark none of them: take the group's first. */
function faultIn(form: HTMLElement, faults: Readonly<Record<string, unknown>>): HTMLElement | null {
  const parts = [...form.querySelectorAll<HTMLElement>('[data-field]')]
  const wrong = parts.find(({ dataset }) => faults[dataset['field'] ?? ''] !== undefined)
  return (
    form.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    wrong?.querySelector<HTMLElement>('input, select, textarea, button') ??
    null
  )
}
