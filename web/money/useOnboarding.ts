import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { callApi } from '../api.ts'

/** Leads to the provider's pages on which a club says who it is, and from there back to the page that was left. */
export function useOnboarding() {
  const [busy, setBusy] = useState(false)
  const { pathname } = useLocation()
  async function go(paymentAccountId: string): Promise<void> {
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
      // What went wrong is told in a message.
      setBusy(false)
    }
  }
  return { busy, go }
}
