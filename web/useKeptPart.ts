import { useState } from 'react'
import { keepDraft, readDraft } from './kit/form/drafts.ts'
import { newPart } from './newPart.ts'

/**
 * The last part of the id of what a form with a draft adds: the same until that is there, however often it is sent and corrected, and
 * also after the page was loaded anew, for as long as the draft is found again. Where the reply to the first was lost, the server
 * says so, and nothing is made twice.
 */
export function useKeptPart(letter: string, draft: string) {
  const name = `${draft}.part`
  const [{ part, sent }, setMade] = useState(() => {
    const { part: kept } = readDraft(name)
    const isKept = typeof kept === 'string' && Object.keys(readDraft(draft)).length > 0
    return { part: isKept ? kept : newPart(letter), sent: isKept }
  })
  return {
    part,
    /** Whether it was sent before: it may be there. */
    sent,
    /** Called before it is sent: from then on it may be there. */
    keep() {
      keepDraft(name, { part })
      setMade({ part, sent: true })
    },
    /** Called once it is there: what comes next is something else. */
    next() {
      keepDraft(name, {})
      setMade({ part: newPart(letter), sent: false })
    },
  }
}
