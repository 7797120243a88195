import { useRef } from 'react'
import { newPart } from './newPart.ts'

/**
 * Idempotency for a form: the last part of the id of what it adds. The same values sent again, since a reply may have been lost, have the
 * same part and are made once; other values get a new part, so that a correction is not taken for a repetition.
 */
export function useNewPart(letter: string): (sent: object) => string {
  const made = useRef<{ of: string; part: string }>(undefined)
  return (sent) => {
    const of = JSON.stringify(sent)
    if (made.current?.of !== of) made.current = { of, part: newPart(letter) }
    return made.current.part
  }
}
