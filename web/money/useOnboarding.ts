import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { callApi } from '../api.ts'

/** Opens the provider's onboarding pages, which lead back to the current page. */
export function useOnboarding() {
  const [busy, setBusy] = useState(false)
  const { pathname } = useLocation()
  async function openOnboarding(paymentAccountId: string): Promise<void> {
    setBusy(true)
    try {
      const { stripeAccountId } = await callApi('POST /rest-api/fee/payment-accounts/provider-account', {
        body: { paymentAccountId },
      })
      const returnPath = `${pathname}?back=${paymentAccountId}`
      const { url } = await callApi('POST /rest-api/fee/payment-accounts/onboarding', {
        body: { paymentAccountId, stripeAccountId, returnPath },
      })
      location.assign(url)
    } catch {
      // callApi already shows the error.
      setBusy(false)
    }
  }
  return { busy, openOnboarding }
}
