import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { ownPath, paths } from '../paths.ts'
import { isWaiting, useUnsent } from '../today/unsent.ts'
import { useSending } from '../today/useSending.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { revoke } from './pool.ts'
import styles from './Session.module.css'
import { storedClientId, storedTokens } from './stored.ts'
import english from './texts.en.json'
import { forgetPerson, sessionChanged } from './tokens.ts'
import { useUserId } from './useUserId.ts'

/**
 * Signs out, once nothing is lost by it: answers that wait for the signal would be, so they are told of first, and when
 * they are sent meanwhile it goes on by itself.
 */
export default function LogoutScreen() {
  const userId = useUserId()
  const waiting = useUnsent(userId).filter(isWaiting).length
  const [leaving, setLeaving] = useState(waiting === 0)
  if (waiting === 0 && !leaving) setLeaving(true)
  useSending(leaving ? undefined : userId, false)
  return leaving ? <SigningOut /> : <Unsent count={waiting} onLeave={() => setLeaving(true)} />
}

function Unsent({ count, onLeave }: { count: number; onLeave: () => void }) {
  const t = useTexts('session', english)
  useEffect(() => {
    document.title = `${t('unsent', { count })} · Touchline`
  }, [t, count])
  return (
    <main className={styles.page}>
      <div className={styles.unsent}>
        <h1>{t('unsent', { count })}</h1>
        <p>{t('unsentHint', { count })}</p>
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
function SigningOut() {
  const t = useTexts('session', english)
  const [search] = useSearchParams()
  const [done, setDone] = useState(false)
  useEffect(() => {
    let shown = true
    void signOut().then(() => shown && setDone(true))
    return () => {
      shown = false
    }
  }, [])
  if (!done) {
    return (
      <main className={styles.page}>
        <h1 className={styles.wait}>{t('signingOut')}</h1>
      </main>
    )
  }
  const redirectUri = search.get('redirectUri')
  return <Navigate to={paths.login(redirectUri ? ownPath(redirectUri, location.origin) : undefined)} replace />
}

async function signOut(): Promise<void> {
  const token = storedTokens(storedClientId())?.refreshToken
  delete window.touchlineEarly
  forgetPerson()
  sessionChanged()
  // Without a connection the session ends by itself; what matters here and now is this device.
  if (token) await revoke(token).catch(() => undefined)
}
