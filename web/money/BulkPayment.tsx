import { type ReactNode, useState } from 'react'
import { useSWRConfig } from 'swr'
import { dayIn } from '#shared/rules/days.ts'
import { check, longest, required, selected } from '#shared/rules/faults.ts'
import { feeDescriptionLimit, type ManualMethod, manualMethods, paidOnFault } from '#shared/rules/fees.ts'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { DateField } from '../kit/DateField.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { moneyText, readerZone } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { newPart } from '../api/newPart.ts'
import { runForEach, showBulkResult } from '../shell/bulkAction.ts'
import { refresh } from '../shell/useSave.ts'
import { type BulkActionProps, toFailedIds } from './bulkAction.ts'
import type { Fee } from './FeeTable.tsx'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'

const isPayable = ({ outstandingInCents, onItsWay }: Fee) => outstandingInCents > 0 && !onItsWay

/**
 * Records manual payments of the full open amount for several fees, e.g. from a bank statement or cash collected at practice.
 */
export function BulkPayment({ chosen, limitReason, progress, setProgress, onDone }: BulkActionProps) {
  const t = useTexts('money', english)
  const payableNow = chosen.filter(isPayable)
  /** The fees as of opening: recorded ones disappear from the list one by one. */
  const [payable, setPayable] = useState<readonly Fee[]>()
  const count = payable?.length ?? payableNow.length
  const hasNothingPayable = payableNow.length === 0 && !payable
  return (
    <>
      <Button
        busy={progress !== undefined}
        onClick={() => setPayable(payableNow)}
        disabledReason={limitReason ?? (hasNothingPayable ? t('nothingOpen') : undefined)}
      >
        {count > 0 ? t('putDownChosen', { count }) : t('putDownPayment')}
      </Button>
      {/* A running action cannot be closed, and its progress is shown. */}
      <Dialog
        opened={payable !== undefined}
        close={() => progress === undefined && setPayable(undefined)}
        title={t('putDownChosen', { count })}
      >
        {payable && (
          <PaymentFields
            payable={payable}
            onProgress={(at, count) => setProgress({ action: 'putDown', at, count })}
            onEnd={() => setProgress(undefined)}
            close={() => setPayable(undefined)}
            onDone={onDone}
          >
            {progress && t('putDownAt', { at: progress.at, count: progress.count })}
          </PaymentFields>
        )}
      </Dialog>
    </>
  )
}

type Values = { how: ManualMethod | ''; paidOn: string; note: string }
type FieldsProps = Pick<BulkActionProps, 'onDone'> & {
  payable: readonly Fee[]
  onProgress: (at: number, count: number) => void
  onEnd: () => void
  close: () => void
  /** The progress. */
  children: ReactNode
}

function PaymentFields({ payable, onProgress, onEnd, close, onDone, children }: FieldsProps) {
  const t = useTexts('money', english)
  const cache = useSWRConfig()
  const [today] = useState(() => dayIn(new Date().toISOString(), readerZone()))
  const sum = moneyText(payable.reduce((total, { outstandingInCents }) => total + outstandingInCents, 0))
  const refreshFees = () => {
    for (const route of refreshes) refresh(cache, route)
  }
  const form = useForm<Values>({
    values: { how: '', paidOn: today, note: '' },
    faults: ({ how, paidOn, note }) => ({
      how: selected(how),
      paidOn: check(paidOn, required, (day) => paidOnFault(day, today)),
      note: check(note, longest(feeDescriptionLimit)),
    }),
    async save({ how, paidOn, note }) {
      if (how === '') return false
      // A retry after a lost response finds nothing open, so nothing is recorded twice.
      const paymentIds = new Map(payable.map(({ feePlayerId }) => [feePlayerId, newPart('m')]))
      const result = await runForEach(
        payable,
        ({ feePlayerId, outstandingInCents: amountInCents }) => {
          const body = {
            ...{ paymentId: paymentIds.get(feePlayerId) ?? '', amountInCents, how, ...(note && { note }) },
            // Today is left to the server: the club's time zone may have another date.
            ...(paidOn !== today && { paidOn }),
          }
          const input = { feePlayerId, body }
          return callApi('POST /rest-api/fee/manual-payment/{feePlayerId}', input, {
            handles: ['failures', 'not_allowed'],
          })
        },
        { skipCodes: settledCodes, onProgress },
      )
      onEnd()
      refreshFees()
      showBulkResult(result, {
        done: t('paymentsSaved', { count: result.done.length }),
        skipped: t('paymentsLeft', { count: result.skipped }),
        failed: t('paymentsLost', { count: result.failed.length }),
        action: { label: t('undo'), run: () => void undoPayments(result.done, paymentIds) },
      })
      onDone(toFailedIds(result))
      // If none could be recorded, the form stays open for another try.
      if (result.done.length + result.skipped === 0) return false
      close()
      return true
    },
  })
  async function undoPayments(fees: readonly Fee[], paymentIds: ReadonlyMap<string, string>) {
    const result = await runForEach(
      fees,
      ({ feePlayerId }) => {
        const input = { feePlayerId, body: { paymentId: paymentIds.get(feePlayerId) ?? '' } }
        return callApi('POST /rest-api/fee/undo-payment/{feePlayerId}', input, { handles: ['failures', 'not_allowed'] })
      },
      {},
    )
    refreshFees()
    showBulkResult(result, {
      done: t('paymentsUndone', { count: result.done.length }),
      failed: t('paymentsNotUndone', { count: result.failed.length }),
    })
  }
  return (
    <Form of={form} submit={t('savePayment')}>
      <p>{t('putDownHint', { sum, count: payable.length })}</p>
      <Radios
        label={t('how')}
        required
        options={manualMethods.map((value) => ({ value, label: t(value) }))}
        {...form.field('how')}
      />
      <DateField label={t('paidOn')} required {...form.field('paidOn')} />
      <Field label={t('note')} hint={t('noteHint')} autoComplete="off" {...form.field('note')} />
      <p role="status">{children}</p>
    </Form>
  )
}

/** Codes of fees with nothing left to pay, or deleted. */
const settledCodes: ReadonlySet<string> = new Set(['fee_settled', 'not_found'])
