import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paidBy } from '#shared/rules/paying.ts'
import { type AnswerOf, callApi, useApi } from '../api.ts'
import { readerLanguage, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateText } from '../kit/format.ts'
import { newPart } from '../api/newPart.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Payments.module.css'
import english from './texts.en.json'

const LIST = 'GET /rest-api/fee/cards'
type SavedCard = AnswerOf<typeof LIST>['cards'][number]

/** Saved cards that clubs charge automatically, and how to switch that off. Renders nothing if there are none. */
export function SavedCards() {
  const t = useTexts('money', english)
  const read = useApi(LIST, {}, { handles: ['failures'] })
  useConfirmSavedCard()
  return (
    <Loaded read={read} skeleton={null} failed={t('cardsFailed')}>
      {({ cards, canKeep }) =>
        cards.length + canKeep.length > 0 && (
          <section aria-label={t('savedCards')}>
            <h2>{t('savedCards')}</h2>
            <ul className={styles.list} data-unkept="">
              {cards.map((card) => (
                <SavedCardItem key={card.organization.id} card={card} />
              ))}
            </ul>
            {canKeep.map(({ id, name }) => (
              <SaveCardButton key={id} orgId={id} club={name} />
            ))}
          </section>
        )
      }
    </Loaded>
  )
}

/** Confirms a card after returning from the provider's page. */
function useConfirmSavedCard() {
  const t = useTexts('money', english)
  const [query, setQuery] = useSearchParams()
  const orgId = query.get('card')
  const { save } = useSave('POST /rest-api/fee/cards/{orgId}/kept', {
    refreshes: [LIST],
    saved: ({ isKept }) => (isKept ? t('cardKept') : t('cardNotKept')),
    failed: t('saveFailed'),
  })
  const isRequested = useRef(false)
  useEffect(() => {
    if (orgId === null || isRequested.current) return
    isRequested.current = true
    setQuery({ myPlayers: 'true' }, { replace: true })
    void save({ orgId })
  })
}

/** Opens the provider's page that saves a card without a payment. */
function SaveCardButton({ orgId, club }: { orgId: string; club: string }) {
  const t = useTexts('money', english)
  const [busy, setBusy] = useState(false)
  const disabledReason = useWhyCannot()({ grownUp: 'member' }, orgId)
  async function openCardPage() {
    setBusy(true)
    try {
      const language = readerLanguage() === 'es' ? ('es' as const) : ('en' as const)
      // The server returns the page that is already open for repeated requests, also from another tab.
      const body = { attempt: newPart('a'), language }
      const { url } = await callApi('POST /rest-api/fee/cards/{orgId}', { orgId, body })
      location.assign(url)
    } catch {
      // callApi already shows the error.
    } finally {
      // The browser may restore this page from its back/forward cache.
      setBusy(false)
    }
  }
  return (
    <div>
      <Button busy={busy} onClick={() => void openCardPage()} disabledReason={disabledReason}>
        {t('keepCardFor', { club })}
      </Button>
      <p className={styles.muted}>{t('keepCardHint')}</p>
    </div>
  )
}

function SavedCardItem({ card: { organization, label, state, nextTryOn } }: { card: SavedCard }) {
  const t = useTexts('money', english)
  const { save, saving } = useSave('DELETE /rest-api/fee/cards/{orgId}', {
    refreshes: [LIST],
    saved: t('cardForgotten'),
    failed: t('saveFailed'),
  })
  async function removeCard() {
    const question = {
      title: t('forgetCardTitle', { card: name ?? t(`${kind}Yours`) }),
      lost: t('forgetCardLost'),
      kept: null,
      yes: t('forgetCard'),
    }
    if (await confirm(question)) await save({ orgId: organization.id })
  }
  const { means: kind, name } = paidBy(label)
  const hint =
    state === 'on'
      ? t('cardOn')
      : state === 'waits'
        ? t('cardWaits')
        : state === 'stopped' || nextTryOn === null
          ? t('cardStopped')
          : t('cardRefused', { day: dateText(nextTryOn) })
  return (
    <Card as="li">
      <div className={styles.row}>
        <span className={styles.what}>
          <span className={styles.name}>{name ?? t(kind === 'card' ? 'CARD' : kind)}</span>
          <span className={styles.muted}>
            {organization.name} · {hint}
          </span>
        </span>
        {state !== 'on' && (
          <Badge tone={state === 'stopped' ? 'danger' : 'warning'}>
            {t(state === 'waits' ? 'notCharged' : 'refused')}
          </Badge>
        )}
      </div>
      <Button kind="quiet" flush busy={saving} onClick={() => void removeCard()}>
        {t('forgetCard')}
      </Button>
    </Card>
  )
}
