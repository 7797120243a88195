import type { BuilderStep } from '#shared/rules/registrations/launch.ts'
import { useApi } from '../../api.ts'
import { faultText } from '../../problems/faultText.ts'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { moneyText } from '../../kit/format.ts'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import styles from '../Registrations.module.css'
import { LaunchCard, SUMMARY, type Summary } from './LaunchCard.tsx'
import english from '../texts.en.json'
import type { FaultCode } from '#shared/problems.ts'
import type { Details } from '../answers.ts'

/** State of the registration, what is missing, its opening dates, and its launch. */
export function LaunchStep({ details, goToStep }: { details: Details; goToStep: (step: BuilderStep) => void }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const read = useApi(SUMMARY, { registrationId }, { handles: ['failures'] })
  return (
    <Loaded read={read} skeleton={<RowSkeletons label={t('loading')} height="64px" />} failed={t('summaryFailed')}>
      {(summary) => (
        <div className={styles.parts}>
          <SummaryFacts summary={summary} />
          {summary.missing.length > 0 && <MissingList missing={summary.missing} goToStep={goToStep} />}
          <LaunchCard key={summary.registrationStatus} details={details} summary={summary} />
        </div>
      )}
    </Loaded>
  )
}

function SummaryFacts({ summary }: { summary: Summary }) {
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

type MissingProps = { missing: Summary['missing']; goToStep: (step: BuilderStep) => void }

function MissingList({ missing, goToStep }: MissingProps) {
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
                {pathText(at)} {faultText({ code: code as FaultCode, ...(limit !== null && { limit }) })}
              </span>
            </span>
            <Button aria-label={t('mend', { step: t(`step_${step}`) })} onClick={() => goToStep(step)}>
              {t('goThere')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )

  /** Name of a path: `options.0.name` is the first option. */
  function pathText(at: string): string {
    const [root = '', index] = at.split('.')
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
    const name = names[root]
    if (name === undefined) return ''
    return index !== undefined && /^\d+$/.test(index) ? `${name} ${Number(index) + 1}:` : `${name}:`
  }
}
