import { type ReactNode, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { type BuilderStep, builderSteps } from '#shared/rules/registrations/launch.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Link } from '../kit/Link.tsx'
import { classes } from '../kit/classes.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { ChevronLeftIcon } from '../kit/icons.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Tabs } from '../kit/Tabs.tsx'
import { useMediaQuery } from '../kit/useMediaQuery.ts'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { Details, SetupHead } from './answers.ts'
import { AddOnsStep } from './addOns/AddOnsStep.tsx'
import { InstallmentsStep } from './installments/InstallmentsStep.tsx'
import { InvitationsStep } from './invitations/InvitationsStep.tsx'
import { LaunchStep } from './launch/LaunchStep.tsx'
import { NotificationsStep } from './notifications/NotificationsStep.tsx'
import { Preview } from './Preview.tsx'
import { PromoCodesStep } from './promoCodes/PromoCodesStep.tsx'
import styles from './Registrations.module.css'
import { statusTones } from './statusTones.ts'
import { SetupStep } from './setup/SetupStep.tsx'
import { TagsStep } from './tags/TagsStep.tsx'
import { TrackStep } from './track/TrackStep.tsx'
import english from './texts.en.json'

const DETAILS = 'GET /rest-api/registration/step-details/{registrationId}'

/** The editor of a team's or event's registration, from setup to tracking: nine steps, in any order. */
export default function BuilderScreen() {
  const t = useTexts('registrations', english)
  const { id: registrationId = '', orgId = '', teamId } = useParams()
  const denialReason = useWhyCannot()('canManageRegistration', registrationId)
  const read = useApi(DETAILS, denialReason === undefined ? { registrationId } : undefined, { handles: ['failures'] })
  const { data } = read
  // On phones the screen's actions are at the bottom, where each step has its own button.
  const isPhone = useMediaQuery('(max-width: 639.98px)')
  const listPath = paths.registrations({ orgId, teamId })
  return (
    <Screen
      title={data ? data.setup.name || t('untitled') : t('registration')}
      width="full"
      actions={!isPhone && <ButtonLink to={listPath}>{t('toList')}</ButtonLink>}
    >
      {denialReason === undefined ? (
        <Loaded read={read} skeleton={<RowSkeletons label={t('loading')} height="64px" />} failed={t('oneFailed')}>
          {(details) => (
            <Steps key={details.registrationId} details={details} listPath={isPhone ? listPath : undefined} />
          )}
        </Loaded>
      ) : (
        denialReason !== '' && <EmptyState title={t('notYours')} hint={denialReason} />
      )}
    </Screen>
  )
}

/** `listPath`: link to the list, if the screen's actions do not have it. */
function Steps({ details, listPath }: { details: Details; listPath: string | undefined }) {
  const t = useTexts('registrations', english)
  const [query, setQuery] = useSearchParams()
  const stepParam = query.get('step')
  const step = builderSteps.find((each) => each === stepParam) ?? 'setup'
  const showStep = (next: BuilderStep) => setQuery({ step: next }, { replace: true })
  const isWide = useMediaQuery('(min-width: 1200px)')
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const [typedHead, setTypedHead] = useState<SetupHead>()
  const head = step === 'setup' && typedHead ? typedHead : details.setup
  const showsPreview = step !== 'track' && step !== 'invitations' && step !== 'notifications'
  const nextStep = builderSteps[builderSteps.indexOf(step) + 1]
  const topElement = useRef<HTMLParagraphElement>(null)
  // Moves scroll position and focus to the top of the next step.
  function goToStep(to: BuilderStep) {
    showStep(to)
    topElement.current?.focus()
  }
  const next = nextStep ? () => goToStep(nextStep) : undefined
  const { registrationStatus: status, orgUnit, registrationType } = details
  const renderers: Record<BuilderStep, () => ReactNode> = {
    setup: () => <SetupStep details={details} next={next} onTyping={setTypedHead} />,
    tags: () => <TagsStep details={details} next={next} />,
    'promo-codes': () => <PromoCodesStep details={details} next={next} />,
    installments: () => <InstallmentsStep details={details} next={next} />,
    'add-ons': () => <AddOnsStep details={details} next={next} />,
    invitations: () => <InvitationsStep details={details} next={next} />,
    notifications: () => <NotificationsStep details={details} next={next} />,
    launch: () => <LaunchStep details={details} goToStep={goToStep} />,
    track: () => <TrackStep details={details} />,
  }
  const preview = isWide && showsPreview ? <Preview details={details} head={head} /> : undefined
  return (
    <>
      <p ref={topElement} tabIndex={-1} className={classes(styles.about, styles.top)}>
        {listPath && (
          <Link to={listPath} className={styles.back} aria-label={t('toList')} title={t('toList')}>
            <ChevronLeftIcon />
          </Link>
        )}
        <Badge tone={statusTones[status]}>{t(status)}</Badge>
        <span className={styles.unit}>{t('aboutOf', { type: t(registrationType), unit: orgUnit.name })}</span>
        {!isWide && showsPreview && (
          <Button kind="quiet" flush onClick={() => setPreviewOpen(true)}>
            {t('preview')}
          </Button>
        )}
      </p>
      <Tabs
        label={t('steps')}
        value={step}
        onChange={showStep}
        tabs={builderSteps.map((value, i) => ({
          value,
          label: `${i + 1}. ${t(`step_${value}`)}`,
          content:
            value === step ? (
              <StepWithPreview preview={preview} isWide={step === 'track'}>
                {renderers[value]()}
              </StepWithPreview>
            ) : null,
        }))}
      />
      <Dialog opened={isPreviewOpen} close={() => setPreviewOpen(false)} title={t('preview')} shape="drawer">
        {isPreviewOpen && <Preview details={details} head={head} />}
      </Dialog>
    </>
  )
}

type StepWithPreviewProps = { preview: ReactNode | undefined; isWide: boolean; children: ReactNode }
/** A step, with the families' preview beside it if there is room. */
function StepWithPreview({ preview, isWide, children }: StepWithPreviewProps) {
  const t = useTexts('registrations', english)
  if (preview === undefined) return <div className={isWide ? styles.wide : styles.alone}>{children}</div>
  return (
    <div className={styles.beside}>
      <div className={styles.steps}>{children}</div>
      <aside className={styles.preview} aria-label={t('preview')}>
        {preview}
      </aside>
    </div>
  )
}
