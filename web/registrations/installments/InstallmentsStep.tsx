import { type Installment, installmentsFaults, maxInstallments } from '#shared/rules/registrations/installments.ts'
import { useState } from 'react'
import { addDays, dayIn } from '#shared/rules/days.ts'
import { type AnswerOf, callApi, useApi } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { Switch } from '../../kit/Checkbox.tsx'
import { DateField } from '../../kit/DateField.tsx'
import { Form } from '../../kit/form/Form.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { dateText, moneyText, numberText } from '../../kit/format.ts'
import { CloseIcon } from '../../kit/icons.tsx'
import { KeptFocus } from '../../kit/KeptFocus.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { ConflictNotice } from '../../shell/ConflictNotice.tsx'
import { change, useSave } from '../../shell/useSave.ts'
import { useSaveAtRevision } from '../../shell/useVersionedSave.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details } from '../answers.ts'
import { useCalculatedInstallments } from './useCalculatedInstallments.ts'

const READ = 'GET /rest-api/registration/installments/{registrationId}'
type Plan = AnswerOf<typeof READ>

/** The instalments in which families may pay. */
export function InstallmentsStep({ details, next }: { details: Details; next: (() => void) | undefined }) {
  const t = useTexts('registrations', english)
  const read = useApi(READ, { registrationId: details.registrationId }, { handles: ['failures'] })
  return (
    <div className={styles.parts}>
      <Card className={styles.part} aria-label={t('step_installments')}>
        <h2>{t('step_installments')}</h2>
        <p className={styles.muted}>{t('installmentsHint')}</p>
        <Loaded
          read={read}
          skeleton={<RowSkeletons label={t('loading')} rows={2} height="64px" />}
          failed={t('installmentsFailed')}
        >
          {(plan) => <PlanForm details={details} plan={plan} refetch={read.mutate} next={next} />}
        </Loaded>
      </Card>
    </div>
  )
}

type Item = { percent: number | null; dueDate: string }
type Values = { paymentPlanEnabled: boolean; items: Item[] }
const toInstallments = (items: readonly Item[]): Installment[] =>
  items.map(({ percent, dueDate }) => ({ percent: percent ?? 0, dueDate }))

type PlanFormProps = { details: Details; plan: Plan; refetch: () => Promise<unknown>; next: (() => void) | undefined }
/** Continuing saves the plan: a plan that is only typed would be offered to nobody. */
function PlanForm({ details, plan: { revision: currentRevision, ...plan }, refetch, next }: PlanFormProps) {
  const t = useTexts('registrations', english)
  const { registrationId, organization } = details
  const { save } = useSave('POST /rest-api/registration/installments/{registrationId}', {
    optimistic: () => [change(READ, { registrationId }, (known, saved?: Plan) => saved ?? known)],
    saved: t('savedPlan'),
  })
  const loadedRevision = useState(currentRevision)
  const form = useForm<Values>({
    draft: `installments.${registrationId}.${loadedRevision[0]}`,
    values: plan,
    faults: ({ paymentPlanEnabled, items }) => installmentsFaults({ paymentPlanEnabled, items: toInstallments(items) }),
    async save({ paymentPlanEnabled, items }) {
      const saveAtRevision = (revision: number) =>
        save({ registrationId, body: { paymentPlanEnabled, items: toInstallments(items), revision } })
      if (form.dirty && !(await versioned.save(saveAtRevision))) return false
      next?.()
      return true
    },
  })
  const versioned = useSaveAtRevision(loadedRevision, {
    current: currentRevision,
    isDirty: form.dirty,
    refetch,
    resetForm: form.discard,
  })
  const { items } = form.values
  const [today] = useState(() => dayIn(new Date().toISOString(), organization.timezone))
  async function divideEqually(count: number) {
    const equal = { count, firstDue: today }
    const response = await callApi('POST /rest-api/registration/installments/{registrationId}/calculate', {
      registrationId,
      body: { equal },
    })
    form.field('items').onChange(response.items)
  }
  const percentSum = items.reduce((total, { percent }) => total + (percent ?? 0), 0)
  const fault = form.field('items').fault
  return (
    <Form of={form} submit={t('saveAndOn')}>
      <ConflictNotice onReload={versioned.reload} />
      <Switch label={t('planEnabled')} {...form.field('paymentPlanEnabled')} />
      <KeptFocus label={t('step_installments')} className={styles.parts}>
        <div className={styles.buttons}>
          <Menu
            about={t('equalParts')}
            opener={<Button>{t('equalParts')}</Button>}
            items={[2, 3, 4, 6, 12].map((count) => ({
              label: t('inParts', { count }),
              run: () => void divideEqually(count),
            }))}
          />
          <Button
            onClick={() => form.add('items', { percent: null, dueDate: items.length === 0 ? today : '' })}
            {...(items.length >= maxInstallments && { disabledReason: t('planFull', { limit: maxInstallments }) })}
          >
            {t('addPart')}
          </Button>
        </div>
        {items.length > 0 && (
          <ol className={styles.list} aria-label={t('step_installments')} data-field="items">
            {items.map((item, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- a part is identified by its position
              <li key={i} className={styles.row}>
                <NumberField
                  label={t('share', { part: i + 1 })}
                  digits={2}
                  required
                  {...form.field(`items.${i}.percent`)}
                />
                <DateField label={t('due')} required min={addDays(today, -365)} {...form.field(`items.${i}.dueDate`)} />
                <IconButton label={t('removePart', { part: i + 1 })} onClick={() => form.remove('items', i)}>
                  <CloseIcon />
                </IconButton>
              </li>
            ))}
          </ol>
        )}
      </KeptFocus>
      {items.length > 0 && (
        <p role="status" className={styles.sum}>
          {t('sumOf', { percent: numberText(percentSum, 2) })}
        </p>
      )}
      {fault && <p className={styles.unsaved}>{fault}</p>}
      <InstallmentsByOption
        registrationId={registrationId}
        items={toInstallments(items)}
        isComplete={Math.round(percentSum * 100) === 10_000}
      />
    </Form>
  )
}

/** The instalments of each option's price. */
function InstallmentsByOption({
  registrationId,
  items,
  isComplete,
}: {
  registrationId: string
  items: Installment[]
  isComplete: boolean
}) {
  const t = useTexts('registrations', english)
  const options = useCalculatedInstallments(registrationId, isComplete ? items : undefined)
  if (!options) return null
  return (
    <ul className={styles.list} aria-label={t('partsOfPrices')}>
      {options.map(({ id, name, priceInCents, parts }) => (
        <li key={id} className={styles.row}>
          <span className={styles.what}>
            <span className={styles.name}>
              {name}, {moneyText(priceInCents)}
            </span>
            <span className={styles.muted}>
              {parts
                .map(({ amountInCents, dueDate }) =>
                  dueDate
                    ? t('partDue', { sum: moneyText(amountInCents), day: dateText(dueDate) })
                    : moneyText(amountInCents),
                )
                .join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
