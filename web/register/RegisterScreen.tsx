import type { ComponentProps } from 'react'
import { useParams } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Notice } from '../kit/Badge.tsx'
import { dateTimeText } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { About } from './About.tsx'
import type { Family, Head } from './filled.ts'
import styles from './Register.module.css'
import { Registered } from './Registered.tsx'
import { Steps } from './Steps.tsx'
import { StillTyped } from './StillTyped.tsx'
import english from './texts.en.json'
import { useRegistration } from './useRegistration.ts'
import { WhichTyped } from './WhichTyped.tsx'

const noFamily: Family = { players: [], drafts: [], registered: [], signed: [] }

/** A family registers its players: the questions, the price, and what happens next. */
export default function RegisterScreen() {
  const { registrationId = '', orgUnitId } = useParams()
  // Typed and kept values belong to one registration, so another one remounts the form.
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
  // Signed-in users may have a held or offered place: shows that it is loading.
  const registered = (head: Head) =>
    userId !== undefined && (
      <Loaded
        read={family}
        skeleton={
          <Skeletons label={t('loading')}>
            <Skeleton height="120px" />
          </Skeletons>
        }
        failed={t('playersFailed')}
      >
        {(mine) => <Registered head={head} registered={mine.registered} reread={family.mutate} />}
      </Loaded>
    )
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
                {/* Players who have a place or are waiting keep it, even if the registration became invitation-only since. */}
                {registered(head)}
              </>
            )}
            {head.status !== 'OPEN' && (
              <>
                <NotOpen head={head} />
                {registered(head)}
              </>
            )}
            {head.status === 'OPEN' && isInvited && (
              <>
                {isAsked && ofGuardian !== undefined ? (
                  <>
                    <Notice tone="warning">{ofGuardian}</Notice>
                    {registered(head)}
                  </>
                ) : isAsked ? (
                  <Loaded read={first} skeleton={skeleton} failed={t('loadFailed')}>
                    {(step) => (
                      <Loaded read={family} skeleton={skeleton} failed={t('loadFailed')}>
                        {(read) => (
                          <WhichTyped registrationId={head.id} form={step} drafts={read.drafts} skeleton={skeleton}>
                            <Asked
                              head={{ ...head, form: step }}
                              signer={{
                                firstName: step.currentlyLoggedUserFirstName,
                                lastName: step.currentlyLoggedUserLastName,
                              }}
                              family={read}
                              isAway={isAway}
                              // The form is drawn from the first step, which also has the places left per option.
                              reread={async () => {
                                await again()
                              }}
                            />
                          </WhichTyped>
                        )}
                      </Loaded>
                    )}
                  </Loaded>
                ) : head.form ? (
                  <Asked head={head} family={noFamily} isAway={isAway} reread={async () => undefined} />
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

/** The form, unless every option has no date left; players already registered still see their state then. */
function Asked(props: ComponentProps<typeof Steps>) {
  const t = useTexts('register', english)
  const { head, family, reread } = props
  const options = head.form?.options ?? []
  if (options.length === 0 || options.some(({ isOver }) => !isOver)) return <Steps {...props} />
  return (
    <>
      <Notice tone="warning">{t('allOver')}</Notice>
      <StillTyped registrationId={head.id} />
      <Registered head={head} registered={family.registered} reread={reread} />
    </>
  )
}

function NotOpen({ head }: { head: Head }) {
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
    </>
  )
}

/** Strangers see nothing more of an invitation-only registration. */
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
