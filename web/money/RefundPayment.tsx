import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { moneyText } from '../kit/format.ts'
import { MoneyField } from '../kit/NumberField.tsx'
import { Radios } from '../kit/Radios.tsx'
import { fullName } from '#shared/rules/names.ts'
import { refundFaults } from '#shared/rules/paying.ts'
import { useSave } from '../shell/useSave.ts'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { useDraftPart } from '../api/useDraftPart.ts'
import type { FeeDetails } from './answers.ts'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'
import { useFeeAgain } from './useFeeAgain.ts'
import { useThrowAway } from './useThrowAway.ts'

type Payment = FeeDetails['payments'][number]
type Values = { amount: number | null; as: 'owed' | 'waived' | ''; withFee: boolean }

/** Refunds an online payment fully or partly, after saying what that means for the fee. */
export function RefundPayment({ fee, payment, done }: { fee: FeeDetails; payment: Payment; done: () => void }) {
  const t = useTexts('money', english)
  const { feePlayerId } = fee
  const { paymentId } = payment
  const draft = `refund.${feePlayerId}.${paymentId}`
  const made = useDraftPart('r', draft)
  const { save } = useSave('POST /rest-api/fee/refund/{feePlayerId}', { refreshes, saved: t('refundSaved') })
  const savedBefore = useSavedBefore(refreshes)
  const mayThrowAway = useThrowAway(made)
  const readAgain = useFeeAgain(feePlayerId)
  const most = payment.amountInCents - payment.givenBackInCents
  const form = useForm<Values>({
    draft,
    onDiscard: made.startNew,
    confirmDiscard: mayThrowAway,
    values: { amount: most, as: 'waived', withFee: false },
    faults: (values) => refundFaults(values, most),
    fieldNames: { amountInCents: 'amount' },
    async save({ amount, as, withFee }) {
      const body = {
        refundId: made.part,
        paymentId,
        amountInCents: amount ?? 0,
        as: as || ('waived' as const),
        withFee,
      }
      await made.send(
        () => save({ feePlayerId, body }),
        (error) => {
          void readAgain()
          savedBefore(error)
        },
      )
      done()
    },
  })
  return (
    <Form of={form} submit={t('refund')} actions={<Button onClick={done}>{t('back')}</Button>}>
      <p>
        <strong>{t('refundTitle', { name: fullName(fee.player) })}</strong>
      </p>
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
