import { useState } from 'react'
import { partsOf } from '#shared/rules/splitting.ts'
import { type AnswerOf, ApiProblem, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { moneyText } from '../kit/format.ts'
import { NumberField } from '../kit/NumberField.tsx'
import { Radios } from '../kit/Radios.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import type { FeeDetails } from './answers.ts'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'
import { useRefetchFee } from './useRefetchFee.ts'

const PAYERS = 'GET /rest-api/fee/payers/{feePlayerId}'
type Payer = AnswerOf<typeof PAYERS>['payers'][number]
type Props = { fee: FeeDetails; onDone: () => void }

/** Splits a bill between a player's two homes, each of which sees and pays only its part. */
export function SplitFee({ fee, onDone }: Props) {
  const t = useTexts('money', english)
  const read = useApi(PAYERS, { feePlayerId: fee.feePlayerId }, { handles: ['failures'] })
  return (
    <Loaded
      read={read}
      skeleton={<RowSkeletons label={t('loadingFee')} rows={5} />}
      failed={t('feeFailed')}
      empty={{
        when: ({ payers }) => payers.length < 2,
        show: (
          <EmptyState title={t('oneHome')} hint={t('oneHomeHint')}>
            <Button onClick={onDone}>{t('back')}</Button>
          </EmptyState>
        ),
      }}
    >
      {({ payers }) => <Shares fee={fee} onDone={onDone} payers={payers} />}
    </Loaded>
  )
}

type Home = 'one' | 'other' | 'none'
const homeNames = { one: 'firstHome', other: 'secondHome', none: 'noHome' } as const
type Values = { percent: number | null; all: boolean }

function Shares({ fee, onDone, payers }: Props & { payers: Payer[] }) {
  const t = useTexts('money', english)
  const [homes, setHomes] = useState<Record<string, Home>>(() =>
    Object.fromEntries(payers.map(({ userId }, i) => [userId, i === 0 ? 'one' : i === 1 ? 'other' : 'none'])),
  )
  const { save } = useSave('POST /rest-api/fee/split/{feePlayerId}', { refreshes, saved: t('feeSplit') })
  // Fixed on opening: its revision makes a retry after a lost response idempotent, while a newer one would split the remaining
  // amount again.
  const [{ feePlayerId, outstandingInCents, revision }] = useState(fee)
  const refetchFee = useRefetchFee(feePlayerId)
  const payersOf = (home: Home) => payers.filter(({ userId }) => homes[userId] === home).map(({ userId }) => userId)
  const isHomeEmpty = payersOf('one').length === 0 || payersOf('other').length === 0
  const form = useForm<Values>({
    values: { percent: 50, all: false },
    faults: ({ percent }) => ({
      percent:
        percent === null
          ? { code: 'required' }
          : percent < 1
            ? { code: 'not_above_zero' }
            : percent > 99
              ? { code: 'too_many_percent', limit: 99 }
              : undefined,
    }),
    async save({ percent, all }) {
      if (isHomeEmpty) return false
      const body = { homes: { one: payersOf('one'), other: payersOf('other'), percent: percent ?? 50 }, all, revision }
      try {
        await save({ feePlayerId, body })
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'conflict') throw error
        // It may be split already: closes, so that the user decides on its current state.
        void refetchFee()
        showSnackbar({ text: problemText(error), tone: 'danger' })
        onDone()
        return false
      }
      onDone()
      return true
    },
  })
  const parts = partsOf(outstandingInCents, form.values.percent ?? 0)
  return (
    <Form of={form} submit={t('split')} actions={<Button onClick={onDone}>{t('back')}</Button>}>
      <p>{t('splitHint')}</p>
      {payers.map(({ userId, name }) => (
        <Radios<Home>
          key={userId}
          label={name}
          value={homes[userId] ?? 'none'}
          onChange={(home) => home !== '' && setHomes((now) => ({ ...now, [userId]: home }))}
          options={(['one', 'other', 'none'] as const).map((value) => ({ value, label: t(homeNames[value]) }))}
        />
      ))}
      {isHomeEmpty && <p role="alert">{t('eachHome')}</p>}
      <NumberField label={t('homeShare')} digits={0} required {...form.field('percent')} />
      {parts && <p aria-live="polite">{t('homeParts', { one: moneyText(parts[0]), other: moneyText(parts[1]) })}</p>}
      <Checkbox label={t('splitAll')} {...form.field('all')} />
    </Form>
  )
}
