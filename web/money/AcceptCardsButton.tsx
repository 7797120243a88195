import { useState } from 'react'
import { stripeRate } from '#shared/rules/stripeRate.ts'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { newPart } from '../api/newPart.ts'
import styles from './Payments.module.css'
import english from './texts.en.json'
import { useOnboarding } from './useOnboarding.ts'

/** Creates a Stripe account and continues at once with its onboarding. */
export function AcceptCardsButton({ orgId }: { orgId: string }) {
  const t = useTexts('money', english)
  const [paymentAccountId] = useState(() => `${orgId}.${newPart('a')}`)
  const [isCreating, setIsCreating] = useState(false)
  const onboarding = useOnboarding()
  async function createAccount() {
    setIsCreating(true)
    try {
      const body = { paymentAccountId, paymentProviderName: 'STRIPE' as const, ...stripeRate }
      await callApi('POST /rest-api/fee/payment-accounts/create', { body })
      await onboarding.openOnboarding(paymentAccountId)
    } catch {
      // callApi already shows the error.
    } finally {
      setIsCreating(false)
    }
  }
  return (
    <p className={styles.actions}>
      <Button kind="primary" busy={isCreating || onboarding.busy} onClick={() => void createAccount()}>
        {t('takeCards')}
      </Button>
    </p>
  )
}
