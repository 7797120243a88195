import { useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { Stepper } from '../kit/Stepper.tsx'
import { useLeaveGuard } from '../kit/useLeaveGuard.ts'
import { clearInput, moveArrivedInput, findDraftWithInput } from './storedInputs.ts'
import { DetailsStep } from './DetailsStep.tsx'
import type { Family, OpenRegistration } from './formValues.ts'
import styles from './Register.module.css'
import { Registered } from './Registered.tsx'
import { SummaryStep } from './SummaryStep.tsx'
import english from './texts.en.json'

type Step = { at: 'details'; draft?: string } | { at: 'summary' } | { at: 'done' }

/** The step stored in a history entry. */
const readStep = (state: unknown) => (state as { step?: Step } | null)?.step

type StepsProps = {
  registration: OpenRegistration
  signer?: { firstName: string; lastName: string }
  family: Family
  isOffline: boolean
  refetch: () => Promise<unknown>
}
/** The steps of a registration: details, summary, and who is registered. */
export function Steps({ registration, signer, family, isOffline, refetch }: StepsProps) {
  const t = useTexts('register', english)
  const { drafts, registered } = family
  const { playerId } = useParams()
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [offlineStep] = useState<Step | undefined>(() => {
    // Offline, only the details being filled in are available.
    const typedDraft = isOffline && findDraftWithInput(registration.id, drafts)
    return isOffline ? { at: 'details', ...(typedDraft && { draft: typedDraft.registrationPlayerId }) } : undefined
  })
  const isNewFamily = drafts.length === 0 && registered.length === 0
  const storedStep = readStep(state)
  // Submitted players can no longer be edited, and an empty summary gives way to the registered players.
  const isAlreadySubmitted =
    storedStep?.at === 'details' &&
    registered.some((each) => each.registrationPlayerId === storedStep.draft && each.state !== 'cancelled')
  const isSummaryEmpty = storedStep?.at === 'summary' && drafts.length === 0 && registered.length > 0
  const initialStep: Step =
    offlineStep ?? (isNewFamily || !signer ? { at: 'details' } : drafts.length > 0 ? { at: 'summary' } : { at: 'done' })
  const step: Step = isSummaryEmpty ? { at: 'done' } : isAlreadySubmitted || !storedStep ? initialStep : storedStep
  const doneStep = { key: 'done', label: t('stepDone'), done: step.at === 'done' }
  const steps = [
    { key: 'details', label: t('stepDetails'), done: drafts.length > 0 || step.at === 'done' },
    { key: 'summary', label: t('stepSummary'), done: step.at === 'done' },
    doneStep,
  ]
  // Includes the details of players who have lost their place since.
  const editableDrafts = [...drafts, ...registered.flatMap((each) => each.filled ?? [])]
  const draft =
    step.at === 'details' ? editableDrafts.find((each) => each.registrationPlayerId === step.draft) : undefined
  const [runningUploads, setRunningUploads] = useState(0)
  useLeaveGuard(runningUploads > 0, t('fileLeaveLost'))
  const topElement = useRef<HTMLDivElement>(null)
  const storeStep = async (at: Step, replace: boolean) =>
    navigate({ pathname, search }, { replace, state: { ...(state as object | null), step: at } })
  /**
   * Goes to a step and moves scroll position and focus to its top. Back leads to the previous step, or to `from` if that one
   * was about another child.
   */
  const goToStep = async (target: Step, from: Step = step) => {
    // Before another form reads its draft: details that arrived without a response must not be used for another child.
    if (target.at === 'details') moveArrivedInput(registration.id, drafts)
    await storeStep(from, true)
    await storeStep(target, false)
    topElement.current?.focus()
  }
  /** Leaving the step aborts running uploads, so it asks first. */
  async function leaveStep(target: () => void) {
    const question = { title: t('fileLeave'), lost: t('fileLeaveLost'), kept: null, yes: t('leaveStep'), no: t('stay') }
    if (runningUploads === 0 || (await confirm(question))) target()
  }
  return (
    <>
      {/* No snapshot is kept of what was filled in, nor of what follows from it. */}
      <div
        ref={topElement}
        tabIndex={-1}
        className={styles.top}
        {...(step.at === 'summary' && { 'data-unpictured': '' })}
      >
        <Stepper
          label={t('steps')}
          steps={steps}
          current={step.at}
          go={(key) =>
            void leaveStep(() => {
              const [lastDraft] = drafts.toReversed()
              if (key === 'details')
                void goToStep(lastDraft ? { at: 'details', draft: lastDraft.registrationPlayerId } : { at: 'details' })
              else if (key === 'summary') void goToStep({ at: 'summary' })
            })
          }
        />
      </div>
      {step.at === 'details' && (
        <DetailsStep
          key={step.draft ?? 'new'}
          registration={registration}
          signer={signer}
          family={family}
          draft={draft}
          isAway={isOffline}
          runningUploads={runningUploads}
          onUploadChange={(more) => setRunningUploads((before) => before + more)}
          playerId={playerId}
          {...(drafts.length > 0 && {
            onBack: () =>
              void leaveStep(() => {
                // The details may have arrived without a response.
                void refetch()
                void goToStep({ at: 'summary' })
              }),
          })}
          onSaved={async (id) => {
            await refetch()
            await goToStep({ at: 'summary' }, { at: 'details', draft: id })
          }}
        />
      )}
      {step.at === 'summary' && (
        <SummaryStep
          registration={registration}
          onEdit={(id) => void goToStep({ at: 'details', draft: id })}
          onAdd={() => void goToStep({ at: 'details' })}
          refetch={refetch}
          onRemoved={(id) => clearInput(registration.id, id)}
          onSubmitted={async (ids) => {
            for (const id of ids) clearInput(registration.id, id)
            // The remaining players have a full option and go on the waiting list next. The browser may be leaving for the
            // payment page, so its history is left alone.
            await refetch()
            topElement.current?.focus()
          }}
        />
      )}
      <Registered
        registration={registration}
        registered={registered}
        refetch={refetch}
        onRegisterAgain={(id) => void leaveStep(() => void goToStep({ at: 'details', draft: id }))}
      />
      {step.at === 'done' && (
        <Button
          kind={registered.length === 0 ? 'primary' : 'plain'}
          wide
          onClick={() => void goToStep({ at: 'details' })}
        >
          {t('registerAnother')}
        </Button>
      )}
    </>
  )
}
