import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiProblem } from '../api.ts'
import { problemText } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import type { InvitedEvent } from './eventTypes.ts'

/** A failed answer, with the card as it was: the invite itself may be gone by now. */
export type Failure = { item: InvitedEvent; sentence: string }

/** Nothing is left to answer, which the generic sentence would not explain. */
export const isInviteRemoved = ({ code }: ApiProblem): boolean => code === 'invite_removed' || code === 'event_archived'

/** Failed answers by invite, until they are resent or dismissed. */
export function useFailures(sentence: string) {
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map())
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const clear = useCallback(
    (inviteId: string) => setFailures((all) => new Map([...all].filter(([id]) => id !== inviteId))),
    [],
  )
  const report = useCallback(
    (item: InvitedEvent, problem: ApiProblem) => {
      // An ended session or lost right has been reported already, and navigates away.
      if (problem.isReported) return
      // Give the reason if it is about this invite; a lost connection needs no second sentence.
      const fullSentence = isInviteRemoved(problem) ? `${sentence} ${problemText(problem)}` : sentence
      // If the user has left the screen, show a snackbar instead.
      if (!isMounted.current) showSnackbar({ text: fullSentence, tone: 'danger' })
      setFailures((all) => new Map(all).set(item.invite.id, { item, sentence: fullSentence }))
    },
    [sentence],
  )
  return { failures, report, clear }
}
