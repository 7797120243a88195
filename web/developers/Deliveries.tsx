import type { AnswerOf } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Badge, type Tone } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { LoadedList } from '../shell/LoadedList.tsx'
import { useSave } from '../shell/useSave.ts'
import { useApiPages } from '../api/useApiPages.ts'
import styles from './Developers.module.css'
import english from './texts.en.json'

const LIST = 'GET /rest-api/developers/club/{orgId}/webhook/{webhookId}/deliveries'
type Delivery = AnswerOf<typeof LIST>['deliveries'][number]
type Props = { orgId: string; webhookId: string; on: boolean }
const tones: Record<Delivery['state'], Tone> = { waiting: 'warning', delivered: 'success', dead: 'danger' }

/** The last days' deliveries to a webhook, and their outcome. */
export function Deliveries({ orgId, webhookId, on }: Props) {
  const t = useTexts('developers', english)
  // Polls, since pending deliveries finish by themselves.
  const read = useApiPages(LIST, { orgId, webhookId, query: {} }, { handles: ['failures'], refreshInterval: 5000 })
  return (
    <LoadedList
      read={read}
      itemsOf={({ deliveries }) => deliveries}
      failed={t('deliveriesFailed')}
      skeleton={
        <Skeletons label={t('loading')}>
          <Skeleton height="120px" />
        </Skeletons>
      }
      empty={<p className={styles.hint}>{t('noDeliveries')}</p>}
    >
      {(deliveries) => (
        <ul className={styles.list} aria-label={t('deliveries')}>
          {deliveries.map((delivery) => (
            <Line key={delivery.deliveryId} {...{ orgId, webhookId, on, delivery }} />
          ))}
        </ul>
      )}
    </LoadedList>
  )
}

function Line({ orgId, webhookId, on, delivery }: Props & { delivery: Delivery }) {
  const t = useTexts('developers', english)
  const { save, saving } = useSave('POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/delivery/{deliveryId}', {
    refreshes: [LIST],
    saved: t('sentAgain'),
    failed: problemText,
  })
  const { deliveryId, kind, verb, at, state, tries, status, why } = delivery
  const when = dateTimeText(at, readerZone())
  const responseTexts = status === null ? (why === null ? [] : [t(`why_${why}`)]) : [t('answered', { status })]
  const name = `${t(`kind_${kind}`)} · ${t(`verb_${verb}`)} · ${when}`
  return (
    <li className={styles.line}>
      <div>
        <p>
          {name} <Badge tone={tones[state]}>{t(`delivery_${state}`)}</Badge>
        </p>
        <p className={styles.hint}>{[t('tries', { count: tries }), ...responseTexts].join(' · ')}</p>
      </div>
      {state !== 'waiting' && (
        <Button
          busy={saving}
          aria-label={`${t('sendAgain')}: ${name}`}
          disabledReason={on ? undefined : t('isOff')}
          onClick={() => void save({ orgId, webhookId, deliveryId })}
        >
          {t('sendAgain')}
        </Button>
      )}
    </li>
  )
}
