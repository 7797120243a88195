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
import { RegistrationInfo } from './RegistrationInfo.tsx'
import type { Family, OpenRegistration } from './formValues.ts'
import styles from './Register.module.css'
import { Registered } from './Registered.tsx'
import { Steps } from './Steps.tsx'
import { UnsentInput } from './UnsentInput.tsx'
import english from './texts.en.json'
import { useRegistration } from './useRegistration.ts'
import { ChooseInput } from './ChooseInput.tsx'

const noFamily: Family = { players: [], drafts: [], registered: [], signed: [] }

/** A family registers its players: the questions, the price, and what happens next. */
export default function RegisterScreen() {
  const { registrationId = '', orgUnitId } = useParams()
  // Typed and kept values belong to one registration, so another one remounts the form.
  return <Registration key={registrationId} registrationId={registrationId} orgUnitId={orgUnitId} />
}

function Registration({ registrationId, orgUnitId }: { registrationId: string; orgUnitId: string | undefined }) {
  const t = useTexts('register', english)
  const reads = useRegistration(registrationId, orgUnitId)
  const { open, isOffline, refetch } = reads
  return (
    <Screen title={open.data?.name ?? t('registration')} width="form">
      <Loaded read={open} skeleton={<FormSkeleton />} failed={t('loadFailed')}>
        {(registration) => (
          <div className={styles.page}>
            <RegistrationInfo registration={registration} />
            {isOffline && (
              <Notice tone="warning">
                <p className={styles.text} role="status">
                  {t('noSignal')}
                </p>
                <Button kind="quiet" flush busy={open.isValidating} onClick={() => void refetch()}>
                  {t('retry')}
                </Button>
              </Notice>
            )}
            <FormOrReason registration={registration} reads={reads} />
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function FormSkeleton() {
  const t = useTexts('register', english)
  return (
    <Skeletons label={t('loading')}>
      <Skeleton height="120px" />
      <Skeleton height="320px" />
    </Skeletons>
  )
}

type FormProps = { registration: OpenRegistration; reads: ReturnType<typeof useRegistration> }

/** The form, or why it cannot be filled in, with the players who have a place or are waiting: they keep it in any case. */
function FormOrReason({ registration, reads }: FormProps) {
  const t = useTexts('register', english)
  const guardianReason = useWhyCannot()({ grownUp: 'signed_in' })
  const { family, userId, isInvited, isOffline } = reads
  const registered = userId !== undefined && (
    <Loaded
      read={family}
      skeleton={
        <Skeletons label={t('loading')}>
          <Skeleton height="120px" />
        </Skeletons>
      }
      failed={t('playersFailed')}
    >
      {(data) => <Registered registration={registration} registered={data.registered} refetch={family.mutate} />}
    </Loaded>
  )
  if (registration.status !== 'OPEN')
    return (
      <>
        <NotOpen registration={registration} />
        {registered}
      </>
    )
  const reason = isInvited ? guardianReason : t('notInvited')
  if (reason !== undefined)
    return (
      <>
        <Notice tone="warning">{reason}</Notice>
        {registered}
      </>
    )
  if (userId !== undefined) return <SignedInForm registration={registration} reads={reads} />
  return registration.form ? (
    <RegistrationSteps
      registration={registration}
      family={noFamily}
      isOffline={isOffline}
      refetch={async () => undefined}
    />
  ) : (
    <SignInFirst />
  )
}

/** Drawn from the first step, which also has the places left per option. */
function SignedInForm({ registration, reads: { first: firstStep, family, isOffline, refetch } }: FormProps) {
  const t = useTexts('register', english)
  const states = { skeleton: <FormSkeleton />, failed: t('loadFailed') }
  return (
    <Loaded read={firstStep} {...states}>
      {(form) => (
        <Loaded read={family} {...states}>
          {(readFamily) => (
            <ChooseInput
              registrationId={registration.id}
              form={form}
              drafts={readFamily.drafts}
              skeleton={states.skeleton}
            >
              <RegistrationSteps
                registration={{ ...registration, form }}
                signer={{
                  firstName: form.currentlyLoggedUserFirstName,
                  lastName: form.currentlyLoggedUserLastName,
                }}
                family={readFamily}
                isOffline={isOffline}
                refetch={refetch}
              />
            </ChooseInput>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

/** The form, unless every option has no date left; players already registered still see their state then. */
function RegistrationSteps(props: ComponentProps<typeof Steps>) {
  const t = useTexts('register', english)
  const { registration, family, refetch } = props
  const options = registration.form?.options ?? []
  if (options.length === 0 || options.some(({ isOver }) => !isOver)) return <Steps {...props} />
  return (
    <>
      <Notice tone="warning">{t('allOver')}</Notice>
      <UnsentInput registrationId={registration.id} />
      <Registered registration={registration} registered={family.registered} refetch={refetch} />
    </>
  )
}

function NotOpen({ registration }: { registration: OpenRegistration }) {
  const t = useTexts('register', english)
  const { opensAt, organization } = registration
  return (
    <>
      <Notice tone="warning">
        {registration.status === 'SCHEDULED' && opensAt
          ? t('opensAt', { when: dateTimeText(opensAt, organization.timezone) })
          : t('closed')}
      </Notice>
      {registration.status === 'CLOSED' && <UnsentInput registrationId={registration.id} />}
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
