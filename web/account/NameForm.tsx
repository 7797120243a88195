import { useId } from 'react'
import { nameFaults } from '#shared/rules/nameInput.ts'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import styles from './Profile.module.css'
import texts from './texts.en.json'
import type { Names, Profile } from './useProfile.ts'

type Props = { profile: Profile; save: (names: Names) => Promise<unknown> }

/** First and last name. */
export function NameForm({ profile: { id, firstName, lastName }, save }: Props) {
  const t = useTexts('account', texts)
  const headingId = useId()
  const form = useForm({ draft: `profile.${id}`, values: { firstName, lastName }, faults: nameFaults, save })
  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('names')}
      </h2>
      <Form of={form} submit={t('save')} className={styles.form}>
        <Field
          label={t('firstName')}
          {...form.field('firstName')}
          autoComplete="given-name"
          autoCapitalize="words"
          required
        />
        <Field
          label={t('lastName')}
          {...form.field('lastName')}
          autoComplete="family-name"
          autoCapitalize="words"
          required
        />
      </Form>
    </Card>
  )
}
