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
import { eachChosen, tellCame } from '../shell/eachChosen.ts'
import { refresh } from '../shell/useSave.ts'
import { type ChosenProps, stillChosen } from './chosen.ts'
import type { Fee } from './FeeTable.tsx'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'

const isPayable = ({ outstandingInCents, onItsWay }: Fee) => outstandingInCents > 0 && !onItsWay

/**
 * Records manual payments of the full open amount for several fees, e.g. from a bank statement or cash collected at practice.
 */
export function PutDownChosen({ chosen, limited, run, setRun, done }: ChosenProps) {
  const t = useTexts('money', english)
  const now = chosen.filter(isPayable)
  /** The fees as of opening: recorded ones disappear from the list one by one. */
  const [payable, setPayable] = useState<readonly Fee[]>()
  const count = payable?.length ?? now.length
  const none = now.length === 0 && !payable
  return (
    <>
      <Button
        busy={run !== undefined}
        onClick={() => setPayable(now)}
        disabledReason={limited ?? (none ? t('nothingOpen') : undefined)}
      >
        {count > 0 ? t('putDownChosen', { count }) : t('putDownPayment')}
      </Button>
      {/* A running action cannot be closed, and its progress is shown. */}
      <Dialog
        opened={payable !== undefined}
        close={() => run === undefined && setPayable(undefined)}
        title={t('putDownChosen', { count })}
      >
        {payable && (
          <PaidFields
            payable={payable}
            at={(at, of) => setRun({ act: 'putDown', at, count: of })}
            ended={() => setRun(undefined)}
            close={() => setPayable(undefined)}
            done={done}
          >
            {run && t('putDownAt', { at: run.at, count: run.count })}
          </PaidFields>
        )}
      </Dialog>
    </>
  )
}

type Values = { how: ManualMethod | ''; paidOn: string; note: string }
type FieldsProps = Pick<ChosenProps, 'done'> & {
  payable: readonly Fee[]
  at: (at: number, count: number) => void
  ended: () => void
  close: () => void
  /** The progress. */
  children: ReactNode
}

function PaidFields({ payable, at, ended, close, done, children }: FieldsProps) {
  const t = useTexts('money', english)
  const cache = useSWRConfig()
  const [today] = useState(() => dayIn(new Date().toISOString(), readerZone()))
  const sum = moneyText(payable.reduce((all, { outstandingInCents }) => all + outstandingInCents, 0))
  const readAgain = () => {
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
      const paid = new Map(payable.map(({ feePlayerId }) => [feePlayerId, newPart('m')]))
      const came = await eachChosen(
        payable,
        ({ feePlayerId, outstandingInCents: amountInCents }) => {
          const body = {
            ...{ paymentId: paid.get(feePlayerId) ?? '', amountInCents, how, ...(note && { note }) },
            // Today is left to the server: the club's time zone may have another date.
            ...(paidOn !== today && { paidOn }),
          }
          const input = { feePlayerId, body }
          return callApi('POST /rest-api/fee/manual-payment/{feePlayerId}', input, {
            handles: ['failures', 'not_allowed'],
          })
        },
        { needless: settled, at },
      )
      ended()
      readAgain()
      tellCame(came, {
        done: t('paymentsSaved', { count: came.done.length }),
        left: t('paymentsLeft', { count: came.left }),
        lost: t('paymentsLost', { count: came.lost.length }),
        action: { label: t('undo'), run: () => void takeBack(came.done, paid) },
      })
      done(stillChosen(came))
      // If none could be recorded, the form stays open for another try.
      if (came.done.length + came.left === 0) return false
      close()
      return true
    },
  })
  async function takeBack(fees: readonly Fee[], paid: ReadonlyMap<string, string>) {
    const came = await eachChosen(
      fees,
      ({ feePlayerId }) => {
        const input = { feePlayerId, body: { paymentId: paid.get(feePlayerId) ?? '' } }
        return callApi('POST /rest-api/fee/undo-payment/{feePlayerId}', input, { handles: ['failures', 'not_allowed'] })
      },
      {},
    )
    readAgain()
    tellCame(came, {
      done: t('paymentsUndone', { count: came.done.length }),
      lost: t('paymentsNotUndone', { count: came.lost.length }),
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
const settled: ReadonlySet<string> = new Set(['fee_settled', 'not_found'])
