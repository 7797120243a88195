import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { Badge, Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { useSave } from '../shell/useSave.ts'
import type { Account } from './answers.ts'
import styles from './Payments.module.css'
import english from './texts.en.json'
import { useOnboarding } from './useOnboarding.ts'

const refreshes = ['GET /rest-api/fee/payment-accounts/{orgId}/all'] as const

/** State of a club's Stripe account: what is missing and how to continue. Refreshed after returning from Stripe. */
export function StripeAccount({ account }: { account: Account }) {
  const t = useTexts('money', english)
  const { paymentAccountId, stripeAccountId, chargesEnabled, payoutsEnabled, missing } = account
  const refreshing = useSave('POST /rest-api/fee/payment-accounts/standing', { refreshes, failed: t('saveFailed') })
  const onboarding = useOnboarding()
  const hasReturned = new URLSearchParams(useLocation().search).get('back') === paymentAccountId
  const isRequested = useRef(false)
  useEffect(() => {
    if (!hasReturned || isRequested.current) return
    isRequested.current = true
    void refreshing.save({ body: { paymentAccountId } })
  })
  const isReady = chargesEnabled && payoutsEnabled
  if (isDisconnected(account)) return <Notice tone="warning">{t('stripeLeft')}</Notice>
  return (
    <div className={styles.account}>
      <Notice tone={isReady ? 'success' : 'warning'}>
        {stripeAccountId === null
          ? t('stripeNotBegun')
          : isReady
            ? t('stripeReady')
            : chargesEnabled
              ? t('stripeChargesOnly')
              : missing.length > 0
                ? t('stripeMissing')
                : t('stripeWaits')}
      </Notice>
      {missing.length > 0 && (
        <p className={styles.export}>
          <span>{t('missingTitle')}:</span>
          {[...new Set(missing.map(toRequirementLabel))].map((each) => (
            <Badge key={each}>{t(`stripeNeeds_${each}`)}</Badge>
          ))}
        </p>
      )}
      {!isReady && (
        <span className={styles.actions}>
          <Button
            kind="primary"
            busy={onboarding.busy}
            onClick={() => void onboarding.openOnboarding(paymentAccountId)}
          >
            {t('goOnAtStripe')}
          </Button>
          {stripeAccountId !== null && (
            <Button busy={refreshing.saving} onClick={() => void refreshing.save({ body: { paymentAccountId } })}>
              {t('askStripe')}
            </Button>
          )}
        </span>
      )}
    </div>
  )
}

/** The club has disconnected the account at Stripe and continues with another one. */
export const isDisconnected = ({ missing }: Account): boolean => missing.includes('disconnected')

/**
 * Labels for Stripe's requirement names such as `business_profile.url`: the first match counts, and duplicates are listed once.
 */
const requirementLabels = [
  ['document', /verification|documents/],
  ['bank', /^external_account/],
  ['terms', /^tos_acceptance/],
  ['website', /^business_profile\.(url|product_description)/],
  ['trade', /^business_profile\.mcc/],
  ['support', /^business_profile\.support/],
  ['legalForm', /^business_type|\.structure$/],
  ['taxId', /\.(tax_id|vat_id)/],
  ['owners', /_provided$|\.relationship\.|^(owners|directors|executives|representative|relationship)\b/],
  ['idNumber', /\.(id_number|ssn_last_4)/],
  ['born', /\.dob\./],
  ['address', /\.address\./],
  ['contact', /\.(email|phone)$/],
  ['name', /\.(first_name|last_name|name)$/],
] as const
const toRequirementLabel = (field: string) => requirementLabels.find(([, names]) => names.test(field))?.[0] ?? 'more'
