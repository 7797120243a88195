import { type ManualMethod, manualMethods } from '#shared/rules/fees.ts'
import { selected } from '#shared/rules/faults.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { useSave } from '../shell/useSave.ts'
import type { FeeDetails } from './answers.ts'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'

type Props = { fee: FeeDetails; payment: FeeDetails['payments'][number]; onDone: () => void }

/** Records how the club itself paid back a refund that the provider refused: from its cash or bank account. */
export function RefundByHand({ fee: { feePlayerId }, payment: { paymentId, refusedInCents }, onDone }: Props) {
  const t = useTexts('money', english)
  const { save } = useSave('POST /rest-api/fee/refund-again/{feePlayerId}', {
    refreshes,
    saved: t('refundByHandSaved'),
  })
  const form = useForm<{ how: ManualMethod | '' }>({
    values: { how: '' },
    faults: ({ how }) => ({ how: selected(how) }),
    async save({ how }) {
      if (how === '') return false
      await save({ feePlayerId, body: { paymentId, how } })
      onDone()
      return true
    },
  })
  return (
    <Form of={form} submit={t('savePayment')} actions={<Button onClick={onDone}>{t('back')}</Button>}>
      <p>{t('refundByHandLost', { sum: moneyText(refusedInCents) })}</p>
      <Radios
        label={t('howGivenBack')}
        required
        options={manualMethods.map((value) => ({ value, label: t(value) }))}
        {...form.field('how')}
      />
    </Form>
  )
}
