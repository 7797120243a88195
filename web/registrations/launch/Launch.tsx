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
const typedOf = (dates: Dates) => ({
  launchDate: dates.launchDate ?? '',
  launchTime: dates.launchTime ?? '',
  closeDate: dates.closeDate ?? '',
  closeTime: dates.closeTime ?? '',
})
type Typed = ReturnType<typeof typedOf>
const datesOf = (typed: Typed): Dates => ({
  launchDate: typed.launchDate || null,
  launchTime: (typed.launchDate && typed.launchTime) || null,
  closeDate: typed.closeDate || null,
  closeTime: (typed.closeDate && typed.closeTime) || null,
})

/** Opening dates of a registration; launches, closes and reopens it. */
export function Launch({ details, summary }: { details: Details; summary: Summary }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const { registrationStatus: status, missing } = summary
  const { typed, type, clear, isChanged } = useTypedDates(registrationId, summary)
  const fields = useRef<HTMLDivElement>(null)
  const { busy, faults, saveDates, launch, close, reopen } = useLaunch({
    registrationId,
    revision: summary.revision,
    dates: datesOf(typed),
    done: clear,
  })
  /** An unreadable date would be sent as none, and the registration would stay open for good. */
  function ifRead(work: () => Promise<void>) {
    if (!hasUnread(fields.current)) void work()
  }
  const dateField = (name: 'launchDate' | 'closeDate') => ({
    value: typed[name],
    onChange: (value: string) => type({ ...typed, [name]: value }),
    fault: faults[name],
  })
  const timeField = (name: 'launchTime' | 'closeTime') => ({
    value: typed[name],
    onChange: (value: string) => type({ ...typed, [name]: value }),
  })
  const isDraft = status === 'DRAFT'
  return (
    <Card className={styles.part} aria-label={t('launch')}>
      <h2>{t('launch')}</h2>
      <p className={styles.about}>
        <Badge tone={statusTones[status]}>{t(status)}</Badge>
        <span>{t('zoneIs', { zone: details.organization.timezone })}</span>
      </p>
      <div ref={fields} className={styles.part}>
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
          <Button busy={busy} onClick={() => ifRead(saveDates)}>
            {isDraft ? t('saveDraft') : t('saveDates')}
          </Button>
        )}
        {isDraft && (
          <Button
            kind="primary"
            busy={busy}
            onClick={() => ifRead(launch)}
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
          <Button kind="primary" busy={busy} onClick={() => ifRead(reopen)}>
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
  const standing = typedOf(dates)
  const [typed, setTyped] = useState<Typed>(() => ({ ...standing, ...readDraft(draft) }))
  return {
    typed,
    type(next: Typed) {
      setTyped(next)
      keepDraft(draft, changedFields(standing, next))
    },
    clear: () => keepDraft(draft, {}),
    isChanged: Object.keys(changedFields(standing, typed)).length > 0,
  }
}

type Launching = { registrationId: string; revision: number; dates: Dates; done: () => void }
/** Saves the dates, launches, closes and reopens; faults are shown at the dates. */
function useLaunch({ registrationId, revision, dates, done }: Launching) {
  const t = useTexts('registrations', english)
  const config = useSWRConfig()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  async function act(work: () => Promise<unknown>, said: string): Promise<void> {
    setBusy(true)
    try {
      await work()
      done()
      setFaults({})
      showSnackbar({ text: said, tone: 'success' })
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
      act(
        () => callApi('POST /rest-api/registration/launch/{registrationId}/draft', { registrationId, body }, options),
        t('datesKept'),
      ),
    launch: () =>
      act(
        () => callApi('POST /rest-api/registration/launch/{registrationId}', { registrationId, body }, options),
        t('launched'),
      ),
    async close() {
      if (await confirm({ title: t('closeAsk'), lost: t('closeLost'), kept: t('closeKept'), yes: t('closeNow') }))
        await act(
          () => callApi('POST /rest-api/registration/launch/{registrationId}/close', { registrationId }, options),
          t('closed'),
        )
    },
    reopen() {
      const { closeDate, closeTime } = dates
      const input = { registrationId, body: { closeDate, closeTime } }
      return act(
        () => callApi('POST /rest-api/registration/launch/{registrationId}/reopen', input, options),
        t('reopened'),
      )
    },
  }
}
