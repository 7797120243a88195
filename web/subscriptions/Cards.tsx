import { problemText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { paths } from '../paths.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { Billing } from './answers.ts'
import { cardText } from './cardText.ts'
import styles from './Subscriptions.module.css'
import english from './texts.en.json'
import { useCardPage, useReturnedCard } from './useReturnedCard.ts'

type Method = Billing['paymentMethods'][number]

/** The club's cards. A new one is entered on the provider's page and pays from then on. */
export function Cards({ billing: { organization, paymentMethods, state, subscriptions } }: { billing: Billing }) {
  const t = useTexts('subscriptions', english)
  const orgId = organization.id
  const denialReason = useWhyCannot()('canEditBilling', orgId)
  const { saving } = useReturnedCard(orgId, { forOrder: false })
  const cardPage = useCardPage(orgId)
  const choosingCard = useSave('POST /rest-api/organization/billing/{orgId}/card/use', {
    refreshes: [
      'GET /rest-api/organization/billing/{orgId}',
      'GET /rest-api/organization/billing-access/{orgId}',
      'GET /rest-api/payments/upcoming/invoices/{orgId}',
    ],
    saved: t('cardUpdated'),
    failed: problemText,
  })
  const { save: remove, saving: removing } = useSave(
    'DELETE /rest-api/organization/billing/{orgId}/card/{paymentMethodId}',
    {
      refreshes: ['GET /rest-api/organization/billing/{orgId}'],
      saved: t('cardRemoved'),
      failed: problemText,
    },
  )
  async function confirmRemove({ id, card }: Method) {
    const isConfirmed = await confirm({
      title: t('removeCardTitle', { card: cardText(card, t) }),
      lost: t('removeCardLost'),
      yes: t('remove'),
    })
    if (isConfirmed) await remove({ orgId, paymentMethodId: id })
  }
  /** A new card for an expired subscription resumes it unchanged, so paying with another card asks first. */
  async function confirmRenewal(): Promise<boolean> {
    const [{ plan, items, status } = {}] = subscriptions
    return (
      state !== 'EXPIRED' ||
      plan === undefined ||
      // An ended subscription cannot be resumed by a card; it has to be renewed.
      status === 'canceled' ||
      status === 'incomplete_expired' ||
      (await confirm({
        title: t('cardRenewsTitle'),
        lost: t('cardRenewsLost', { order: t('orderLine', { plan: t(plan), count: items?.[0]?.quantity ?? 0 }) }),
        kept: t('cardRenewsKept'),
        yes: t('goOn'),
        kind: 'primary',
      }))
    )
  }
  async function openCardPage() {
    if (await confirmRenewal()) await cardPage.open(paths.billing({ orgId }))
  }
  async function chooseCard({ id }: Method) {
    if (await confirmRenewal()) await choosingCard.save({ orgId, body: { paymentMethodId: id } })
  }
  const noSubscriptionReason = subscriptions.length === 0 ? t('noSubscription') : undefined
  const disabledReason = denialReason ?? noSubscriptionReason
  return (
    <Card aria-labelledby="cards">
      <h2 id="cards" className={styles.heading}>
        {t('paymentMethod')}
      </h2>
      {paymentMethods.length === 0 && <p className={styles.muted}>{t('noCard')}</p>}
      <ul className={styles.list}>
        {paymentMethods.map((method) => (
          <li key={method.id} className={styles.line}>
            <span>
              {cardText(method.card, t)} {method.isDefault && <Badge tone="primary">{t('pays')}</Badge>}
            </span>
            {!method.isDefault && (
              <Button
                kind="quiet"
                busy={choosingCard.saving}
                aria-label={t('payWithCard', { card: cardText(method.card, t) })}
                onClick={() => void chooseCard(method)}
                disabledReason={disabledReason}
              >
                {t('payWith')}
              </Button>
            )}
            <Button
              kind="quiet"
              busy={removing}
              aria-label={t('removeCardOf', { card: cardText(method.card, t) })}
              onClick={() => void confirmRemove(method)}
              disabledReason={denialReason ?? (method.isDefault ? t('cardPays') : undefined)}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          kind={paymentMethods.length === 0 ? 'primary' : 'plain'}
          busy={saving || cardPage.saving}
          onClick={() => void openCardPage()}
          disabledReason={disabledReason}
        >
          {paymentMethods.length === 0 ? t('addCard') : t('otherCard')}
        </Button>
      </div>
    </Card>
  )
}
