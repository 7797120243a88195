import { useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { Stepper } from '../kit/Stepper.tsx'
import { useLeaveGuard } from '../kit/useLeaveGuard.ts'
import { forgetTyped, settle, typedOf } from './carry.ts'
import { DetailsStep } from './DetailsStep.tsx'
import type { Family, Head } from './filled.ts'
import styles from './Register.module.css'
import { Registered } from './Registered.tsx'
import { SummaryStep } from './SummaryStep.tsx'
import english from './texts.en.json'

type Step = { at: 'details'; draft?: string } | { at: 'summary' } | { at: 'done' }

/** The step stored in a history entry. */
const stepIn = (state: unknown) => (state as { step?: Step } | null)?.step

type StepsProps = {
  head: Head
  signer?: { firstName: string; lastName: string }
  family: Family
  isAway: boolean
  reread: () => Promise<unknown>
}
/** The steps of a registration: details, summary, and who is registered. */
export function Steps({ head, signer, family, isAway, reread }: StepsProps) {
  const t = useTexts('register', english)
  const { drafts, registered } = family
  const { playerId } = useParams()
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [first] = useState<Step | undefined>(() => {
    // Offline, only the details being filled in are available.
    const typed = isAway && typedOf(head.id, drafts)
    return isAway ? { at: 'details', ...(typed && { draft: typed.registrationPlayerId }) } : undefined
  })
  const isFirst = drafts.length === 0 && registered.length === 0
  const kept = stepIn(state)
  // Submitted players can no longer be edited, and an empty summary gives way to the registered players.
  const isSent =
    kept?.at === 'details' &&
    registered.some((each) => each.registrationPlayerId === kept.draft && each.state !== 'cancelled')
  const isOver = kept?.at === 'summary' && drafts.length === 0 && registered.length > 0
  const begun: Step =
    first ?? (isFirst || !signer ? { at: 'details' } : drafts.length > 0 ? { at: 'summary' } : { at: 'done' })
  const step: Step = isOver ? { at: 'done' } : isSent || !kept ? begun : kept
  const done = { key: 'done', label: t('stepDone'), done: step.at === 'done' }
  const steps = [
    { key: 'details', label: t('stepDetails'), done: drafts.length > 0 || step.at === 'done' },
    { key: 'summary', label: t('stepSummary'), done: step.at === 'done' },
    done,
  ]
  // Includes the details of players who have lost their place since.
  const filled = [...drafts, ...registered.flatMap((each) => each.filled ?? [])]
  const draft = step.at === 'details' ? filled.find((each) => each.registrationPlayerId === step.draft) : undefined
  const [files, setFiles] = useState(0)
  useLeaveGuard(files > 0, t('fileLeaveLost'))
  const top = useRef<HTMLDivElement>(null)
  const keep = async (at: Step, replace: boolean) =>
    navigate({ pathname, search }, { replace, state: { ...(state as object | null), step: at } })
  /**
   * Goes to a step and moves scroll position and focus to its top. Back leads to the previous step, or to `from` if that one
   * was about another child.
   */
  const go = async (to: Step, from: Step = step) => {
    // Before another form reads its draft: details that arrived without a response must not be used for another child.
    if (to.at === 'details') settle(head.id, drafts)
    await keep(from, true)
    await keep(to, false)
    top.current?.focus()
  }
  /** Leaving the step aborts running uploads, so it asks first. */
  async function leave(to: () => void) {
    const question = { title: t('fileLeave'), lost: t('fileLeaveLost'), kept: null, yes: t('leaveStep'), no: t('stay') }
    if (files === 0 || (await confirm(question))) to()
  }
  return (
    <>
      {/* No snapshot is kept of what was filled in, nor of what follows from it. */}
      <div ref={top} tabIndex={-1} className={styles.top} {...(step.at === 'summary' && { 'data-unpictured': '' })}>
        <Stepper
          label={t('steps')}
          steps={steps}
          current={step.at}
          go={(key) =>
            void leave(() => {
              const [last] = drafts.toReversed()
              if (key === 'details')
                void go(last ? { at: 'details', draft: last.registrationPlayerId } : { at: 'details' })
              else if (key === 'summary') void go({ at: 'summary' })
            })
          }
        />
      </div>
      {step.at === 'details' && (
        <DetailsStep
          key={step.draft ?? 'new'}
          head={head}
          signer={signer}
          family={family}
          draft={draft}
          isAway={isAway}
          files={files}
          onTheWay={(more) => setFiles((before) => before + more)}
          {...(playerId !== undefined && { playerId })}
          {...(drafts.length > 0 && {
            back: () =>
              void leave(() => {
                // The details may have arrived without a response.
                void reread()
                void go({ at: 'summary' })
              }),
          })}
          saved={async (id) => {
            await reread()
            await go({ at: 'summary' }, { at: 'details', draft: id })
          }}
        />
      )}
      {step.at === 'summary' && (
        <SummaryStep
          head={head}
          edit={(id) => void go({ at: 'details', draft: id })}
          add={() => void go({ at: 'details' })}
          reread={reread}
          removed={(id) => forgetTyped(head.id, id)}
          sent={async (ids) => {
            for (const id of ids) forgetTyped(head.id, id)
            // The remaining players have a full option and go on the waiting list next. The browser may be leaving for the
            // payment page, so its history is left alone.
            await reread()
            top.current?.focus()
          }}
        />
      )}
      <Registered
        head={head}
        registered={registered}
        reread={reread}
        again={(id) => void leave(() => void go({ at: 'details', draft: id }))}
      />
      {step.at === 'done' && (
        <Button kind={registered.length === 0 ? 'primary' : 'plain'} wide onClick={() => void go({ at: 'details' })}>
          {t('registerAnother')}
        </Button>
      )}
    </>
  )
}
