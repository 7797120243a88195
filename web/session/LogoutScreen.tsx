import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useWaitingTasks } from '../assignments/useWaitingTasks.ts'
import { useTexts } from '../i18n.ts'
import { ownPath, paths } from '../paths.ts'
import { useUnsent } from '../chat/sayings.ts'
import { useSending } from '../chat/Unsent.tsx'
import { isOutgoing } from '../events/outbox/entry.ts'
import { useOutbox } from '../events/outbox/outbox.ts'
import { useOutboxSync } from '../events/outbox/useOutboxSync.ts'
import { useWaitingMarks } from '../events/rollCallMarks.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { revoke } from './revoke.ts'
import styles from './Session.module.css'
import { storedClientId, storedTokens } from './stored.ts'
import english from './texts.en.json'
import { forgetPerson, sessionChanged, signedInUser } from './tokens.ts'
import { useUserId } from './useUserId.ts'

/**
 * Signs out, once nothing is lost by it: answers, messages, marks of who was there and what was answered of tasks would be where they
 * wait for the signal, so they are told of first, and when they are sent meanwhile it goes on by itself. A session that ended by itself loses none.
 */
export default function LogoutScreen() {
  const userId = useUserId()
  const ended = useSearchParams()[0].has('ended')
  const answers = useOutbox(userId).filter(isOutgoing).length
  const messages = useUnsent(userId).filter(({ refused }) => refused === undefined).length
  const marks = useWaitingMarks(userId)
  const { waiting: tasks, undecided } = useWaitingTasks(ended ? undefined : userId)
  const [leaving, setLeaving] = useState(false)
  if (!leaving && (ended || answers + messages + marks + tasks + undecided === 0)) setLeaving(true)
  useOutboxSync(leaving ? undefined : userId, false)
  useSending(leaving ? '' : (userId ?? ''))
  return leaving ? (
    <SigningOut ended={ended} />
  ) : (
    <Unsent {...{ answers, messages, marks, tasks, undecided }} onLeave={() => setLeaving(true)} />
  )
}

/** `undecided`: of so many tasks nothing goes by itself, they ask something first. */
type UnsentProps = Record<'answers' | 'messages' | 'marks' | 'tasks' | 'undecided', number> & { onLeave: () => void }
function Unsent({ answers, messages, marks, tasks, undecided, onLeave }: UnsentProps) {
  const t = useTexts('session', english)
  const count = answers + messages + marks + tasks
  const [title = '', ...more] = [
    ...(answers > 0 ? [t('unsent', { count: answers })] : []),
    ...(messages > 0 ? [t('unsentMessages', { count: messages })] : []),
    ...(marks > 0 ? [t('unsentMarks', { count: marks })] : []),
    ...(tasks > 0 ? [t('unsentTasks', { count: tasks })] : []),
    ...(count > 0 ? [t('unsentHint', { count })] : []),
    ...(undecided > 0 ? [t('undecidedTasks', { count: undecided }), t('undecidedHint', { count: undecided })] : []),
  ]
  useEffect(() => {
    document.title = `${title} · Touchline`
  }, [title])
  return (
    <main className={styles.page}>
      <div className={styles.unsent}>
        <h1>{title}</h1>
        {more.map((each) => (
          <p key={each}>{each}</p>
        ))}
        <div className={styles.choice}>
          <ButtonLink kind="primary" to={paths.today()}>
            {t('stay')}
          </ButtonLink>
          <Button kind="danger" onClick={onLeave}>
            {t('logOutAnyway')}
          </Button>
        </div>
      </div>
    </main>
  )
}

/** Signs out: at the user pool, and of all that this device keeps. Then to sign in, and back to where one was. */
function SigningOut({ ended }: { ended: boolean }) {
  const t = useTexts('session', english)
  const [search] = useSearchParams()
  const [done, setDone] = useState(false)
  // As it was when this began: signing out itself may end what another part of the page still asks for.
  const [spared] = useState(ended)
  useEffect(() => {
    let shown = true
    void signOut(spared).then(() => shown && setDone(true))
    return () => {
      shown = false
    }
  }, [spared])
  if (!done) {
    return (
      <main className={styles.page}>
        <h1 className={styles.wait}>{t('signingOut')}</h1>
      </main>
    )
  }
  const redirectUri = search.get('redirectUri')
  return (
    <Navigate
      to={paths.login({}, { redirectUri: redirectUri ? ownPath(redirectUri, location.origin) : undefined })}
      state={{ ended: spared }}
      replace
    />
  )
}

async function signOut(ended: boolean): Promise<void> {
  const { refreshToken, accessToken } = storedTokens(storedClientId()) ?? {}
  delete window.touchlineEarly
  // It may also have ended while the person was asked.
  forgetPerson(ended || !signedInUser())
  void tellNothingMore()
  sessionChanged()
  // Without a connection the session ends by itself; what matters here and now is this device.
  if (refreshToken && accessToken) await revoke(refreshToken, accessToken).catch(() => undefined)
}

/** Whoever signs in here next is not told of what is somebody else's: the push service forgets this browser. */
async function tellNothingMore(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
