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
import { useRefetchFee } from './useRefetchFee.ts'
import { useConfirmDiscard } from './useConfirmDiscard.ts'

type Payment = FeeDetails['payments'][number]
type Values = { amount: number | null; as: 'owed' | 'waived' | ''; withFee: boolean }

/** Refunds an online payment fully or partly, after saying what that means for the fee. */
export function RefundPayment({ fee, payment, onDone }: { fee: FeeDetails; payment: Payment; onDone: () => void }) {
  const t = useTexts('money', english)
  const { feePlayerId } = fee
  const { paymentId } = payment
  const draft = `refund.${feePlayerId}.${paymentId}`
  const creation = useDraftPart('r', draft)
  const { save } = useSave('POST /rest-api/fee/refund/{feePlayerId}', { refreshes, saved: t('refundSaved') })
  const handleSavedBefore = useSavedBefore(refreshes)
  const confirmDiscard = useConfirmDiscard(creation)
  const refetchFee = useRefetchFee(feePlayerId)
  const maxAmount = payment.amountInCents - payment.givenBackInCents
  const form = useForm<Values>({
    draft,
    onDiscard: creation.startNew,
    confirmDiscard,
    values: { amount: maxAmount, as: 'waived', withFee: false },
    faults: (values) => refundFaults(values, maxAmount),
    fieldNames: { amountInCents: 'amount' },
    async save({ amount, as, withFee }) {
      const body = {
        refundId: creation.part,
        paymentId,
        amountInCents: amount ?? 0,
        as: as || ('waived' as const),
        withFee,
      }
      await creation.send(
        () => save({ feePlayerId, body }),
        (error) => {
          void refetchFee()
          handleSavedBefore(error)
        },
      )
      onDone()
    },
  })
  return (
    <Form of={form} submit={t('refund')} actions={<Button onClick={onDone}>{t('back')}</Button>}>
      <p>
        <strong>{t('refundTitle', { name: fullName(fee.player) })}</strong>
      </p>
      <MoneyField
        label={t('refundAmount')}
        hint={t('refundHint', { most: moneyText(maxAmount) })}
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
