import { useState } from 'react'
import type { AnswerOf } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateTimeText, listText, readerZone } from '../kit/format.ts'
import { Menu } from '../kit/Menu.tsx'
import { change, useSave } from '../shell/useSave.ts'
import { Deliveries } from './Deliveries.tsx'
import styles from './Developers.module.css'
import english from './texts.en.json'

const LIST = 'GET /rest-api/developers/club/{orgId}/webhooks'
type Webhook = AnswerOf<typeof LIST>['webhooks'][number]
type Props = { orgId: string; webhook: Webhook; onSecret: (secret: string) => void }

/** A webhook: whether it is on, for which changes, and whether it is failing. */
export function WebhookLine({ orgId, webhook, onSecret }: Props) {
  const t = useTexts('developers', english)
  const { webhookId, url, kinds, on, failingSince, offSince } = webhook
  const { host } = new URL(url)
  const [opened, setOpened] = useState(false)
  const actions = useWebhookActions({ orgId, webhook, onSecret })
  const when = (instant: string) => dateTimeText(instant, readerZone())
  return (
    <Card as="li" dense>
      <div className={styles.line}>
        <div>
          <p className={styles.name}>{url}</p>
          <p>{listText(kinds.map((kind) => t(`kind_${kind}`)))}</p>
        </div>
        <Menu
          about={host}
          items={[
            { label: t('sendTest'), run: actions.test, disabledReason: on ? undefined : t('isOff') },
            { label: t('otherSecret'), run: actions.rotate },
            { label: t('removeWebhook'), run: actions.remove, danger: true },
          ]}
        />
      </div>
      {offSince !== null && <Notice tone="danger">{t('switchedOff', { when: when(offSince) })}</Notice>}
      {offSince === null && failingSince !== null && (
        <Notice tone="warning">{t('failing', { when: when(failingSince) })}</Notice>
      )}
      <Switch label={t('isTold', { host })} value={on} onChange={actions.turn} />
      <Button
        kind="quiet"
        flush
        aria-expanded={opened}
        aria-label={`${t('deliveries')}: ${host}`}
        onClick={() => setOpened(!opened)}
      >
        {t('deliveries')}
      </Button>
      {opened && <Deliveries orgId={orgId} webhookId={webhookId} on={on} />}
    </Card>
  )
}

function useWebhookActions({ orgId, webhook, onSecret }: Props) {
  const t = useTexts('developers', english)
  const { webhookId, url, kinds } = webhook
  const ids = { orgId, webhookId }
  const { host } = new URL(url)
  const saveOptions = { refreshes: [LIST], failed: problemText } as const
  const updating = useSave('PUT /rest-api/developers/club/{orgId}/webhook/{webhookId}', {
    ...saveOptions,
    optimistic: ({ body: { on } }) => [
      change(LIST, { orgId }, ({ webhooks }) => ({
        webhooks: webhooks.map((each) => (each.webhookId === webhookId ? { ...each, on } : each)),
      })),
    ],
    saved: t('saved'),
  })
  const removing = useSave('DELETE /rest-api/developers/club/{orgId}/webhook/{webhookId}', {
    ...saveOptions,
    saved: t('webhookRemoved'),
  })
  const rotating = useSave('POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/secret', saveOptions)
  const testing = useSave('POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/test', {
    refreshes: ['GET /rest-api/developers/club/{orgId}/webhook/{webhookId}/deliveries'],
    saved: t('testSent'),
    failed: problemText,
  })
  async function remove() {
    const isConfirmed = await confirm({
      title: t('removeWebhookTitle', { host }),
      lost: t('removeWebhookLost'),
      kept: null,
      yes: t('removeWebhook'),
    })
    if (isConfirmed) await removing.save(ids)
  }
  async function rotate() {
    const isConfirmed = await confirm({
      title: t('otherSecretTitle', { host }),
      lost: t('otherSecretLost'),
      kept: null,
      yes: t('otherSecret'),
      kind: 'primary',
    })
    const answer = isConfirmed ? await rotating.save(ids) : undefined
    if (answer) onSecret(answer.secret)
  }
  return {
    turn: (on: boolean) => void updating.save({ ...ids, body: { url, kinds, on } }),
    test: () => void testing.save(ids),
    rotate: () => void rotate(),
    remove: () => void remove(),
  }
}
