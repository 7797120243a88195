import { useId, useState } from 'react'
import { useSWRConfig } from 'swr'
import { type ChangeKind, changeKinds } from '#shared/rules/changes.ts'
import { maxWebhooks, whyNotWebhook } from '#shared/rules/webhooks.ts'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { refresh } from '../shell/useSave.ts'
import { CheckboxChoices } from './CheckboxChoices.tsx'
import styles from './Developers.module.css'
import { newName } from '../api/newPart.ts'
import english from './texts.en.json'

type Props = { orgId: string; count: number; onSecret: (secret: string) => void }

/** Form for a new webhook: its URL and the kinds of changes. */
export function NewWebhook({ orgId, count, onSecret }: Props) {
  const t = useTexts('developers', english)
  const headingId = useId()
  const { mutate, cache } = useSWRConfig()
  // Kept until the webhook is known to exist: a retry after a lost response must not create a second one.
  const [webhookId, setWebhookId] = useState(newName)
  const form = useForm({
    values: { url: '', kinds: ['event'] as readonly ChangeKind[] },
    faults: ({ url, kinds }) => {
      const why = whyNotWebhook(url.trim())
      return {
        ...(why && { url: { code: why, limit: 500 } }),
        ...(kinds.length === 0 && { kinds: { code: 'select_one' } }),
      }
    },
    save: async ({ url, kinds }) => {
      const body = { webhookId, url, kinds: [...kinds] }
      const route = 'POST /rest-api/developers/club/{orgId}/webhooks'
      const { secret } = await callApi(route, { orgId, body }, { handles: ['failures', 'not_allowed'] })
      setWebhookId(newName)
      refresh({ mutate, cache }, 'GET /rest-api/developers/club/{orgId}/webhooks')
      onSecret(secret)
    },
  })
  const whyFull = count >= maxWebhooks ? t('webhooksFull', { count: maxWebhooks }) : undefined
  return (
    <Card aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.title}>
        {t('newWebhook')}
      </h3>
      <Form of={form} submit={t('addWebhook')} disabledReason={whyFull}>
        <Field
          type="url"
          label={t('url')}
          hint={t('urlHint')}
          required
          autoComplete="off"
          {...form.field('url')}
          disabledReason={whyFull}
        />
        <CheckboxChoices
          label={t('kinds')}
          options={changeKinds}
          field={form.field('kinds')}
          labelOf={(kind) => t(`kind_${kind}`)}
        />
      </Form>
    </Card>
  )
}
