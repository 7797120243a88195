import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isRetryable } from '../api/problem.ts'
import { problemText, useTexts } from '../i18n.ts'
import { useSave } from '../shell/useSave.ts'
import english from './texts.en.json'

/** What was typed on the pages that were come back from: each is sent once, and again only where no answer came. */
const known = new Map<string, 'sent' | 'answered'>()

/**
 * Who comes back from the provider's page, where they have typed a card, pays with it from now on: at once, or by the order that
 * they are about to place. It stays in the address until that is saved or refused: what gets lost is sent again when the page is
 * loaded anew.
 */
export function useReturnedCard(
  orgId: string,
  { forOrder }: { forOrder: boolean },
): { saving: boolean; typed: string | undefined } {
  const t = useTexts('subscriptions', english)
  const [search, setSearch] = useSearchParams()
  const sessionId = search.get('card')
  const [typed, setTyped] = useState<string>()
  // Who has gone elsewhere meanwhile is not led back.
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
    // Also where it is saved by trying again, from the message.
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

/** Leads to the provider's page on which a card is typed, and from there back to a page of ours. */
export function useCardPage(orgId: string) {
  const t = useTexts('subscriptions', english)
  const { save, saving } = useSave('POST /rest-api/organization/billing/{orgId}/card', { failed: t('cardPageFailed') })
  async function open(returnPath: string): Promise<void> {
    const answer = await save({ orgId, body: { returnPath } })
    if (answer) location.assign(answer.url)
  }
  return { open, saving }
}
