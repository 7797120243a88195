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

/** The step that belongs to a place in the browser's history. */
const stepIn = (state: unknown) => (state as { step?: Step } | null)?.step

type StepsProps = {
  head: Head
  signer?: { firstName: string; lastName: string }
  family: Family
  isAway: boolean
  reread: () => Promise<unknown>
}
/** What is filled in for whom, what it costs, and who is registered then. */
export function Steps({ head, signer, family, isAway, reread }: StepsProps) {
  const t = useTexts('register', english)
  const { drafts, registered } = family
  const { playerId } = useParams()
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [first] = useState<Step | undefined>(() => {
    // Without a signal there is only what is being filled in.
    const typed = isAway && typedOf(head.id, drafts)
    return isAway ? { at: 'details', ...(typed && { draft: typed.registrationPlayerId }) } : undefined
  })
  const isFirst = drafts.length === 0 && registered.length === 0
  const kept = stepIn(state)
  // Who was sent off is filled in no more, and of a summary of nobody what stands is who is registered.
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
  // Also what was filled in for who has lost their place since.
  const filled = [...drafts, ...registered.flatMap((each) => each.filled ?? [])]
  const draft = step.at === 'details' ? filled.find((each) => each.registrationPlayerId === step.draft) : undefined
  const [files, setFiles] = useState(0)
  useLeaveGuard(files > 0, t('fileLeaveLost'))
  const top = useRef<HTMLDivElement>(null)
  const keep = async (at: Step, replace: boolean) =>
    navigate({ pathname, search }, { replace, state: { ...(state as object | null), step: at } })
  /**
   * Who goes to another step begins at its top, by eye and by keyboard; by Back they come to the one before, or where that was
   * another child's to `from`.
   */
  const go = async (to: Step, from: Step = step) => {
    // Before another form reads what is typed: what arrived meanwhile without an answer is not taken up for another child.
    if (to.at === 'details') settle(head.id, drafts)
    await keep(from, true)
    await keep(to, false)
    top.current?.focus()
  }
  /** A file that is on its way is stopped with the step: that is asked first. */
  async function leave(to: () => void) {
    const question = { title: t('fileLeave'), lost: t('fileLeaveLost'), kept: null, yes: t('leaveStep'), no: t('stay') }
    if (files === 0 || (await confirm(question))) to()
  }
  return (
    <>
      {/* Of what was filled in the device keeps no picture, nor of what follows from it. */}
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
                // What was sent may have arrived, though no answer came.
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
            // What is left are those whose option is full: they are put on the waiting list after the others. The browser may be
            // on its way to the page for paying, so its history is left alone.
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
