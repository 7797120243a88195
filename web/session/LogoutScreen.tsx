import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useWaitingTasks } from '../assignments/useWaitingTasks.ts'
import { useTexts } from '../i18n.ts'
import { localPath, paths } from '../paths.ts'
import { useQueue } from '../chat/messageQueue.ts'
import { useQueueSending } from '../chat/QueueSender.tsx'
import { isOutgoing } from '../events/outbox/entry.ts'
import { useOutbox } from '../events/outbox/outbox.ts'
import { useOutboxSync } from '../events/outbox/useOutboxSync.ts'
import { useWaitingMarks } from '../events/rollCallMarks.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { revoke } from './revoke.ts'
import styles from './Session.module.css'
import { storedClientId, storedTokens } from './stored.ts'
import english from './texts.en.json'
import { clearPersonalData, notifySessionChange, signedInUser } from './tokens.ts'
import { useUserId } from './useUserId.ts'

/**
 * Signs out once nothing is pending. Answers, messages, attendance marks and task responses that are queued offline would be
 * lost, so it warns first and continues by itself once they are sent. A session that has expired keeps them.
 */
export default function LogoutScreen() {
  const userId = useUserId()
  const hasEnded = useSearchParams()[0].has('ended')
  const answers = useOutbox(userId).filter(isOutgoing).length
  const messages = useQueue(userId).filter(({ refused }) => refused === undefined).length
  const markCount = useWaitingMarks(userId)
  const { waiting: taskCount, undecided } = useWaitingTasks(hasEnded ? undefined : userId)
  const [isLeaving, setIsLeaving] = useState(false)
  if (!isLeaving && (hasEnded || answers + messages + markCount + taskCount + undecided === 0)) setIsLeaving(true)
  useOutboxSync(isLeaving ? undefined : userId, false)
  useQueueSending(isLeaving ? '' : (userId ?? ''))
  return isLeaving ? (
    <SigningOut hasEnded={hasEnded} />
  ) : (
    <Unsent
      {...{ answers, messages, marks: markCount, tasks: taskCount, undecided }}
      onLeave={() => setIsLeaving(true)}
    />
  )
}

/** `undecided`: the number of tasks that need a decision before they can be sent. */
type UnsentProps = Record<'answers' | 'messages' | 'marks' | 'tasks' | 'undecided', number> & { onLeave: () => void }
function Unsent({ answers, messages, marks: markCount, tasks: taskCount, undecided, onLeave }: UnsentProps) {
  const t = useTexts('session', english)
  const count = answers + messages + markCount + taskCount
  const [title = '', ...details] = [
    ...(answers > 0 ? [t('unsent', { count: answers })] : []),
    ...(messages > 0 ? [t('unsentMessages', { count: messages })] : []),
    ...(markCount > 0 ? [t('unsentMarks', { count: markCount })] : []),
    ...(taskCount > 0 ? [t('unsentTasks', { count: taskCount })] : []),
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
        {details.map((each) => (
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

/** Signs out at the user pool and clears this device, then leads to the login, with the way back. */
function SigningOut({ hasEnded }: { hasEnded: boolean }) {
  const t = useTexts('session', english)
  const [search] = useSearchParams()
  const [isDone, setIsDone] = useState(false)
  // The value at the start: signing out may itself end the session for another part of the page.
  const [keepsUnsent] = useState(hasEnded)
  useEffect(() => {
    let isMounted = true
    void signOut(keepsUnsent).then(() => isMounted && setIsDone(true))
    return () => {
      isMounted = false
    }
  }, [keepsUnsent])
  if (!isDone) {
    return (
      <main className={styles.page}>
        <h1 className={styles.wait}>{t('signingOut')}</h1>
      </main>
    )
  }
  const redirectUri = search.get('redirectUri')
  return (
    <Navigate
      to={paths.login({}, { redirectUri: redirectUri ? localPath(redirectUri, location.origin) : undefined })}
      state={{ ended: keepsUnsent }}
      replace
    />
  )
}

async function signOut(hasEnded: boolean): Promise<void> {
  const { refreshToken, accessToken } = storedTokens(storedClientId()) ?? {}
  delete window.touchlineEarly
  // The session may also have expired while the dialog was open.
  clearPersonalData(hasEnded || !signedInUser())
  void unsubscribeFromPush()
  notifySessionChange()
  // Offline, the session expires on its own; what matters now is this device.
  if (refreshToken && accessToken) await revoke(refreshToken, accessToken).catch(() => undefined)
}

/** The next user must not get this user's notifications: unsubscribes this browser from push. */
async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
