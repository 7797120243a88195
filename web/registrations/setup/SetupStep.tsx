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
import type { Details, SetupHead } from '../answers.ts'
import { Options } from './Options.tsx'
import { OnlinePayment } from './OnlinePayment.tsx'
import { Questions } from './Questions.tsx'
import {
  findEmptied,
  findFaults,
  type NumberName,
  sentAs,
  toSetup,
  type SetupValues,
  toSetupValues,
  applyChanges,
} from './setupValues.ts'
import { type AutoSaveState, useAutoSave } from './useAutoSave.ts'

type Props = { details: Details; next: (() => void) | undefined; onTyping: (head: SetupHead) => void }

/** Setup: name, options and prices, places, payment, and questions. */
export function SetupStep({ details, next, onTyping }: Props) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const { mutate } = useSWRConfig()
  const { save } = useSave('POST /rest-api/registration/setup/{registrationId}', {})
  const form = useForm<SetupValues>({
    draft: `registration.${registrationId}`,
    values: toSetupValues(details.setup),
    faults: (setupValues) => findFaults(setupValues, { details, now: new Date().toISOString() }, setupFaults),
    fieldNames: sentAs,
    async save(setupValues) {
      const emptiedNames = findEmptied(setupValues, details)
      const lost = emptiedNames.map((name) => t(`emptied_${name}`))
      if (lost.length > 0 && !(await confirm({ title: t('emptiedAsk'), lost, kept: null, yes: t('save') })))
        return false
      await autoSave.keep()
      const refreshed = await mutate<Details>(
        cacheKey('GET /rest-api/registration/step-details/{registrationId}', { registrationId }),
      )
      const current = refreshed ?? details
      const body = toSetup(applyChanges(current, details, setupValues), current.setup)
      await save({ registrationId, body: { ...body, revision: current.revision } })
      await mutate(cacheKey('GET /rest-api/registration/step-details/{registrationId}', { registrationId }))
      next?.()
      return true
    },
  })
  const [leftFields, setLeftFields] = useState<ReadonlySet<NumberName>>(new Set())
  const autoSave = useAutoSave(details, form.values, leftFields)
  /** A number field that records when it loses focus. */
  const numberField = (name: NumberName) => {
    const field = form.field(name)
    const onChange = (value: number | null) => {
      setLeftFields((all) => new Set([...all].filter((each) => each !== name)))
      field.onChange(value)
    }
    const onBlur = () => {
      setLeftFields((all) => new Set([...all, name]))
      field.onBlur()
    }
    return { ...field, onChange, onBlur }
  }
  const serializedSetup = JSON.stringify(toSetup(form.values, details.setup))
  // The preview beside it updates with every key.
  useEffect(() => onTyping(JSON.parse(serializedSetup) as SetupHead), [onTyping, serializedSetup])
  const isTeam = details.registrationType === 'TEAM'
  return (
    <Form of={form} submit={t('saveAndOn')}>
      <AutoSaveStatus status={autoSave.keeping} />
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
        <NumberField label={t('placesInAll')} hint={t('placesHint')} {...numberField('places')} />
        <Checkbox label={t('waitingList')} hint={t('waitingListHint')} {...form.field('waitingList')} />
        {form.values.waitingList && (
          <MoneyField label={t('deposit')} hint={t('depositHint')} {...numberField('depositInCents')} />
        )}
        <Checkbox label={t('inviteOnly')} hint={t('inviteOnlyHint')} {...form.field('isInviteOnly')} />
      </Card>
      <Card className={styles.part} aria-label={t('payment')}>
        <h2>{t('payment')}</h2>
        <OnlinePayment registrationId={registrationId} />
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
          <NumberField label={t('sibling')} hint={t('siblingHint')} digits={2} {...numberField('sibling')} />
        </div>
        <div className={styles.pair}>
          <NumberField label={t('early')} hint={t('earlyHint')} digits={2} {...numberField('early')} />
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
function AutoSaveStatus({ status }: { status: AutoSaveState }) {
  const t = useTexts('registrations', english)
  const texts = {
    kept: t('kept'),
    typing: t('keeping'),
    keeping: t('keeping'),
    merged: t('merged'),
    emptied: t('emptied'),
    unfinished: t('unfinished'),
    unkept: t('unkept', { why: status.why ?? '' }),
  }
  return (
    <p role="status" className={classes(styles.saved, status.state === 'unkept' && styles.unsaved)}>
      {texts[status.state]}
    </p>
  )
}
