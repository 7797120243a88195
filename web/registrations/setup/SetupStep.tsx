import { setupFaults, setupLimits } from '#shared/rules/registrations/registration.ts'
import { useEffect, useState } from 'react'
import { useSWRConfig } from 'swr'
import { cacheKey } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { Card } from '../../kit/Card.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { classes } from '../../kit/classes.ts'
import { confirm } from '../../kit/confirm.ts'
import { DateField } from '../../kit/DateField.tsx'
import { Field } from '../../kit/Field.tsx'
import { Form } from '../../kit/form/Form.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { MoneyField, NumberField } from '../../kit/NumberField.tsx'
import { Radios } from '../../kit/Radios.tsx'
import { TextArea } from '../../kit/TextArea.tsx'
import { useSave } from '../../shell/useSave.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details, Head } from '../answers.ts'
import { Options } from './Options.tsx'
import { PaidOnline } from './PaidOnline.tsx'
import { Questions } from './Questions.tsx'
import { emptiedIn, faultsOf, type NumberName, sentAs, setupOf, type Typed, typedOf, typedUpon } from './typedSetup.ts'
import { type Keeping, useAutoSave } from './useAutoSave.ts'

type Props = { details: Details; next: (() => void) | undefined; typing: (head: Head) => void }

/** Setup: name, options and prices, places, payment, and questions. */
export function SetupStep({ details, next, typing }: Props) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const { mutate } = useSWRConfig()
  const { save } = useSave('POST /rest-api/registration/setup/{registrationId}', {})
  const form = useForm<Typed>({
    draft: `registration.${registrationId}`,
    values: typedOf(details.setup),
    faults: (typed) => faultsOf(typed, { details, now: new Date().toISOString() }, setupFaults),
    fieldNames: sentAs,
    async save(typed) {
      const emptied = emptiedIn(typed, details)
      const lost = emptied.map((name) => t(`emptied_${name}`))
      if (lost.length > 0 && !(await confirm({ title: t('emptiedAsk'), lost, kept: null, yes: t('save') })))
        return false
      await auto.keep()
      const known = await mutate<Details>(
        cacheKey('GET /rest-api/registration/step-details/{registrationId}', { registrationId }),
      )
      const stands = known ?? details
      const body = setupOf(typedUpon(stands, details, typed), stands.setup)
      await save({ registrationId, body: { ...body, revision: stands.revision } })
      await mutate(cacheKey('GET /rest-api/registration/step-details/{registrationId}', { registrationId }))
      next?.()
      return true
    },
  })
  const [left, setLeft] = useState<ReadonlySet<NumberName>>(new Set())
  const auto = useAutoSave(details, form.values, left)
  /** A number field that records when it loses focus. */
  const number = (name: NumberName) => {
    const field = form.field(name)
    const onChange = (value: number | null) => {
      setLeft((all) => new Set([...all].filter((each) => each !== name)))
      field.onChange(value)
    }
    const onBlur = () => {
      setLeft((all) => new Set([...all, name]))
      field.onBlur()
    }
    return { ...field, onChange, onBlur }
  }
  const typed = JSON.stringify(setupOf(form.values, details.setup))
  // The preview beside it updates with every key.
  useEffect(() => typing(JSON.parse(typed) as Head), [typing, typed])
  const isTeam = details.registrationType === 'TEAM'
  return (
    <Form of={form} submit={t('saveAndOn')}>
      <Kept keeping={auto.keeping} />
      <Card className={styles.part} aria-label={t('what')}>
        <Field
          label={t('registrationName')}
          hint={t(isTeam ? 'teamNameHint' : 'eventNameHint')}
          required
          autoComplete="off"
          {...form.field('name')}
        />
        <TextArea label={t('description')} limit={setupLimits.description} {...form.field('description')} />
      </Card>
      <Card className={styles.part} aria-label={t('options')}>
        <Options details={details} />
      </Card>
      <Card className={styles.part} aria-label={t('places')}>
        <h2>{t('places')}</h2>
        <NumberField label={t('placesInAll')} hint={t('placesHint')} {...number('places')} />
        <Checkbox label={t('waitingList')} hint={t('waitingListHint')} {...form.field('waitingList')} />
        {form.values.waitingList && (
          <MoneyField label={t('deposit')} hint={t('depositHint')} {...number('depositInCents')} />
        )}
        <Checkbox label={t('inviteOnly')} hint={t('inviteOnlyHint')} {...form.field('isInviteOnly')} />
      </Card>
      <Card className={styles.part} aria-label={t('payment')}>
        <h2>{t('payment')}</h2>
        <PaidOnline registrationId={registrationId} />
        <Checkbox label={t('acceptBills')} hint={t('acceptBillsHint')} {...form.field('acceptBills')} />
        <Radios
          label={t('fee')}
          options={[
            { value: 'family', label: t('passedOn'), hint: t('passedOnHint') },
            { value: 'club', label: t('absorbed'), hint: t('absorbedHint') },
          ]}
          {...form.field('bears')}
        />
        <div className={styles.pair}>
          <NumberField label={t('sibling')} hint={t('siblingHint')} digits={2} {...number('sibling')} />
        </div>
        <div className={styles.pair}>
          <NumberField label={t('early')} hint={t('earlyHint')} digits={2} {...number('early')} />
          <DateField label={t('earlyUntil')} {...form.field('earlyUntil')} />
        </div>
      </Card>
      <Card className={styles.part} aria-label={t('questions')}>
        <Questions details={details} />
      </Card>
    </Form>
  )
}

/** The state of automatic saving. */
function Kept({ keeping }: { keeping: Keeping }) {
  const t = useTexts('registrations', english)
  const texts = {
    kept: t('kept'),
    typing: t('keeping'),
    keeping: t('keeping'),
    merged: t('merged'),
    emptied: t('emptied'),
    unfinished: t('unfinished'),
    unkept: t('unkept', { why: keeping.why ?? '' }),
  }
  return (
    <p role="status" className={classes(styles.saved, keeping.state === 'unkept' && styles.unsaved)}>
      {texts[keeping.state]}
    </p>
  )
}
