import { useState } from 'react'
import { promotionCode } from '#shared/rules/promotions.ts'
import { check, longest, required, type ValueFault } from '#shared/rules/faults.ts'
import { reasonFault, reasonLimit } from '#shared/rules/staff.ts'
import { durations } from '#shared/rules/subscriptions.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { dateText, moneyText, numberText, percentText } from '../kit/format.ts'
import { Menu } from '../kit/Menu.tsx'
import { NumberField } from '../kit/NumberField.tsx'
import { Select } from '../kit/Select.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { StaffActionLog } from './StaffActionLog.tsx'
import styles from './Staff.module.css'
import { ReportLinks, salesRoles, StaffScreen } from './StaffScreen.tsx'
import english from './texts.en.json'
import { ReportSkeleton } from './UsersScreen.tsx'

const LIST = 'GET /rest-api/staff/promotions'
type Promotion = AnswerOf<typeof LIST>['promotions'][number]

/** Promotion codes for subscriptions. */
export default function PromotionsScreen() {
  const t = useTexts('staff', english)
  const [isCreating, setCreating] = useState(false)
  return (
    <StaffScreen
      title={t('promotions')}
      roles={salesRoles}
      actions={<Button onClick={() => setCreating(true)}>{t('newPromotion')}</Button>}
    >
      <ReportLinks />
      <Promotions />
      <Dialog opened={isCreating} close={() => setCreating(false)} title={t('newPromotion')}>
        {isCreating && <NewPromotionForm close={() => setCreating(false)} />}
      </Dialog>
    </StaffScreen>
  )
}

function Promotions() {
  const t = useTexts('staff', english)
  const read = useApi(LIST, {}, { handles: ['failures'] })
  const [endedPromotion, setEndedPromotion] = useState<Promotion>()
  const toDiscountText = ({ percentOff, amountOff }: Promotion) =>
    percentOff === null ? moneyText(amountOff ?? 0) : percentText(percentOff / 100)
  const columns: Column<Promotion>[] = [
    { key: 'code', head: t('code'), width: 'minmax(0, 1fr)', cell: ({ code }) => code },
    { key: 'off', head: t('off'), width: '8em', cell: toDiscountText },
    {
      key: 'lasts',
      head: t('lasts'),
      width: 'minmax(0, 1fr)',
      cell: ({ duration, months }) => t(`lasts_${duration}`, { count: months ?? 0 }),
    },
    {
      key: 'usedTimes',
      head: t('usedTimes'),
      width: '7em',
      cell: ({ used, most }) => (most === null ? numberText(used) : `${numberText(used)} / ${numberText(most)}`),
    },
    {
      key: 'until',
      head: t('until'),
      width: 'minmax(0, 1fr)',
      cell: ({ active, until }) => (active ? (until ? dateText(until) : t('noEnd')) : t('isOver')),
    },
  ]
  return (
    <Loaded
      read={read}
      failed={t('reportFailed')}
      skeleton={<ReportSkeleton />}
      empty={{
        when: ({ promotions, deeds }) => promotions.length === 0 && deeds.length === 0,
        show: <EmptyState title={t('noPromotions')} hint={t('noPromotionsHint')} />,
      }}
    >
      {({ promotions, deeds }) => (
        <>
          <Table
            label={t('promotions')}
            rows={promotions}
            columns={columns}
            keyOf={({ id }) => id}
            nameOf={({ code }) => code}
            actions={(row) =>
              row.active && (
                <Menu
                  about={row.code}
                  items={[{ label: t('endPromotion'), danger: true, run: () => setEndedPromotion(row) }]}
                />
              )
            }
          />
          <StaffActionLog staffActions={deeds} />
          <Dialog
            opened={endedPromotion !== undefined}
            close={() => setEndedPromotion(undefined)}
            title={t('endPromotionTitle', { code: endedPromotion?.code ?? '' })}
          >
            {endedPromotion && (
              <EndPromotionForm promotion={endedPromotion} close={() => setEndedPromotion(undefined)} />
            )}
          </Dialog>
        </>
      )}
    </Loaded>
  )
}

function EndPromotionForm({ promotion: { id }, close }: { promotion: Promotion; close: () => void }) {
  const t = useTexts('staff', english)
  const endingPromotion = useSave('POST /rest-api/staff/promotions/end', {
    refreshes: [LIST],
    saved: t('promotionEnded'),
  })
  const form = useForm({
    values: { reason: '' },
    faults: ({ reason }) => ({ reason: reasonFault(reason) }),
    async save({ reason }) {
      await endingPromotion.save({ body: { promotionId: id, reason } })
      close()
    },
  })
  return (
    <Form of={form} submit={t('endPromotion')}>
      <p className={styles.hint}>{t('endPromotionHint')}</p>
      <TextArea label={t('reason')} required limit={reasonLimit} {...form.field('reason')} />
    </Form>
  )
}

const findRangeFault = (value: number | null, low: number, high: number): ValueFault | undefined => {
  if (value === null) return { code: 'required' }
  if (value < low) return { code: 'too_small', limit: low }
  return value > high ? { code: 'too_great', limit: high } : undefined
}

type PromotionValues = {
  code: string
  takes: 'percent' | 'amount' | ''
  off: number | null
  duration: Promotion['duration'] | ''
  months: number | null
  reason: string
}
const emptyPromotion: PromotionValues = {
  code: '',
  takes: 'percent',
  off: null,
  duration: 'once',
  months: null,
  reason: '',
}

function NewPromotionForm({ close }: { close: () => void }) {
  const t = useTexts('staff', english)
  const creating = useSave('POST /rest-api/staff/promotions', { refreshes: [LIST], saved: t('promotionMade') })
  const form = useForm({
    values: emptyPromotion,
    faults: ({ code, takes, off, duration, months, reason }) => ({
      code:
        check(code, required, longest(24)) ??
        (promotionCode.test(code.trim().toUpperCase()) ? undefined : { code: 'invalid' }),
      off: takes === 'percent' ? findRangeFault(off, 1, 100) : findRangeFault(off, 1, 10_000),
      months: duration === 'repeating' ? findRangeFault(months, 1, 36) : undefined,
      reason: reasonFault(reason),
    }),
    async save({ code, takes, off, duration, months, reason }) {
      await creating.save({
        body: {
          code: code.trim().toUpperCase(),
          ...(takes === 'percent' ? { percentOff: off ?? 0 } : { amountOff: Math.round((off ?? 0) * 100) }),
          duration: duration || 'once',
          ...(duration === 'repeating' && { months: months ?? 1 }),
          reason,
        },
      })
      close()
    },
  })
  const isPercent = form.values.takes === 'percent'
  return (
    <Form of={form} submit={t('makePromotion')}>
      <Field label={t('code')} hint={t('codeHint')} required autoComplete="off" {...form.field('code')} />
      <div className={styles.filters}>
        <Select
          label={t('takes')}
          options={[
            { value: 'percent', label: t('takes_percent') },
            { value: 'amount', label: t('takes_amount') },
          ]}
          {...form.field('takes')}
        />
        <NumberField label={t('off')} required digits={isPercent ? 0 : 2} {...form.field('off')} />
      </div>
      <div className={styles.filters}>
        <Select
          label={t('lasts')}
          options={durations.map((each) => ({
            value: each,
            label: t(`duration_${each}`),
          }))}
          {...form.field('duration')}
        />
        {form.values.duration === 'repeating' && <NumberField label={t('months')} required {...form.field('months')} />}
      </div>
      <TextArea label={t('reason')} required limit={reasonLimit} {...form.field('reason')} />
    </Form>
  )
}
