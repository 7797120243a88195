import { useState } from 'react'
import { keepDraft, readDraft } from '../kit/form/drafts.ts'
import { newPart } from './newPart.ts'

/**
 * Idempotency for a form with a draft: the last part of the id of what it adds. It stays the same until that exists, however often it is
 * sent and corrected, also after a reload while the draft is kept. After a lost reply the server refuses to make it twice.
 */
export function useKeptPart(letter: string, draft: string) {
  const name = `${draft}.part`
  const [{ part, sent }, setMade] = useState(() => {
    const { part: kept } = readDraft(name)
    const isKept = typeof kept === 'string' && Object.keys(readDraft(draft)).length > 0
    return { part: isKept ? kept : newPart(letter), sent: isKept }
  })
  /** What comes next is something else. */
  function next(): void {
    keepDraft(name, {})
    setMade({ part: newPart(letter), sent: false })
  }
  return {
    part,
    /** Whether it was sent before: it may be there. */
    sent,
    next,
    /**
     * Sends it: from then on it may be there; once it is, what comes next is something else. Undefined where it was there by a try
     * before, which `before` says; it throws all other problems on.
     */
    async send<Answer>(ask: () => Promise<Answer>, before?: (error: unknown) => void): Promise<Answer | undefined> {
      keepDraft(name, { part })
      setMade({ part, sent: true })
      const answer = await ask().catch((error: unknown) => {
        if (!before) throw error
        before(error)
        return undefined
      })
      next()
      return answer
    },
  }
}
