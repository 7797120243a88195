import { useState } from 'react'
import { keepDraft, readDraft } from '../kit/form/drafts.ts'
import { newPart } from './newPart.ts'

/**
 * Idempotency for a form with a draft: the last part of the id of the item it creates. It stays the same until the item exists,
 * through repeated and edited submissions and, while the draft is kept, reloads. After a lost response the server refuses to
 * create it twice.
 */
export function useDraftPart(letter: string, draft: string) {
  const partDraft = `${draft}.part`
  const [{ part, isSent }, setState] = useState(() => {
    const { part: storedPart } = readDraft(partDraft)
    const isStored = typeof storedPart === 'string' && Object.keys(readDraft(draft)).length > 0
    return { part: isStored ? storedPart : newPart(letter), isSent: isStored }
  })
  /** Starts a new item. */
  function startNew(): void {
    keepDraft(partDraft, {})
    setState({ part: newPart(letter), isSent: false })
  }
  return {
    part,
    /** Whether it was sent before, so that the item may exist. */
    sent: isSent,
    startNew,
    /**
     * Sends a request, after which the item may exist; on success a new item starts. Undefined if it existed from an earlier try,
     * in which case `onProblem` handles the problem; `onProblem` rethrows any other.
     */
    async send<Answer>(
      request: () => Promise<Answer>,
      onProblem?: (error: unknown) => void,
    ): Promise<Answer | undefined> {
      keepDraft(partDraft, { part })
      setState({ part, isSent: true })
      const response = await request().catch((error: unknown) => {
        if (!onProblem) throw error
        onProblem(error)
        return undefined
      })
      startNew()
      return response
    },
  }
}
