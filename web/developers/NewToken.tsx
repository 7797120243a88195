import { useId, useState } from 'react'
import { useSWRConfig } from 'swr'
import { nameLimit } from '#shared/rules/nameInput.ts'
import { type TokenArea, tokenAreas, tokenDays } from '#shared/rules/tokens.ts'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { Select } from '../kit/Select.tsx'
import { refresh } from '../shell/useSave.ts'
import { CheckboxChoices } from './CheckboxChoices.tsx'
import styles from './Developers.module.css'
import { newName } from '../api/newPart.ts'
import english from './texts.en.json'

type Props = { clubs: readonly { id: string; name: string }[]; onCreated: (token: string) => void }
const dayOptions = tokenDays.map(String)

/** Form for a new token: its club, areas and lifetime. */
export function NewToken({ clubs, onCreated }: Props) {
  const t = useTexts('developers', english)
  const headingId = useId()
  const { mutate, cache } = useSWRConfig()
  // Kept until the token is known to exist: a retry after a lost response must not create a second one.
  const [tokenId, setTokenId] = useState(newName)
  const form = useForm({
    values: { name: '', orgId: clubs[0]?.id ?? '', areas: ['calendar'] as readonly TokenArea[], days: '90' },
    faults: ({ name, areas }) => ({
      ...(name.trim() === '' && { name: { code: 'required' } }),
      ...([...name].length > nameLimit && { name: { code: 'too_long', limit: nameLimit } }),
      ...(areas.length === 0 && { areas: { code: 'select_one' } }),
    }),
    save: async ({ name, orgId, areas, days }) => {
      const body = { tokenId, name, areas: [...areas], days: tokenDays.find((each) => String(each) === days) ?? 90 }
      const { token } = await callApi(
        'POST /rest-api/developers/tokens/{orgId}',
        { orgId, body },
        {
          handles: ['failures', 'not_allowed'],
        },
      )
      setTokenId(newName)
      refresh({ mutate, cache }, 'GET /rest-api/developers/tokens')
      onCreated(token)
    },
  })
  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('newToken')}
      </h2>
      <Form of={form} submit={t('make')} disabledReason={clubs.length === 0 ? t('noClub') : undefined}>
        <Field label={t('name')} hint={t('nameHint')} required autoComplete="off" {...form.field('name')} />
        <Select
          label={t('club')}
          options={clubs.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('orgId')}
        />
        <CheckboxChoices
          label={t('areas')}
          options={tokenAreas}
          field={form.field('areas')}
          labelOf={(area) => t(`area_${area}`)}
          hintOf={(area) => t(`areaHint_${area}`)}
        />
        <Select
          label={t('days')}
          options={dayOptions.map((value) => ({ value, label: t('daysLong', { count: Number(value) }) }))}
          {...form.field('days')}
        />
        <p className={styles.hint}>{t('readsOnly')}</p>
      </Form>
    </Card>
  )
}
