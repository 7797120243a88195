import { useState } from 'react'
import { keepDraft, readDraft } from '../kit/form/drafts.ts'
import { newPart } from './newPart.ts'

/**
 * Idempotency for a form with a draft: the last part of the id of the item it creates. It stays the same until the item exists,
 * through repeated and edited submissions and, while the draft is kept, reloads. After a lost response the server refuses to
 * create it twice.
 */
export function useKeptPart(letter: string, draft: string) {
  const name = `${draft}.part`
  const [{ part, sent }, setMade] = useState(() => {
    const { part: kept } = readDraft(name)
    const isKept = typeof kept === 'string' && Object.keys(readDraft(draft)).length > 0
    return { part: isKept ? kept : newPart(letter), sent: isKept }
  })
  /** Starts a new item. */
  function next(): void {
    keepDraft(name, {})
    setMade({ part: newPart(letter), sent: false })
  }
  return {
    part,
    /** Whether it was sent before, so that the item may exist. */
    sent,
    next,
    /**
     * Sends a request, after which the item may exist; on success a new item starts. Undefined if it existed from an earlier try,
     * in which case `before` handles the problem; `before` rethrows any other.
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
