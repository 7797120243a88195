import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { reasonFault, reasonLimit } from '#shared/rules/staff.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge, Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { dateText, dateTimeText, readerZone } from '../kit/format.ts'
import { Select } from '../kit/Select.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { StaffActionLog } from './StaffActionLog.tsx'
import styles from './Staff.module.css'
import { salesRoles, StaffScreen } from './StaffScreen.tsx'
import english from './texts.en.json'
import { ReportSkeleton } from './UsersScreen.tsx'

const READ = 'GET /rest-api/staff/subscription/{orgId}'
type Club = AnswerOf<typeof READ>

/** A club for the product's staff: what it has bought, and its trial period. */
export default function ClubScreen() {
  const t = useTexts('staff', english)
  const { orgId = '' } = useParams()
  const read = useApi(READ, { orgId }, { handles: ['failures'] })
  return (
    <StaffScreen title={read.data?.club.name || t('club')} roles={salesRoles}>
      <Loaded read={read} failed={t('clubFailed')} skeleton={<ReportSkeleton />}>
        {(club) => (
          <>
            <SubscriptionCard club={club} />
            <StaffActionLog staffActions={club.deeds} />
          </>
        )}
      </Loaded>
    </StaffScreen>
  )
}

function SubscriptionCard({ club: { club, licences, subscription, trialEnds } }: { club: Club }) {
  const t = useTexts('staff', english)
  const [isExtending, setExtending] = useState(false)
  const disabledProps = trialEnds.length === 0 ? { disabledReason: t('noFreePeriod') } : {}
  return (
    <Card aria-label={t('subscription')}>
      <h2 className={styles.title}>{t('subscription')}</h2>
      {club.limited && <Notice tone="warning">{t('isLimited')}</Notice>}
      {subscription ? (
        <>
          <p>
            <Badge>{t(`status_${subscription.status}`)}</Badge> {t(`plan_${subscription.plan}`)}
          </p>
          {subscription.trialEnd && <p>{t('freeUntil', { day: dateText(subscription.trialEnd) })}</p>}
          {subscription.periodEnd && !subscription.trialEnd && (
            <p>{t('paidUntil', { day: dateText(subscription.periodEnd, 'UTC') })}</p>
          )}
          {subscription.endsAt && <p>{t('endsOn', { day: dateText(subscription.endsAt, 'UTC') })}</p>}
          {subscription.graceUntil && (
            <p>{t('graceUntil', { when: dateTimeText(subscription.graceUntil, readerZone()) })}</p>
          )}
          {subscription.hasPromotion && <p>{t('hasPromotion')}</p>}
        </>
      ) : (
        <p className={styles.hint}>{t('noSubscription')}</p>
      )}
      <p>{t('teamsOf', { used: licences.used, given: licences.given })}</p>
      <div className={styles.tools}>
        <Button onClick={() => setExtending(true)} {...disabledProps}>
          {t('extendTrial')}
        </Button>
      </div>
      <Dialog opened={isExtending} close={() => setExtending(false)} title={t('extendTitle')}>
        {isExtending && <ExtendTrialForm orgId={club.id} days={trialEnds} close={() => setExtending(false)} />}
      </Dialog>
    </Card>
  )
}

/** A reason is required first, and is logged. */
function ExtendTrialForm({ orgId, days, close }: { orgId: string; days: readonly string[]; close: () => void }) {
  const t = useTexts('staff', english)
  const extending = useSave('PUT /rest-api/staff/subscription/{orgId}/trial', {
    refreshes: [READ],
    saved: ({ trialEnd }) => t('freeUntil', { day: dateText(trialEnd) }),
  })
  const form = useForm({
    values: { trialEnd: days[0] ?? '', reason: '' },
    faults: ({ reason }) => ({ reason: reasonFault(reason) }),
    async save(body) {
      await extending.save({ orgId, body })
      close()
    },
  })
  return (
    <Form of={form} submit={t('extendTrial')}>
      <p className={styles.hint}>{t('extendHint')}</p>
      <Select
        label={t('freeUntilLabel')}
        options={days.map((day) => ({ value: day, label: dateText(day) }))}
        {...form.field('trialEnd')}
      />
      <TextArea label={t('reason')} required limit={reasonLimit} {...form.field('reason')} />
    </Form>
  )
}
