import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isRetryable } from '../api/problem.ts'
import { problemText, useTexts } from '../i18n.ts'
import { useSave } from '../shell/useSave.ts'
import english from './texts.en.json'

/** Provider sessions with a typed card: each is sent once, and again only if there was no response. */
const known = new Map<string, 'sent' | 'answered'>()

/**
 * When the user returns from the provider's card page, makes the new card the one that pays: at once, or for the order about to
 * be placed. The session id stays in the URL until the card is saved or refused, so that a reload sends it again if it was
 * lost.
 */
export function useReturnedCard(
  orgId: string,
  { forOrder }: { forOrder: boolean },
): { saving: boolean; typed: string | undefined } {
  const t = useTexts('subscriptions', english)
  const [search, setSearch] = useSearchParams()
  const sessionId = search.get('card')
  const [typed, setTyped] = useState<string>()
  // Does not navigate if the user has left the screen meanwhile.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  function leave(): void {
    setSearch(
      (before) => {
        before.delete('card')
        return before
      },
      { replace: true },
    )
  }
  function answered(id: string | null): void {
    if (id) known.set(id, 'answered')
    if (isHere.current) leave()
  }
  const { save, saving } = useSave('POST /rest-api/organization/billing/{orgId}/card/use', {
    refreshes: [
      'GET /rest-api/organization/billing/{orgId}',
      'GET /rest-api/organization/billing-access/{orgId}',
      'GET /rest-api/payments/upcoming/invoices/{orgId}',
    ],
    // Also called when the retry from the message succeeds.
    saved: ({ paymentMethodId }) => {
      setTyped(paymentMethodId)
      answered(sessionId)
      return t('cardUpdated')
    },
    failed: (problem) => {
      if (!isRetryable(problem)) answered(sessionId)
      else if (sessionId) known.delete(sessionId)
      return problemText(problem)
    },
  })
  const use = useEffectEvent((id: string) => {
    if (known.get(id) === 'answered') return leave()
    if (known.has(id)) return
    known.set(id, 'sent')
    void save({ orgId, body: { sessionId: id, ...(forOrder && { forOrder }) } })
  })
  useEffect(() => {
    if (sessionId) use(sessionId)
  }, [sessionId])
  return { saving, typed }
}

/** Opens the provider's card page, which leads back to one of our pages. */
export function useCardPage(orgId: string) {
  const t = useTexts('subscriptions', english)
  const { save, saving } = useSave('POST /rest-api/organization/billing/{orgId}/card', { failed: t('cardPageFailed') })
  async function open(returnPath: string): Promise<void> {
    const answer = await save({ orgId, body: { returnPath } })
    if (answer) location.assign(answer.url)
  }
  return { open, saving }
}
