import { useRef } from 'react'
import { newPart } from './newPart.ts'

/**
 * Idempotency for a form: the last part of the id of the item it creates. Sending the same values again, since a response may
 * have been lost, uses the same part, so that only one is created; other values get a new part, so that an edit is not taken for
 * a repetition.
 */
export function useNewPart(letter: string): (values: object) => string {
  const lastPart = useRef<{ json: string; part: string }>(undefined)
  return (values) => {
    const json = JSON.stringify(values)
    if (lastPart.current?.json !== json) lastPart.current = { json, part: newPart(letter) }
    return lastPart.current.part
  }
}
