import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { problemText, useTexts } from '../i18n.ts'
import { useSave } from '../shell/useSave.ts'
import english from './texts.en.json'

const used = new Set<string>()

/** Who comes back from the provider's page, where they have typed a card, pays with it from now on: at once, or by the order that they are about to place. */
export function useReturnedCard(
  orgId: string,
  { forOrder }: { forOrder: boolean },
): { saving: boolean; typed: string | undefined } {
  const t = useTexts('subscriptions', english)
  const [search, setSearch] = useSearchParams()
  const sessionId = search.get('card')
  const [typed, setTyped] = useState<string>()
  const { save, saving } = useSave('POST /rest-api/organization/billing/{orgId}/card/use', {
    refreshes: [
      'GET /rest-api/organization/billing/{orgId}',
      'GET /rest-api/organization/billing-access/{orgId}',
      'GET /rest-api/payments/upcoming/invoices/{orgId}',
    ],
    saved: t('cardUpdated'),
    failed: problemText,
  })
  const use = useEffectEvent((id: string) => {
    if (used.has(id)) return
    used.add(id)
    setSearch(
      (before) => {
        before.delete('card')
        return before
      },
      { replace: true },
    )
    void save({ orgId, body: { sessionId: id, ...(forOrder && { forOrder }) } }).then((answer) =>
      setTyped(answer?.paymentMethodId),
    )
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
