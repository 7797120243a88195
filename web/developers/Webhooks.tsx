import { useState } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { CopyButton } from '../kit/CopyButton.tsx'
import styles from './Developers.module.css'
import { NewWebhook } from './NewWebhook.tsx'
import english from './texts.en.json'
import { WebhookLine } from './WebhookLine.tsx'

/** A club's webhooks, and a form for a new one. */
export function Webhooks({ orgId }: { orgId: string }) {
  const t = useTexts('developers', english)
  const read = useApi('GET /rest-api/developers/club/{orgId}/webhooks', { orgId }, { handles: ['failures'] })
  const [secret, setSecret] = useState<string>()
  // Remounts the form after each webhook, so that it starts empty.
  const [formNumber, setFormNumber] = useState(0)
  function showSecret(secret: string) {
    setSecret(secret)
    setFormNumber(formNumber + 1)
  }
  return (
    <section aria-label={t('webhooks')} className={styles.page}>
      <div>
        <h2 className={styles.title}>{t('webhooks')}</h2>
        <p>{t('webhooksAbout')}</p>
      </div>
      <Loaded
        read={read}
        failed={t('webhooksFailed')}
        skeleton={
          <Skeletons label={t('loading')}>
            <Skeleton height="120px" />
          </Skeletons>
        }
      >
        {({ webhooks }) => (
          <>
            {webhooks.length === 0 && <p className={styles.hint}>{t('noWebhooks')}</p>}
            <ul className={styles.list}>
              {webhooks.map((webhook) => (
                <WebhookLine key={webhook.webhookId} orgId={orgId} webhook={webhook} onSecret={setSecret} />
              ))}
            </ul>
            <NewWebhook key={formNumber} orgId={orgId} count={webhooks.length} onSecret={showSecret} />
          </>
        )}
      </Loaded>
      <Dialog
        opened={secret !== undefined}
        close={() => setSecret(undefined)}
        title={t('secretTitle')}
        foot={
          <Button kind="primary" onClick={() => setSecret(undefined)}>
            {t('done')}
          </Button>
        }
      >
        {secret && (
          <div className={styles.fields}>
            <Notice tone="warning">{t('secretOnlyNow')}</Notice>
            <Field name="secret" label={t('secret')} value={secret} onChange={() => undefined} readOnly />
            <CopyButton text={secret} label={t('copySecret')} />
            <p className={styles.hint}>{t('howSigned')}</p>
          </div>
        )}
      </Dialog>
    </section>
  )
}
