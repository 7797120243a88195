import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { moneyText } from '../kit/format.ts'
import { MoneyField } from '../kit/NumberField.tsx'
import { Radios } from '../kit/Radios.tsx'
import { newPart } from '../newPart.ts'
import { refundFaults } from '#shared/rules/paying.ts'
import { useSave } from '../shell/useSave.ts'
import type { FeeDetails } from './answers.ts'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'

type Payment = FeeDetails['payments'][number]
type Values = { amount: number | null; as: 'owed' | 'waived' | ''; withFee: boolean }

/** Gives back what was paid online, all of it or a part; what it means for the fee is said before. */
export function RefundPayment({ fee, payment, done }: { fee: FeeDetails; payment: Payment; done: () => void }) {
  const t = useTexts('money', english)
  // Sent again after a reply that was lost, it is the same refund.
  const [refundId] = useState(() => newPart('r'))
  const { save } = useSave('POST /rest-api/fee/refund/{feePlayerId}', { refreshes, saved: t('refundSaved') })
  const most = payment.amountInCents - payment.givenBackInCents
  const form = useForm<Values>({
    values: { amount: most, as: 'waived', withFee: false },
    faults: (values) => refundFaults(values, most),
    sentAs: { amountInCents: 'amount' },
    async save({ amount, as, withFee }) {
      const { paymentId } = payment
      const body = { refundId, paymentId, amountInCents: amount ?? 0, as: as || 'waived', withFee } as const
      await save({ feePlayerId: fee.feePlayerId, body })
      done()
    },
  })
  return (
    <Form of={form} submit={t('refund')} actions={<Button onClick={done}>{t('back')}</Button>}>
      <MoneyField
        label={t('refundAmount')}
        hint={t('refundHint', { most: moneyText(most) })}
        required
        {...form.field('amount')}
      />
      <Radios
        label={t('refundThen')}
        options={[
          { value: 'waived', label: t('refundWaived') },
          { value: 'owed', label: t('refundOwed') },
        ]}
        {...form.field('as')}
      />
      <Checkbox label={t('refundWithFee')} hint={t('refundFeeHint')} {...form.field('withFee')} />
    </Form>
  )
}
