import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isRetryable } from '../api/problem.ts'
import { problemText, useTexts } from '../i18n.ts'
import { useSave } from '../shell/useSave.ts'
import english from './texts.en.json'

/** Provider sessions with a typed card: each is sent once, and again only if there was no response. */
const sessionStates = new Map<string, 'sent' | 'answered'>()

/**
 * When the user returns from the provider's card page, makes the new card the one that pays: at once, or for the order about to
 * be placed. The session id stays in the URL until the card is saved or refused, so that a reload sends it again if it was
 * lost.
 */
export function useReturnedCard(
  orgId: string,
  { forOrder }: { forOrder: boolean },
): { saving: boolean; newCardId: string | undefined } {
  const t = useTexts('subscriptions', english)
  const [search, setSearch] = useSearchParams()
  const sessionId = search.get('card')
  const [newCardId, setNewCardId] = useState<string>()
  // Does not navigate if the user has left the screen meanwhile.
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  function removeParam(): void {
    setSearch(
      (params) => {
        params.delete('card')
        return params
      },
      { replace: true },
    )
  }
  function onAnswered(id: string | null): void {
    if (id) sessionStates.set(id, 'answered')
    if (isMounted.current) removeParam()
  }
  const { save, saving } = useSave('POST /rest-api/organization/billing/{orgId}/card/use', {
    refreshes: [
      'GET /rest-api/organization/billing/{orgId}',
      'GET /rest-api/organization/billing-access/{orgId}',
      'GET /rest-api/payments/upcoming/invoices/{orgId}',
    ],
    // Also called when the retry from the message succeeds.
    saved: ({ paymentMethodId }) => {
      setNewCardId(paymentMethodId)
      onAnswered(sessionId)
      return t('cardUpdated')
    },
    failed: (problem) => {
      if (!isRetryable(problem)) onAnswered(sessionId)
      else if (sessionId) sessionStates.delete(sessionId)
      return problemText(problem)
    },
  })
  const saveCard = useEffectEvent((id: string) => {
    if (sessionStates.get(id) === 'answered') return removeParam()
    if (sessionStates.has(id)) return
    sessionStates.set(id, 'sent')
    void save({ orgId, body: { sessionId: id, ...(forOrder && { forOrder }) } })
  })
  useEffect(() => {
    if (sessionId) saveCard(sessionId)
  }, [sessionId])
  return { saving, newCardId }
}

/** Opens the provider's card page, which leads back to one of our pages. */
export function useCardPage(orgId: string) {
  const t = useTexts('subscriptions', english)
  const { save, saving } = useSave('POST /rest-api/organization/billing/{orgId}/card', { failed: t('cardPageFailed') })
  async function open(returnPath: string): Promise<void> {
    const response = await save({ orgId, body: { returnPath } })
    if (response) location.assign(response.url)
  }
  return { open, saving }
}
