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
  const [part, setPart] = useState(() => {
    const { part: kept } = readDraft(name)
    return typeof kept === 'string' && Object.keys(readDraft(draft)).length > 0 ? kept : newPart(letter)
  })
  return {
    part,
    /** Called before it is sent: from then on it may be there. */
    keep: () => keepDraft(name, { part }),
    /** Called once it is there: what comes next is something else. */
    next() {
      keepDraft(name, {})
      setPart(newPart(letter))
    },
  }
}
