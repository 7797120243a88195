import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { type PlanName, planNames, plans } from '#shared/rules/subscriptions.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { paths } from '../paths.ts'
import { Screen } from '../shell/Screen.tsx'
import { changeDraft, useDraft } from './draft.ts'
import { SignupSteps } from './SignupSteps.tsx'
import styles from './Subscriptions.module.css'
import english from './texts.en.json'
import { usePlans } from './usePlans.ts'

/** Chooses the plan; also shows prices charged by usage. */
export default function SelectScreen() {
  const t = useTexts('subscriptions', english)
  const { orgId } = useParams()
  const navigate = useNavigate()
  const draft = useDraft()
  const { monthlyCents } = usePlans()
  const { data: usagePrices } = useApi('GET /rest-api/payments/connect/storage/prices', {})
  // The user came from another club's renewal and has not chosen the number of teams yet.
  const nextPath = orgId === undefined || draft.teamsOf === orgId ? paths.checkout : paths.licenses
  if (orgId === undefined && draft.orgName === '') return <Navigate to={paths.signup()} replace />
  return (
    <Screen title={t('selectTitle')} width="form">
      <SignupSteps current="select" orgId={orgId} />
      <Card aria-label={t('step_select')}>
        <Radios<PlanName>
          label={t('plan')}
          value={draft.plan}
          onChange={(plan) => plan && changeDraft({ plan })}
          options={planNames.map((plan) => ({
            value: plan,
            label: t('planPrice', { plan: t(plan), price: moneyText(monthlyCents(plan)) }),
            hint: t(`${plan}Hint`, { total: moneyText(monthlyCents(plan) * plans[plan].months) }),
          }))}
        />
        {usagePrices && (
          <dl className={styles.facts}>
            <dt>{t('connectPrice')}</dt>
            <dd>{t('perMinute', { price: preciseMoneyText(usagePrices.connect.unitAmountDecimal) })}</dd>
            <dt>{t('dataPrice')}</dt>
            <dd>{t('perGb', { price: preciseMoneyText(usagePrices.data.unitAmountDecimal) })}</dd>
          </dl>
        )}
      </Card>
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => void navigate(nextPath({ orgId }))}>
          {t('next')}
        </Button>
      </div>
    </Screen>
  )
}

/** Formats amounts below a cent: `$0.004`. */
function preciseMoneyText(cents: string): string {
  const dollars = Number(cents) / 100
  const digits = dollars < 0.01 ? 4 : 2
  const locale = document.documentElement.lang || 'en-US'
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(dollars)
}
