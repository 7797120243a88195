import { useRef, useState } from 'react'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { faultText } from '../problems/faultText.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { storedConfig } from './config.ts'
import { type Ended, signInByPasskey } from './passkeySignIn.ts'
import styles from './Session.module.css'
import english from './texts.en.json'
import { hasPasskeys, knowsPasskeys } from './webAuthn.ts'

const sentences = {
  none: 'passkeyNone',
  cancelled: 'passkeyCancelled',
  refused: 'passkeyRefused',
  tooOften: 'tooOften',
  noAnswer: 'noAnswer',
} as const satisfies Record<Exclude<Ended, 'signedIn'>, string>

type Props = {
  /** Returns the email field: the user pool finds passkeys only by address. */
  field: (node: Element | null) => HTMLInputElement | undefined
  signedIn: () => void
}

/** Sign-in by passkey, below the password; nothing if the stage or the browser does not support passkeys. */
export function PasskeyButton({ field, signedIn }: Props) {
  const t = useTexts('session', english)
  const box = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  if (!hasPasskeys(storedConfig() ?? {}) || !knowsPasskeys()) return null
  async function begin() {
    const address = field(box.current)
    const email = address?.value.trim() ?? ''
    const code = email === '' ? 'required' : whyCannotEmail(email)
    if (code) {
      setWrong(`${t('email')}: ${faultText({ code })}`)
      return address?.focus()
    }
    setWrong(undefined)
    setBusy(true)
    const ended = await signInByPasskey(email)
    setBusy(false)
    if (ended === 'signedIn') signedIn()
    else setWrong(t(sentences[ended]))
  }
  return (
    <div ref={box} className={styles.passkey}>
      <Button wide busy={busy} onClick={() => void begin()}>
        {t('passkey')}
      </Button>
      <p role="alert" className={styles.passkeyWrong}>
        {wrong}
      </p>
    </div>
  )
}
