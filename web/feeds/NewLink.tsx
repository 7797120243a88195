import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { OneOf } from '../kit/OneOf.tsx'
import type { Option } from '../kit/Select.tsx'
import styles from './Feeds.module.css'
import english from './texts.en.json'
import { type Link, useCreateLink } from './useCreateLink.ts'

type Props = { options: readonly Option[]; onCreated: (link: Link) => void }

/** Form for a new link: what it shows and for which device; `?about=` preselects what it shows. */
export function NewLink({ options, onCreated }: Props) {
  const t = useTexts('feeds', english)
  const headingId = useId()
  const [query] = useSearchParams()
  const requested = query.get('about')
  const preselected = options.find(({ value }) => value === requested) ?? options[0]
  const createLink = useCreateLink()
  const form = useForm({
    values: { shown: preselected?.value ?? '', label: '' },
    faults: ({ label }) => ([...label].length > 40 ? { label: { code: 'too_long', limit: 40 } } : {}),
    save: async ({ shown, label }) => onCreated(await createLink({ shown, label })),
  })
  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('newLink')}
      </h2>
      <Form
        of={form}
        submit={t('make')}
        className={styles.form}
        disabledReason={options.length === 0 ? t('nothing') : undefined}
      >
        <OneOf label={t('what')} options={options} {...form.field('shown')} />
        <Field label={t('device')} hint={t('deviceHint')} autoComplete="off" {...form.field('label')} />
      </Form>
    </Card>
  )
}
