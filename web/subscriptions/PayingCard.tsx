import { useEffect } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Radios } from '../kit/Radios.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { cardText } from './cardText.ts'
import styles from './Subscriptions.module.css'
import english from './texts.en.json'
import { useCardPage, useReturnedCard } from './useReturnedCard.ts'

type Props = { orgId: string; chosenId: string | undefined; onChoose: (id: string | undefined) => void }

/** Chooses the card that pays the order. */
export function PayingCard({ orgId, chosenId, onChoose }: Props) {
  const t = useTexts('subscriptions', english)
  const read = useApi('GET /rest-api/organization/billing/{orgId}', { orgId }, { handles: ['failures'] })
  const { saving, newCardId } = useReturnedCard(orgId, { forOrder: true })
  const cardPage = useCardPage(orgId)
  const cards = read.data?.paymentMethods
  const defaultCardId = cards?.find(({ isDefault }) => isDefault)?.id ?? cards?.[0]?.id
  const isChosenListed = cards?.some(({ id }) => id === chosenId) ?? true
  useEffect(() => {
    if (!chosenId || !isChosenListed) onChoose(defaultCardId)
  }, [chosenId, isChosenListed, defaultCardId, onChoose])
  // A card just entered is preferred once it is listed: the previous one may have been refused.
  const isNewCardListed = cards?.some(({ id }) => id === newCardId) === true
  useEffect(() => {
    if (isNewCardListed) onChoose(newCardId)
  }, [isNewCardListed, newCardId, onChoose])
  return (
    <Card aria-label={t('paymentMethod')}>
      <Loaded
        read={read}
        failed={t('billingFailed')}
        skeleton={
          <Skeletons label={t('loadingBilling')}>
            <Skeleton height="60px" />
          </Skeletons>
        }
      >
        {({ paymentMethods }) =>
          paymentMethods.length > 0 ? (
            <Radios
              label={t('paymentMethod')}
              value={chosenId ?? ''}
              onChange={(id) => onChoose(id || undefined)}
              options={paymentMethods.map(({ id, card }) => ({ value: id, label: cardText(card, t) }))}
            />
          ) : (
            <p>{t('noCard')}</p>
          )
        }
      </Loaded>
      <div className={styles.actions}>
        <Button busy={saving || cardPage.saving} onClick={() => void cardPage.open(paths.checkout({ orgId }))}>
          {t('addCard')}
        </Button>
      </div>
    </Card>
  )
}
