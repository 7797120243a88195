import { useState } from 'react'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Chart } from '../kit/Chart.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { dateText, numberText } from '../kit/format.ts'
import { NumberField } from '../kit/NumberField.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { atLeast, atMost, check } from '#shared/rules/faults.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Subscriptions.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/payments/teams/{orgId}'
type Licences = AnswerOf<typeof READ>

/** Licences and their history, how many are used, and a form to reduce them. */
export function Seats({ orgId }: { orgId: string }) {
  const t = useTexts('subscriptions', english)
  const read = useApi(READ, { orgId }, { handles: ['failures'] })
  const [isChanging, setChanging] = useState(false)
  const denialReason = useWhyCannot()('canEditBilling', orgId)
  return (
    <Card aria-labelledby="seats">
      <h2 id="seats" className={styles.heading}>
        {t('seats')}
      </h2>
      <Loaded
        read={read}
        failed={t('seatsFailed')}
        skeleton={
          <Skeletons label={t('loadingBilling')}>
            <Skeleton height="180px" />
          </Skeletons>
        }
      >
        {(licences) => (
          <>
            <p>
              {t('seatsUsed', { used: licences.used, count: licences.given })}
              {licences.paid &&
                ` ${t('seatsPaid', { count: licences.paid.teams, date: dateText(licences.paid.until, 'UTC') })}`}
            </p>
            {licences.seats.length > 0 && (
              <Chart
                kind="line"
                label={t('seatsOverTime')}
                head={t('date')}
                rows={licences.seats.map(({ day, given, used }) => ({ name: dateText(day), values: { given, used } }))}
                series={[
                  { key: 'given', label: t('licenses'), color: 'primary' },
                  { key: 'used', label: t('usedTeams'), color: 'secondary' },
                ]}
                format={(value) => numberText(value)}
              />
            )}
            <div className={styles.actions}>
              <Button onClick={() => setChanging(true)} disabledReason={denialReason}>
                {t('changeSeats')}
              </Button>
            </div>
            <Dialog opened={isChanging} close={() => setChanging(false)} title={t('changeSeats')}>
              {isChanging && <ReduceLicencesForm orgId={orgId} licences={licences} close={() => setChanging(false)} />}
            </Dialog>
          </>
        )}
      </Loaded>
    </Card>
  )
}

function ReduceLicencesForm({
  orgId,
  licences: { given, used, paid },
  close,
}: {
  orgId: string
  licences: Licences
  close: () => void
}) {
  const t = useTexts('subscriptions', english)
  const maximum = Math.max(given, paid?.teams ?? 0)
  const minimum = Math.max(1, used)
  const { save } = useSave('POST /rest-api/payments/teams/{orgId}', {
    refreshes: [
      READ,
      'GET /rest-api/organization/billing/{orgId}',
      'GET /rest-api/payments/upcoming/invoices/{orgId}',
      'GET /api/v1/orgOverview/{orgId}',
    ],
    saved: t('seatsChanged'),
  })
  const form = useForm<{ teams: number | null }>({
    values: { teams: given },
    faults: ({ teams }) => ({
      teams: teams === null ? { code: 'required' } : check<number | null>(teams, atLeast(minimum), atMost(maximum)),
    }),
    async save({ teams }) {
      await save({ orgId, body: { teams: teams ?? given } })
      close()
    },
  })
  return (
    <Form of={form} submit={t('save')}>
      <p>{t('fewerWhat', { count: used })}</p>
      <p className={styles.muted}>{t('moreWhere')}</p>
      <NumberField
        label={t('licenses')}
        required
        hint={t('fromTo', { least: minimum, most: maximum })}
        {...form.field('teams')}
      />
    </Form>
  )
}
