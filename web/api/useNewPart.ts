import { useRef } from 'react'
import { newPart } from './newPart.ts'

/**
 * Idempotency for a form: the last part of the id of the item it creates. Sending the same values again, since a response may
 * have been lost, uses the same part, so that only one is created; other values get a new part, so that an edit is not taken for
 * a repetition.
 */
export function useNewPart(letter: string): (sent: object) => string {
  const made = useRef<{ of: string; part: string }>(undefined)
  return (sent) => {
    const of = JSON.stringify(sent)
    if (made.current?.of !== of) made.current = { of, part: newPart(letter) }
    return made.current.part
  }
}
