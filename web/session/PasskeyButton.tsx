import { useRef, useState } from 'react'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { faultText } from '../problems/faultText.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { storedConfig } from './config.ts'
import { type PasskeyOutcome, signInByPasskey } from './passkeySignIn.ts'
import styles from './Session.module.css'
import english from './texts.en.json'
import { hasPasskeys, supportsPasskeys } from './webAuthn.ts'

const outcomeTexts = {
  none: 'passkeyNone',
  cancelled: 'passkeyCancelled',
  refused: 'passkeyRefused',
  tooOften: 'tooOften',
  noAnswer: 'noAnswer',
} as const satisfies Record<Exclude<PasskeyOutcome, 'signedIn'>, string>

type Props = {
  /** Returns the email field: the user pool finds passkeys only by address. */
  findEmailField: (node: Element | null) => HTMLInputElement | undefined
  onSignedIn: () => void
}

/** Sign-in by passkey, below the password; nothing if the stage or the browser does not support passkeys. */
export function PasskeyButton({ findEmailField, onSignedIn }: Props) {
  const t = useTexts('session', english)
  const container = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  if (!hasPasskeys(storedConfig() ?? {}) || !supportsPasskeys()) return null
  async function startSignIn() {
    const emailField = findEmailField(container.current)
    const email = emailField?.value.trim() ?? ''
    const code = email === '' ? 'required' : whyCannotEmail(email)
    if (code) {
      setFault(`${t('email')}: ${faultText({ code })}`)
      return emailField?.focus()
    }
    setFault(undefined)
    setBusy(true)
    const outcome = await signInByPasskey(email)
    setBusy(false)
    if (outcome === 'signedIn') onSignedIn()
    else setFault(t(outcomeTexts[outcome]))
  }
  return (
    <div ref={container} className={styles.passkey}>
      <Button wide busy={busy} onClick={() => void startSignIn()}>
        {t('passkey')}
      </Button>
      <p role="alert" className={styles.passkeyWrong}>
        {fault}
      </p>
    </div>
  )
}
