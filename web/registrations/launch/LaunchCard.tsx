import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { type AnswerOf, ApiProblem, callApi } from '../../api.ts'
import { faultText } from '../../problems/faultText.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { confirm } from '../../kit/confirm.ts'
import { DateField } from '../../kit/DateField.tsx'
import { keepDraft, readDraft } from '../../kit/form/drafts.ts'
import { changedFields } from '../../kit/form/equality.ts'
import { hasUnread } from '../../kit/form/unread.ts'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { TimeField } from '../../kit/TimeField.tsx'
import { refresh } from '../../shell/useSave.ts'
import styles from '../Registrations.module.css'
import { statusTones } from '../statusTones.ts'
import { FamilyLink } from './FamilyLink.tsx'
import english from '../texts.en.json'
import type { Details } from '../answers.ts'

export const SUMMARY = 'GET /rest-api/registration/launch/{registrationId}/summary'
export type Summary = AnswerOf<typeof SUMMARY>

type Dates = Summary['dates']
const toTypedDates = (dates: Dates) => ({
  launchDate: dates.launchDate ?? '',
  launchTime: dates.launchTime ?? '',
  closeDate: dates.closeDate ?? '',
  closeTime: dates.closeTime ?? '',
})
type TypedDates = ReturnType<typeof toTypedDates>
const toDates = (typedDates: TypedDates): Dates => ({
  launchDate: typedDates.launchDate || null,
  launchTime: (typedDates.launchDate && typedDates.launchTime) || null,
  closeDate: typedDates.closeDate || null,
  closeTime: (typedDates.closeDate && typedDates.closeTime) || null,
})

/** Opening dates of a registration; launches, closes and reopens it. */
export function LaunchCard({ details, summary }: { details: Details; summary: Summary }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const { registrationStatus: status, missing } = summary
  const { typed: typedDates, setTypedDates, clearDraft, isChanged } = useTypedDates(registrationId, summary)
  const fieldsElement = useRef<HTMLDivElement>(null)
  const { busy, faults, saveDates, launch, close, reopen } = useLaunch({
    registrationId,
    revision: summary.revision,
    dates: toDates(typedDates),
    done: clearDraft,
  })
  /** An unreadable date would be sent as none, and the registration would stay open for good. */
  function runIfReadable(action: () => Promise<void>) {
    if (!hasUnread(fieldsElement.current)) void action()
  }
  const dateField = (name: 'launchDate' | 'closeDate') => ({
    value: typedDates[name],
    onChange: (value: string) => setTypedDates({ ...typedDates, [name]: value }),
    fault: faults[name],
  })
  const timeField = (name: 'launchTime' | 'closeTime') => ({
    value: typedDates[name],
    onChange: (value: string) => setTypedDates({ ...typedDates, [name]: value }),
  })
  const isDraft = status === 'DRAFT'
  return (
    <Card className={styles.part} aria-label={t('launch')}>
      <h2>{t('launch')}</h2>
      <p className={styles.about}>
        <Badge tone={statusTones[status]}>{t(status)}</Badge>
        <span>{t('zoneIs', { zone: details.organization.timezone })}</span>
      </p>
      <div ref={fieldsElement} className={styles.part}>
        {status !== 'CLOSED' && (
          <div className={styles.pair}>
            <DateField label={t('launchDate')} hint={t('launchDateHint')} {...dateField('launchDate')} />
            <TimeField label={t('launchTime')} {...timeField('launchTime')} />
          </div>
        )}
        <div className={styles.pair}>
          <DateField label={t('closeDate')} hint={t('closeDateHint')} {...dateField('closeDate')} />
          <TimeField label={t('closeTime')} {...timeField('closeTime')} />
        </div>
      </div>
      {isChanged && <p className={styles.muted}>{t('datesTyped')}</p>}
      <div className={styles.buttons}>
        {status !== 'CLOSED' && (
          <Button busy={busy} onClick={() => runIfReadable(saveDates)}>
            {isDraft ? t('saveDraft') : t('saveDates')}
          </Button>
        )}
        {isDraft && (
          <Button
            kind="primary"
            busy={busy}
            onClick={() => runIfReadable(launch)}
            {...(missing.some(({ at }) => at !== 'launchDate' && at !== 'closeDate') && {
              disabledReason: t('missingFirst'),
            })}
          >
            {t('launchNow')}
          </Button>
        )}
        {(status === 'OPEN' || status === 'SCHEDULED') && (
          <Button kind="danger" busy={busy} onClick={() => void close()}>
            {t('closeNow')}
          </Button>
        )}
        {status === 'CLOSED' && (
          <Button kind="primary" busy={busy} onClick={() => runIfReadable(reopen)}>
            {t('reopen')}
          </Button>
        )}
      </div>
      {(status === 'OPEN' || status === 'SCHEDULED') && <FamilyLink registrationId={registrationId} />}
    </Card>
  )
}

/** The dates as typed, kept as a draft because fixing what is missing leads to other steps and back. */
function useTypedDates(registrationId: string, { dates }: Summary) {
  const draft = `registration.dates.${registrationId}`
  const savedDates = toTypedDates(dates)
  const [typedDates, setTyped] = useState<TypedDates>(() => ({ ...savedDates, ...readDraft(draft) }))
  return {
    typed: typedDates,
    setTypedDates(next: TypedDates) {
      setTyped(next)
      keepDraft(draft, changedFields(savedDates, next))
    },
    clearDraft: () => keepDraft(draft, {}),
    isChanged: Object.keys(changedFields(savedDates, typedDates)).length > 0,
  }
}

type LaunchOptions = { registrationId: string; revision: number; dates: Dates; done: () => void }
/** Saves the dates, launches, closes and reopens; faults are shown at the dates. */
function useLaunch({ registrationId, revision, dates, done: onDone }: LaunchOptions) {
  const t = useTexts('registrations', english)
  const config = useSWRConfig()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  async function run(action: () => Promise<unknown>, successText: string): Promise<void> {
    setBusy(true)
    try {
      await action()
      onDone()
      setFaults({})
      showSnackbar({ text: successText, tone: 'success' })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setFaults(Object.fromEntries(error.faults.map((fault) => [fault.at, faultText(fault)])))
      showSnackbar({ text: problemText(error), tone: 'danger' })
    } finally {
      setBusy(false)
      refresh(config, SUMMARY)
      refresh(config, 'GET /rest-api/registration/step-details/{registrationId}')
      refresh(config, 'GET /rest-api/registration/list/{orgUnitId}')
    }
  }
  const options = { handles: ['failures', 'not_allowed'] } as const
  const body = { ...dates, revision }
  return {
    busy,
    faults,
    saveDates: () =>
      run(
        () => callApi('POST /rest-api/registration/launch/{registrationId}/draft', { registrationId, body }, options),
        t('datesKept'),
      ),
    launch: () =>
      run(
        () => callApi('POST /rest-api/registration/launch/{registrationId}', { registrationId, body }, options),
        t('launched'),
      ),
    async close() {
      if (await confirm({ title: t('closeAsk'), lost: t('closeLost'), kept: t('closeKept'), yes: t('closeNow') }))
        await run(
          () => callApi('POST /rest-api/registration/launch/{registrationId}/close', { registrationId }, options),
          t('closed'),
        )
    },
    reopen() {
      const { closeDate, closeTime } = dates
      const input = { registrationId, body: { closeDate, closeTime } }
      return run(
        () => callApi('POST /rest-api/registration/launch/{registrationId}/reopen', input, options),
        t('reopened'),
      )
    },
  }
}
