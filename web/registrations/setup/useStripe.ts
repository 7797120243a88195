import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { stripeRate } from '#shared/rules/stripeRate.ts'
import { callApi } from '../../api.ts'
import { newPart } from '../../api/newPart.ts'

type Stripe = { orgId: string; paymentAccountId: string | undefined; reread: () => Promise<unknown> }
/**
 * Opens Stripe's onboarding, creating the club's account first if there is none; it leads back to this step, which then
 * refreshes the account's state.
 */
export function useStripe({ orgId, paymentAccountId: there, reread }: Stripe) {
  const [made] = useState(() => `${orgId}.${newPart('a')}`)
  const [busy, setBusy] = useState(false)
  const { pathname } = useLocation()
  const [query, setQuery] = useSearchParams()
  const back = query.get('back')
  const asked = useRef(false)
  useEffect(() => {
    if (back === null || asked.current) return
    asked.current = true
    const ask = async () => {
      try {
        await callApi('POST /rest-api/fee/payment-accounts/standing', { body: { paymentAccountId: back } })
        await reread()
      } catch {
        // callApi already shows the error.
      }
      setQuery({ step: 'setup' }, { replace: true })
    }
    void ask()
  })
  async function go() {
    setBusy(true)
    try {
      const paymentAccountId = there ?? made
      const body = { paymentAccountId, paymentProviderName: 'STRIPE' as const, ...stripeRate }
      if (there === undefined) await callApi('POST /rest-api/fee/payment-accounts/create', { body })
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
  return { busy, go }
}
