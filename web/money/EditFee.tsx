import { useState } from 'react'
import { feeDescriptionLimit, feeFaults, partNameLimit } from '#shared/rules/fees.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { DateField } from '../kit/DateField.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { MoneyField } from '../kit/NumberField.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { ConflictNotice } from '../shell/ConflictNotice.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSaveAtRevision } from '../shell/useVersionedSave.ts'
import type { FeeDetails } from './answers.ts'
import { type FeeBearer, FeeBearerField } from './FeeBearerField.tsx'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'
import { useRefetchFee } from './useRefetchFee.ts'

type Values = { name: string; description: string; dueOn: string; bears: FeeBearer; amount: number | null }

/** Edits a fee of one player. */
export function EditFee({ fee, onDone }: { fee: FeeDetails; onDone: () => void }) {
  const t = useTexts('money', english)
  const { save } = useSave('PUT /rest-api/fee/update/{feePlayerId}', { refreshes, saved: t('feeSaved') })
  const refetchFee = useRefetchFee(fee.feePlayerId)
  const loadedRevision = useState(fee.revision)
  const { feePlayerId, name, description, dueOn, absorbFees, amountInCents } = fee
  const form = useForm<Values>({
    values: { name, description, dueOn, bears: absorbFees ? 'club' : 'family', amount: amountInCents },
    faults: (values) => feeFaults(values, partNameLimit),
    fieldNames: { amountInCents: 'amount' },
    async save({ amount, bears, ...values }) {
      const body = { ...values, amountInCents: amount ?? 0, absorbFees: bears === 'club' }
      if (!(await versioned.save((revision) => save({ feePlayerId, body: { ...body, revision } })))) return false
      onDone()
      return true
    },
  })
  const versioned = useSaveAtRevision(loadedRevision, {
    current: fee.revision,
    isDirty: form.dirty,
    refetch: refetchFee,
    resetForm: form.discard,
  })
  async function close() {
    if (await form.mayLeave()) onDone()
  }
  return (
    <Form of={form} submit={t('save')} actions={<Button onClick={() => void close()}>{t('back')}</Button>}>
      <ConflictNotice onReload={versioned.reload} />
      <Field label={t('feeName')} required autoComplete="off" {...form.field('name')} />
      <MoneyField label={t('amount')} required {...form.field('amount')} />
      <DateField label={t('dueOn')} required {...form.field('dueOn')} />
      <TextArea label={t('description')} limit={feeDescriptionLimit} {...form.field('description')} />
      <FeeBearerField {...form.field('bears')} />
    </Form>
  )
}
