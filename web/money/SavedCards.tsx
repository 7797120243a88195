import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateText } from '../kit/format.ts'
import { useSave } from '../shell/useSave.ts'
import styles from './Payments.module.css'
import english from './texts.en.json'

const LIST = 'GET /rest-api/fee/cards'
type SavedCard = AnswerOf<typeof LIST>['cards'][number]

/** The cards from which clubs take what is due, and how to switch that off. Nothing where there are none. */
export function SavedCards() {
  const t = useTexts('money', english)
  const { data } = useApi(LIST, {}, { handles: ['failures'] })
  if (!data || data.cards.length === 0) return null
  return (
    <section aria-label={t('savedCards')}>
      <h2>{t('savedCards')}</h2>
      <ul className={styles.list}>
        {data.cards.map((card) => (
          <Saved key={card.organization.id} card={card} />
        ))}
      </ul>
    </section>
  )
}

function Saved({ card: { organization, label, state, nextTryOn } }: { card: SavedCard }) {
  const t = useTexts('money', english)
  const { save, saving } = useSave('DELETE /rest-api/fee/cards/{orgId}', {
    refreshes: [LIST],
    saved: t('cardForgotten'),
    failed: t('saveFailed'),
  })
  async function forget() {
    const question = {
      title: t('forgetCardTitle', { card: label }),
      lost: t('forgetCardLost'),
      kept: null,
      yes: t('forgetCard'),
    }
    if (await confirm(question)) await save({ orgId: organization.id })
  }
  const hint =
    state === 'on'
      ? t('cardOn')
      : state === 'stopped' || nextTryOn === null
        ? t('cardStopped')
        : t('cardRefused', { day: dateText(nextTryOn) })
  return (
    <Card as="li">
      <div className={styles.row}>
        <span className={styles.what}>
          <span className={styles.name}>{label}</span>
          <span className={styles.muted}>
            {organization.name} · {hint}
          </span>
        </span>
        {state !== 'on' && <Badge tone={state === 'stopped' ? 'danger' : 'warning'}>{t('refused')}</Badge>}
      </div>
      <Button kind="quiet" busy={saving} onClick={() => void forget()}>
        {t('forgetCard')}
      </Button>
    </Card>
  )
}
