import { chargebackFaults } from '#shared/rules/paying.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { MoneyField } from '../kit/NumberField.tsx'
import { useSave } from '../shell/useSave.ts'
import type { FeeDetails } from './answers.ts'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'

type Props = { fee: FeeDetails; payment: FeeDetails['payments'][number]; onDone: () => void }

/** Records a chargeback that the payment provider does not report. */
export function Chargeback({ fee: { feePlayerId }, payment: { paymentId }, onDone }: Props) {
  const t = useTexts('money', english)
  const { save } = useSave('POST /rest-api/fee/chargeback/{feePlayerId}', { refreshes, saved: t('chargebackSaved') })
  const form = useForm<{ fee: number | null }>({
    values: { fee: 0 },
    faults: chargebackFaults,
    fieldNames: { feeInCents: 'fee' },
    async save({ fee }) {
      await save({ feePlayerId, body: { paymentId, feeInCents: fee ?? 0 } })
      onDone()
    },
  })
  return (
    <Form of={form} submit={t('chargeback')} actions={<Button onClick={onDone}>{t('back')}</Button>}>
      <p>{t('chargebackHint')}</p>
      <MoneyField label={t('chargebackFee')} required {...form.field('fee')} />
    </Form>
  )
}
