import { useState } from 'react'
import { graceLeft } from '#shared/rules/subscriptions.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge, Notice } from '../kit/Badge.tsx'
import { ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { dateText, moneyText } from '../kit/format.ts'
import { paths } from '../paths.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { Billing } from './answers.ts'
import styles from './Subscriptions.module.css'
import english from './texts.en.json'
import { useLineText } from './useLineText.ts'

const tones = { ACTIVE: 'success', GRACE_PERIOD: 'warning', EXPIRED: 'danger' } as const

/** Which plan, until when, and what comes next. */
export function SubscriptionInfo({ billing }: { billing: Billing }) {
  const t = useTexts('subscriptions', english)
  const { state, graceUntil, organization, subscriptions } = billing
  const mayRenew = useWhyCannot()('canEditBilling', organization.id) === undefined
  const [now] = useState(() => new Date().toISOString())
  return (
    <Card aria-labelledby="subscription">
      <h2 id="subscription" className={styles.heading}>
        {t('subscription')} <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
      </h2>
      {state === 'GRACE_PERIOD' && graceUntil && (
        <Notice tone="warning">
          {t(`grace_${graceLeft(graceUntil, now).unit}`, { count: graceLeft(graceUntil, now).count })}
        </Notice>
      )}
      {state === 'EXPIRED' && <Notice tone="danger">{t('expiredIs')}</Notice>}
      <ul className={styles.list}>
        {subscriptions.map(({ id, plan, items, trialEnd, currentPeriodEnd }) => (
          <li key={id ?? 'starting'}>
            <strong>{t('orderLine', { plan: t(plan), count: items[0]?.quantity ?? 0 })}</strong>
            {trialEnd ? (
              <p>
                {t('freeUntil', { date: dateText(trialEnd) })} {t('thenPlan', { plan: t(plan) })}
              </p>
            ) : (
              currentPeriodEnd &&
              // While a bill is unpaid, nothing is.
              state === 'ACTIVE' && <p>{t('paidUntil', { date: dateText(currentPeriodEnd, 'UTC') })}</p>
            )}
          </li>
        ))}
      </ul>
      {state !== 'EXPIRED' && <Upcoming orgId={organization.id} />}
      {state === 'EXPIRED' && mayRenew && (
        <ButtonLink kind="primary" to={paths.licenses({ orgId: organization.id })}>
          {t('renew')}
        </ButtonLink>
      )}
    </Card>
  )
}

function Upcoming({ orgId }: { orgId: string }) {
  const t = useTexts('subscriptions', english)
  const { data } = useApi('GET /rest-api/payments/upcoming/invoices/{orgId}', { orgId })
  const lineText = useLineText()
  if (!data?.invoice) return null
  const { on, lines, discount, total } = data.invoice
  return (
    <section className={styles.part} aria-label={t('upcoming')}>
      <h3>{t('upcomingOn', { date: dateText(on, 'UTC') })}</h3>
      <dl className={styles.facts}>
        {lines.map(({ description, amount }) => (
          <div key={description} className={styles.fact}>
            <dt>{lineText(description)}</dt>
            <dd>{moneyText(amount)}</dd>
          </div>
        ))}
        {discount > 0 && (
          <div className={styles.fact}>
            <dt>{t('discount')}</dt>
            <dd>{moneyText(-discount)}</dd>
          </div>
        )}
        <div className={styles.fact}>
          <dt className={styles.total}>{t('toPay')}</dt>
          <dd className={styles.total}>{moneyText(total)}</dd>
        </div>
      </dl>
    </section>
  )
}
