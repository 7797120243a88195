import { useEffect, useRef, useState } from 'react'

/** Puts focus on the first field that something is wrong with, once that is drawn. */
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

/** Where the first of them is put right. What is wrong with several controls together is marked at none: there it is the first of these. */
function faultIn(form: HTMLElement, faults: Readonly<Record<string, unknown>>): HTMLElement | null {
  const parts = [...form.querySelectorAll<HTMLElement>('[data-field]')]
  const wrong = parts.find(({ dataset }) => faults[dataset['field'] ?? ''] !== undefined)
  return (
    form.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    wrong?.querySelector<HTMLElement>('input, select, textarea, button') ??
    null
  )
}
