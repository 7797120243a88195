import { useState } from 'react'
import { dayIn } from '#shared/rules/days.ts'
import { feeDescriptionLimit, type ManualMethod, manualMethods, paidOnFault, priceFault } from '#shared/rules/fees.ts'
import { check, longest, required, selected } from '#shared/rules/faults.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { DateField } from '../kit/DateField.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { moneyText } from '../kit/format.ts'
import { MoneyField } from '../kit/NumberField.tsx'
import { Radios } from '../kit/Radios.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { useDraftPart } from '../api/useDraftPart.ts'
import type { FeeDetails } from './answers.ts'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'
import { useRefetchFee } from './useRefetchFee.ts'
import { useConfirmDiscard } from './useConfirmDiscard.ts'

type Values = { amount: number | null; how: ManualMethod | ''; paidOn: string; note: string }

/** Records a manual payment: the full open amount by default. */
export function ManualPayment({ fee, onDone }: { fee: FeeDetails; onDone: () => void }) {
  const t = useTexts('money', english)
  const { feePlayerId, organization } = fee
  const draft = `payment.${feePlayerId}`
  const creation = useDraftPart('m', draft)
  const { save } = useSave('POST /rest-api/fee/manual-payment/{feePlayerId}', { refreshes, saved: t('paymentSaved') })
  const handleSavedBefore = useSavedBefore(refreshes)
  const confirmDiscard = useConfirmDiscard(creation)
  const refetchFee = useRefetchFee(feePlayerId)
  // Fixed on opening: if the response to a partial payment was lost, a retry must not pay the rest.
  const [openAmount] = useState(fee.outstandingInCents)
  const [today] = useState(() => dayIn(new Date().toISOString(), organization.timezone))
  const form = useForm<Values>({
    draft,
    onDiscard: creation.startNew,
    confirmDiscard,
    values: { amount: openAmount, how: 'CASH', paidOn: today, note: '' },
    faults: ({ amount, how, paidOn, note }) => ({
      amount: priceFault(amount, openAmount),
      how: selected(how),
      paidOn: check(paidOn, required, (day) => paidOnFault(day, today)),
      note: check(note, longest(feeDescriptionLimit)),
    }),
    fieldNames: { amountInCents: 'amount' },
    async save({ amount, how, paidOn, note }) {
      if (how === '') return false
      const body = { paymentId: creation.part, amountInCents: amount ?? 0, how, paidOn, ...(note && { note }) }
      await creation.send(
        () => save({ feePlayerId, body }),
        (error) => {
          void refetchFee()
          handleSavedBefore(error)
        },
      )
      onDone()
      return true
    },
  })
  return (
    <Form of={form} submit={t('savePayment')} actions={<Button onClick={onDone}>{t('back')}</Button>}>
      {fee.comingInCents > 0 && (
        <Notice tone="warning">{t('comingBeside', { sum: moneyText(fee.comingInCents) })}</Notice>
      )}
      <MoneyField label={t('amountPaid')} required {...form.field('amount')} />
      <Radios
        label={t('how')}
        options={manualMethods.map((value) => ({ value, label: t(value) }))}
        {...form.field('how')}
      />
      <DateField label={t('paidOn')} required {...form.field('paidOn')} />
      <Field label={t('note')} hint={t('noteHint')} autoComplete="off" {...form.field('note')} />
    </Form>
  )
}
