import { reminderDays } from '#shared/rules/fees.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { change, useSave } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import styles from './Payments.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/fee/reminders/{orgId}'

/** Days relative to the due date on which the club sends reminders automatically; changes take effect at once. */
export function AutoReminders({ orgId, opened, close }: { orgId: string; opened: boolean; close: () => void }) {
  const t = useTexts('money', english)
  return (
    <Dialog opened={opened} close={close} title={t('autoReminders')}>
      {opened && <ReminderDays orgId={orgId} />}
    </Dialog>
  )
}

function ReminderDays({ orgId }: { orgId: string }) {
  const t = useTexts('money', english)
  const limitReason = useWhyLimited(orgId)
  const read = useApi(READ, { orgId }, { handles: ['failures'] })
  const { save } = useSave('PUT /rest-api/fee/reminders/{orgId}', {
    optimistic: ({ body }) => [change(READ, { orgId }, () => body)],
    failed: t('saveFailed'),
  })
  return (
    <Loaded read={read} skeleton={<RowSkeletons label={t('loading')} rows={5} />} failed={t('remindersFailed')}>
      {({ days }) => (
        <div className={styles.page}>
          <p>{t('autoRemindersHint')}</p>
          {limitReason && <Notice tone="warning">{t('remindersRest')}</Notice>}
          {reminderDays.map((day) => (
            <Checkbox
              key={day}
              label={
                day === 0 ? t('onTheDay') : day < 0 ? t('daysBefore', { count: -day }) : t('daysAfter', { count: day })
              }
              value={days.includes(day)}
              // The line above gives the reason.
              disabledReason={limitReason && ''}
              onChange={(on) => {
                const nextDays = on ? [...days, day].toSorted((a, b) => a - b) : days.filter((each) => each !== day)
                void save({ orgId, body: { days: nextDays } })
              }}
            />
          ))}
        </div>
      )}
    </Loaded>
  )
}
