import { useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Notice } from '../kit/Badge.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateTimeText } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Stepper } from '../kit/Stepper.tsx'
import { useLeaveGuard } from '../kit/useLeaveGuard.ts'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { About } from './About.tsx'
import { forgetTyped, settle, typedOf } from './carry.ts'
import { DetailsStep } from './DetailsStep.tsx'
import type { Family, Head } from './filled.ts'
import styles from './Register.module.css'
import { Registered } from './Registered.tsx'
import { StillTyped } from './StillTyped.tsx'
import { SummaryStep } from './SummaryStep.tsx'
import english from './texts.en.json'
import { useRegistration } from './useRegistration.ts'
import { WhichTyped } from './WhichTyped.tsx'

const noFamily: Family = { players: [], drafts: [], registered: [], signed: [] }
type Step = { at: 'details'; draft?: string } | { at: 'summary' } | { at: 'done' }

/** The step that belongs to a place in the browser's history. */
const stepIn = (state: unknown) => (state as { step?: Step } | null)?.step

/** How a family registers its players: what is asked, what it costs, and what happens next. */
export default function RegisterScreen() {
  const { registrationId = '', orgUnitId } = useParams()
  // What is typed and kept is of one registration.
  return <Registration key={registrationId} registrationId={registrationId} orgUnitId={orgUnitId} />
}

function Registration({ registrationId, orgUnitId }: { registrationId: string; orgUnitId: string | undefined }) {
  const t = useTexts('register', english)
  const { open, first, family, userId, isInvited, isAway, again } = useRegistration(registrationId, orgUnitId)
  const skeleton = (
    <Skeletons label={t('loading')}>
      <Skeleton height="120px" />
      <Skeleton height="320px" />
    </Skeletons>
  )
  const ofGuardian = useWhyCannot()({ grownUp: 'signed_in' })
  const mine = family.data ?? noFamily
  const isAsked = userId !== undefined && open.data?.status === 'OPEN'
  return (
    <Screen title={open.data?.name ?? t('registration')} width="form">
      <Loaded read={open} skeleton={skeleton} failed={t('loadFailed')}>
        {(head) => (
          <div className={styles.page}>
            <About head={head} />
            {isAway && (
              <Notice tone="warning">
                <p className={styles.text} role="status">
                  {t('noSignal')}
                </p>
                <Button kind="quiet" flush busy={open.isValidating} onClick={() => void again()}>
                  {t('retry')}
                </Button>
              </Notice>
            )}
            {head.status === 'OPEN' && !isInvited && (
              <>
                <Notice tone="warning">{t('notInvited')}</Notice>
                {/* Who has a place or waits for one keeps it, though it has become by invitation since. */}
                <Registered head={head} registered={mine.registered} reread={family.mutate} />
              </>
            )}
            {head.status !== 'OPEN' && <NotOpen head={head} family={mine} reread={family.mutate} />}
            {head.status === 'OPEN' && isInvited && (
              <>
                {isAsked && ofGuardian !== undefined ? (
                  <>
                    <Notice tone="warning">{ofGuardian}</Notice>
                    <Registered head={head} registered={mine.registered} reread={family.mutate} />
                  </>
                ) : isAsked ? (
                  <Loaded read={first} skeleton={skeleton} failed={t('loadFailed')}>
                    {(step) => (
                      <Loaded read={family} skeleton={skeleton} failed={t('loadFailed')}>
                        {(read) => (
                          <WhichTyped registrationId={head.id} form={step} drafts={read.drafts} skeleton={skeleton}>
                            <Steps
                              head={{ ...head, form: step }}
                              signer={{
                                firstName: step.currentlyLoggedUserFirstName,
                                lastName: step.currentlyLoggedUserLastName,
                              }}
                              family={read}
                              isAway={isAway}
                              reread={async () => {
                                await Promise.all([family.mutate(), open.mutate()])
                              }}
                            />
                          </WhichTyped>
                        )}
                      </Loaded>
                    )}
                  </Loaded>
                ) : head.form ? (
                  <Steps head={head} family={noFamily} isAway={isAway} reread={async () => undefined} />
                ) : (
                  <SignInFirst />
                )}
              </>
            )}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function NotOpen({ head, family, reread }: { head: Head; family: Family; reread: () => Promise<unknown> }) {
  const t = useTexts('register', english)
  const { opensAt, organization } = head
  return (
    <>
      <Notice tone="warning">
        {head.status === 'SCHEDULED' && opensAt
          ? t('opensAt', { when: dateTimeText(opensAt, organization.timezone) })
          : t('closed')}
      </Notice>
      {head.status === 'CLOSED' && <StillTyped registrationId={head.id} />}
      <Registered head={head} registered={family.registered} reread={reread} />
    </>
  )
}

/** Of what is by invitation a stranger sees no more. */
function SignInFirst() {
  const t = useTexts('register', english)
  return (
    <Notice>
      <p className={styles.text}>{t('byInvitation')}</p>
      <ButtonLink kind="primary" to={paths.login({}, { redirectUri: location.pathname })}>
        {t('signIn')}
      </ButtonLink>
    </Notice>
  )
}

type StepsProps = {
  head: Head
  signer?: { firstName: string; lastName: string }
  family: Family
  isAway: boolean
  reread: () => Promise<unknown>
}
function Steps({ head, signer, family, isAway, reread }: StepsProps) {
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
  const isSent = kept?.at === 'details' && registered.some((each) => each.registrationPlayerId === kept.draft)
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
  const draft = step.at === 'details' ? drafts.find((each) => each.registrationPlayerId === step.draft) : undefined
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
      <Registered head={head} registered={registered} reread={reread} />
      {step.at === 'done' && (
        <Button kind={registered.length === 0 ? 'primary' : 'plain'} wide onClick={() => void go({ at: 'details' })}>
          {t('registerAnother')}
        </Button>
      )}
    </>
  )
}
