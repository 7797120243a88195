import { useEffect, useRef, useState } from 'react'

/** Returns a function that focuses the first invalid field after the next render. */
export function useFocusFault(
  form: { current: HTMLFormElement | null },
  faults: Readonly<Record<string, unknown>>,
): () => void {
  const [requests, setRequests] = useState(0)
  const latestFaults = useRef(faults)
  useEffect(() => {
    latestFaults.current = faults
  })
  useEffect(() => {
    if (requests > 0 && form.current) findFaultyControl(form.current, latestFaults.current)?.focus()
  }, [requests, form])
  return () => setRequests((count) => count + 1)
}

/** The control to focus for the first fault. Faults of a group of controls mark none of them: take the group's first. */
function findFaultyControl(form: HTMLElement, faults: Readonly<Record<string, unknown>>): HTMLElement | null {
  const parts = [...form.querySelectorAll<HTMLElement>('[data-field]')]
  const faultyPart = parts.find(({ dataset }) => faults[dataset['field'] ?? ''] !== undefined)
  return (
    form.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    faultyPart?.querySelector<HTMLElement>('input, select, textarea, button') ??
    null
  )
}
