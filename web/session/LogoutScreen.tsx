import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { ownPath, paths } from '../paths.ts'
import styles from './Session.module.css'
import english from './texts.en.json'
import { forgetPerson, sessionChanged } from './tokens.ts'

/** How long the user pool may take to end the session; the device forgets it in any case. */
const patience = 5000

/** Signs out: at the user pool, and of all that this device keeps. Then to sign in, and back to where one was. */
export default function LogoutScreen() {
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
  const ended = import('./amplify.ts').then(({ endSession }) => endSession())
  // Without a connection the session ends by itself; what matters here and now is this device.
  await Promise.race([ended.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patience))])
  delete window.touchlineEarly
  forgetPerson()
  sessionChanged()
}
