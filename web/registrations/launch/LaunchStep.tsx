import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { BuilderStep } from '#shared/rules/registrations/launch.ts'
import { type AnswerOf, ApiProblem, callApi, useApi } from '../../api.ts'
import { faultText } from '../../faultText.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { confirm } from '../../kit/confirm.ts'
import { DateField } from '../../kit/DateField.tsx'
import { keepDraft, readDraft } from '../../kit/form/drafts.ts'
import { changedFrom } from '../../kit/form/same.ts'
import { moneyText } from '../../kit/format.ts'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { TimeField } from '../../kit/TimeField.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { refresh } from '../../shell/useSave.ts'
import { ListSkeleton } from '../ListSkeleton.tsx'
import styles from '../Registrations.module.css'
import { statusTones } from '../statusTones.ts'
import { FamilyLink } from './FamilyLink.tsx'
import english from '../texts.en.json'
import type { FaultCode } from '#shared/problems.ts'
import type { Details } from '../answers.ts'

const SUMMARY = 'GET /rest-api/registration/launch/{registrationId}/summary'
type Summary = AnswerOf<typeof SUMMARY>

/** What the registration has become, what is missing, from when until when it is open, and its launch. */
export function LaunchStep({ details, go }: { details: Details; go: (step: BuilderStep) => void }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const read = useApi(SUMMARY, { registrationId }, { handles: ['failures'] })
  return (
    <Loaded read={read} skeleton={<ListSkeleton label={t('loading')} />} failed={t('summaryFailed')}>
      {(summary) => (
        <div className={styles.parts}>
          <Facts summary={summary} />
          {summary.missing.length > 0 && <MissingList missing={summary.missing} go={go} />}
          <Launch key={summary.registrationStatus} details={details} summary={summary} />
        </div>
      )}
    </Loaded>
  )
}

function Facts({ summary }: { summary: Summary }) {
  const t = useTexts('registrations', english)
  const facts: [string, string][] = [
    [
      t('options'),
      summary.options
        .map(({ name, priceInCents: cents }) => `${name}: ${cents === 0 ? t('free') : moneyText(cents)}`)
        .join(', ') || '–',
    ],
    [t('places'), summary.places === null ? t('unlimited') : String(summary.places)],
    [t('whoMay'), summary.isInviteOnly ? t('onlyInvited') : t('everybody')],
    [t('questions'), String(summary.questions)],
    [t('step_add-ons'), String(summary.addOns)],
    [t('step_promo-codes'), String(summary.promoCodes)],
    [t('step_installments'), summary.installments === 0 ? t('atOnce') : t('inParts', { count: summary.installments })],
    [t('tags'), summary.tags.join(', ') || '–'],
  ]
  return (
    <Card className={styles.part} aria-label={t('step_launch')}>
      <h2>{summary.name || t('untitled')}</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

type MissingProps = { missing: Summary['missing']; go: (step: BuilderStep) => void }

function MissingList({ missing, go }: MissingProps) {
  const t = useTexts('registrations', english)
  return (
    <Card className={styles.part} aria-label={t('missing')}>
      <h2>{t('missing')}</h2>
      <ul className={styles.list}>
        {missing.map(({ step, at, code, limit }) => (
          <li key={`${step} ${at}`} className={styles.row}>
            <span className={styles.what}>
              <span className={styles.name}>{t(`step_${step}`)}</span>
              <span>
                {placeText(at)} {faultText({ code: code as FaultCode, ...(limit !== null && { limit }) })}
              </span>
            </span>
            <Button aria-label={t('mend', { step: t(`step_${step}`) })} onClick={() => go(step)}>
              {t('goThere')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )

  /** What a place is called: `options.0.name` is the first option. */
  function placeText(at: string): string {
    const [head = '', index] = at.split('.')
    const names: Record<string, string> = {
      name: t('registrationName'),
      options: t('options'),
      questions: t('questions'),
      addOns: t('step_add-ons'),
      items: t('step_installments'),
      launchDate: t('launchDate'),
      closeDate: t('closeDate'),
      earlyBird: t('early'),
    }
    const name = names[head]
    if (name === undefined) return ''
    return index !== undefined && /^\d+$/.test(index) ? `${name} ${Number(index) + 1}:` : `${name}:`
  }
}

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

function Launch({ details, summary }: { details: Details; summary: Summary }) {
  const t = useTexts('registrations', english)
  const config = useSWRConfig()
  const { registrationId } = details
  const { registrationStatus: status, revision, missing } = summary
  // What is missing leads to other steps and back: the dates that were typed are found again.
  const draft = `registration.dates.${registrationId}`
  const standing = typedOf(summary.dates)
  const [typed, setTyped] = useState<Typed>(() => ({ ...standing, ...readDraft(draft) }))
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)

  function type(next: Typed) {
    setTyped(next)
    keepDraft(draft, changedFrom(standing, next))
  }
  async function act(work: () => Promise<unknown>, said: string) {
    setBusy(true)
    try {
      await work()
      keepDraft(draft, {})
      setFaults({})
      showSnackbar({ text: said, tone: 'success' })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setFaults(Object.fromEntries((error.faults ?? []).map((fault) => [fault.at, faultText(fault)])))
      showSnackbar({ text: problemText(error), tone: 'danger' })
    } finally {
      setBusy(false)
      refresh(config, SUMMARY)
      refresh(config, 'GET /rest-api/registration/step-details/{registrationId}')
      refresh(config, 'GET /rest-api/registration/list/{orgUnitId}')
    }
  }
  const options = { handles: ['failures', 'not_allowed'] } as const
  const body = { ...datesOf(typed), revision }
  const saveDates = () =>
    callApi('POST /rest-api/registration/launch/{registrationId}/draft', { registrationId, body }, options)
  const launch = () => callApi('POST /rest-api/registration/launch/{registrationId}', { registrationId, body }, options)
  const close = () => callApi('POST /rest-api/registration/launch/{registrationId}/close', { registrationId }, options)
  const reopen = () => {
    const { closeDate, closeTime } = datesOf(typed)
    const input = { registrationId, body: { closeDate, closeTime } }
    return callApi('POST /rest-api/registration/launch/{registrationId}/reopen', input, options)
  }
  async function closeAsked() {
    if (await confirm({ title: t('closeAsk'), lost: t('closeLost'), kept: t('closeKept'), yes: t('closeNow') }))
      await act(close, t('closed'))
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
      {Object.keys(changedFrom(standing, typed)).length > 0 && <p className={styles.muted}>{t('datesTyped')}</p>}
      <div className={styles.buttons}>
        {status !== 'CLOSED' && (
          <Button busy={busy} onClick={() => void act(saveDates, t('datesKept'))}>
            {isDraft ? t('saveDraft') : t('saveDates')}
          </Button>
        )}
        {isDraft && (
          <Button
            kind="primary"
            busy={busy}
            onClick={() => void act(launch, t('launched'))}
            {...(missing.some(({ at }) => at !== 'launchDate' && at !== 'closeDate') && {
              disabledReason: t('missingFirst'),
            })}
          >
            {t('launchNow')}
          </Button>
        )}
        {(status === 'OPEN' || status === 'SCHEDULED') && (
          <Button kind="danger" busy={busy} onClick={() => void closeAsked()}>
            {t('closeNow')}
          </Button>
        )}
        {status === 'CLOSED' && (
          <Button kind="primary" busy={busy} onClick={() => void act(reopen, t('reopened'))}>
            {t('reopen')}
          </Button>
        )}
      </div>
      {(status === 'OPEN' || status === 'SCHEDULED') && <FamilyLink registrationId={registrationId} />}
    </Card>
  )
}
