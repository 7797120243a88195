import { useState } from 'react'
import { remainingGrace } from '#shared/rules/subscriptions.ts'
import { useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Badge, Notice } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateText, moneyText } from '../kit/format.ts'
import { paths } from '../paths.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { Billing } from './answers.ts'
import styles from './Subscriptions.module.css'
import english from './texts.en.json'
import { useLineText } from './useLineText.ts'

const stateTones = { ACTIVE: 'success', GRACE_PERIOD: 'warning', EXPIRED: 'danger' } as const

/** The plan, its end, and the next bill. */
export function SubscriptionInfo({ billing }: { billing: Billing }) {
  const t = useTexts('subscriptions', english)
  const { state, graceUntil, organization, subscriptions } = billing
  const canRenew = useWhyCannot()('canEditBilling', organization.id) === undefined
  const [now] = useState(() => new Date().toISOString())
  return (
    <Card aria-labelledby="subscription">
      <h2 id="subscription" className={styles.heading}>
        {t('subscription')} <Badge tone={stateTones[state]}>{t(`state_${state}`)}</Badge>
      </h2>
      {state === 'GRACE_PERIOD' && graceUntil && (
        <Notice tone="warning">
          {t(`grace_${remainingGrace(graceUntil, now).unit}`, { count: remainingGrace(graceUntil, now).count })}
        </Notice>
      )}
      {state === 'EXPIRED' && <Notice tone="danger">{t('expiredIs')}</Notice>}
      <ul className={styles.list}>
        {subscriptions.map(({ id, plan, items, trialEnd, currentPeriodEnd, endsAt }) => (
          <li key={id ?? 'starting'}>
            <strong>{t('orderLine', { plan: t(plan), count: items[0]?.quantity ?? 0 })}</strong>
            {trialEnd ? (
              <p>
                {t('freeUntil', { date: dateText(trialEnd) })} {!endsAt && t('thenPlan', { plan: t(plan) })}
              </p>
            ) : (
              currentPeriodEnd &&
              // With an unpaid bill nothing is paid; an ending subscription shows its end instead.
              state === 'ACTIVE' &&
              !endsAt && <p>{t('paidUntil', { date: dateText(currentPeriodEnd, 'UTC') })}</p>
            )}
            {endsAt && <p>{t('endsOn', { date: dateText(endsAt, 'UTC') })}</p>}
          </li>
        ))}
      </ul>
      {state !== 'EXPIRED' && <Upcoming orgId={organization.id} />}
      {state !== 'EXPIRED' && <EndSubscription billing={billing} />}
      {state === 'EXPIRED' && canRenew && (
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
        {lines.map(({ description, amount }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- two lines may have the same text
          <div key={i} className={styles.fact}>
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

/** Ends the subscription after the paid period; can be reverted until then. */
function EndSubscription({ billing: { organization, state, subscriptions } }: { billing: Billing }) {
  const t = useTexts('subscriptions', english)
  const denialReason = useWhyCannot()('canEditBilling', organization.id)
  const [{ endsAt, currentPeriodEnd } = { endsAt: null, currentPeriodEnd: null }] = subscriptions
  const { save, saving } = useSave('POST /rest-api/organization/billing/{orgId}/end', {
    refreshes: ['GET /rest-api/organization/billing/{orgId}', 'GET /rest-api/payments/upcoming/invoices/{orgId}'],
    saved: (response) => (response.endsAt ? t('ended', { date: dateText(response.endsAt, 'UTC') }) : t('keptOn')),
    failed: problemText,
  })
  // Nothing to end until the provider knows the subscription.
  if (!currentPeriodEnd) return null
  const orgId = organization.id
  const date = dateText(currentPeriodEnd, 'UTC')
  async function confirmEnd() {
    const lost = [t('endWorks', { date }), t('endThen')]
    const isConfirmed = await confirm({
      title: t('endTitle', { name: organization.name }),
      lost: state === 'GRACE_PERIOD' ? [...lost, t('endOpenBill')] : lost,
      kept: t('endKept', { date }),
      yes: t('endYes'),
      // The default "cancel" label would be confused with cancelling the subscription.
      no: t('endNo'),
    })
    if (isConfirmed) await save({ orgId, body: { ends: true } })
  }
  return (
    <div className={styles.actions}>
      <Button
        kind={endsAt ? 'primary' : 'quiet'}
        busy={saving}
        onClick={() => void (endsAt ? save({ orgId, body: { ends: false } }) : confirmEnd())}
        disabledReason={denialReason}
      >
        {endsAt ? t('keep') : t('end')}
      </Button>
    </div>
  )
}
