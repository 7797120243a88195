import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiProblem } from '../api.ts'
import { problemText } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import type { InvitedEvent } from './eventTypes.ts'

/** An answer that did not arrive, with the card as it was: the invite itself may be gone by now. */
export type Failure = { item: InvitedEvent; sentence: string }

/** There is nothing left to answer, which the sentence alone would not say. */
export const isGone = ({ code }: ApiProblem): boolean => code === 'invite_removed' || code === 'event_archived'

/** Answers that failed, by invite, until they are sent again or closed. */
export function useFailures(sentence: string) {
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map())
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  const clear = useCallback(
    (inviteId: string) => setFailures((all) => new Map([...all].filter(([id]) => id !== inviteId))),
    [],
  )
  const report = useCallback(
    (item: InvitedEvent, problem: ApiProblem) => {
      // The end of a session, or of a right, was told and led elsewhere.
      if (problem.told) return
      // Why it failed is said where it is about this invite; a lost connection needs no second sentence.
      const told = isGone(problem) ? `${sentence} ${problemText(problem)}` : sentence
      // Whoever left the screen meanwhile is told where they are now.
      if (!mounted.current) showSnackbar({ text: told, tone: 'danger' })
      setFailures((all) => new Map(all).set(item.invite.id, { item, sentence: told }))
    },
    [sentence],
  )
  return { failures, report, clear }
}
