import { useRef } from 'react'
import { newPart } from './newPart.ts'

/**
 * The last part of the id of what a form adds. The same sent again, since its reply may have been lost, has the same one and is made
 * once; what was corrected before is something new, so that the correction is not taken for what was sent first.
 */
export function useNewPart(letter: string): (sent: object) => string {
  const made = useRef<{ of: string; part: string }>(undefined)
  return (sent) => {
    const of = JSON.stringify(sent)
    if (made.current?.of !== of) made.current = { of, part: newPart(letter) }
    return made.current.part
  }
}
