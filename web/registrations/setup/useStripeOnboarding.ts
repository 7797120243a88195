import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { stripeRate } from '#shared/rules/stripeRate.ts'
import { callApi } from '../../api.ts'
import { newPart } from '../../api/newPart.ts'

type StripeOptions = { orgId: string; paymentAccountId: string | undefined; refetch: () => Promise<unknown> }
/**
 * Opens Stripe's onboarding, creating the club's account first if there is none; it leads back to this step, which then
 * refreshes the account's state.
 */
export function useStripeOnboarding({ orgId, paymentAccountId: existingAccountId, refetch }: StripeOptions) {
  const [newAccountId] = useState(() => `${orgId}.${newPart('a')}`)
  const [busy, setBusy] = useState(false)
  const { pathname } = useLocation()
  const [query, setQuery] = useSearchParams()
  const returnedAccountId = query.get('back')
  const isRequested = useRef(false)
  useEffect(() => {
    if (returnedAccountId === null || isRequested.current) return
    isRequested.current = true
    const refreshAccount = async () => {
      try {
        await callApi('POST /rest-api/fee/payment-accounts/standing', { body: { paymentAccountId: returnedAccountId } })
        await refetch()
      } catch {
        // callApi already shows the error.
      }
      setQuery({ step: 'setup' }, { replace: true })
    }
    void refreshAccount()
  })
  async function openStripe() {
    setBusy(true)
    try {
      const paymentAccountId = existingAccountId ?? newAccountId
      const body = { paymentAccountId, paymentProviderName: 'STRIPE' as const, ...stripeRate }
      if (existingAccountId === undefined) await callApi('POST /rest-api/fee/payment-accounts/create', { body })
      const { stripeAccountId } = await callApi('POST /rest-api/fee/payment-accounts/provider-account', {
        body: { paymentAccountId },
      })
      const returnPath = `${pathname}?step=setup&back=${paymentAccountId}`
      const { url } = await callApi('POST /rest-api/fee/payment-accounts/onboarding', {
        body: { paymentAccountId, stripeAccountId, returnPath },
      })
      location.assign(url)
    } catch {
      // callApi already shows the error.
      setBusy(false)
    }
  }
  return { busy, go: openStripe }
}
