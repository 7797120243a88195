import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { callApi } from '../api.ts'
import { faultText } from '../problems/faultText.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { askPassword } from '../session/askPassword.ts'
import { emailAddress, type AddressFault, PoolProblem } from '../session/ownAccount.ts'
import { removeItem, readImpersonatedUser, writeItem, toNewAddressName, readItem } from '../session/stored.ts'
import { renewToken, withToken } from '../session/tokens.ts'
import styles from './Profile.module.css'
import texts from './texts.en.json'
import type { Profile } from './useProfile.ts'

type Props = { profile: Profile; changed: () => Promise<unknown>; othersEnded: () => void }

/**
 * The sign-in address and its change, which takes effect once the code mailed to the new address is entered. That may be after
 * the user left the page to look for the mail.
 */
export function Address({ profile: { id, username }, changed, othersEnded }: Props) {
  const t = useTexts('account', texts)
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [wanted, setWanted] = useState(() => readItem(toNewAddressName(id)))
  const before = useRef(wanted)
  // The pressed button disappears with its step.
  useEffect(() => {
    if (before.current !== wanted) heading.current?.focus()
    before.current = wanted
  }, [wanted])
  function want(email: string | undefined) {
    if (email === undefined) removeItem(toNewAddressName(id))
    else writeItem(toNewAddressName(id), email)
    setWanted(email)
  }
  async function confirmed(email: string) {
    // The server's profile follows the user pool. If this fails, it does so at the next start of the app.
    await callApi('GET /rest-api/users/token', {}, quietly).catch(() => undefined)
    const ended = await callApi('POST /rest-api/session/end-others', {}, quietly).then(
      () => true,
      () => false,
    )
    // The device's token contains the address too.
    await Promise.allSettled([renewToken(), changed()])
    othersEnded()
    want(undefined)
    showSnackbar(
      ended
        ? { text: t('emailChanged', { email }), tone: 'success' }
        : { text: t('emailOthersNotEnded', { email }), tone: 'danger' },
    )
  }
  return (
    <Card className={styles.part} aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.title}>
        {t('email')}
      </h2>
      {username && <p className={styles.address}>{username}</p>}
      <p className={styles.hint}>{t('emailHint')}</p>
      {readImpersonatedUser() === undefined &&
        (wanted === undefined ? (
          <Another now={username} sent={want} />
        ) : (
          <Confirm email={wanted} confirmed={() => confirmed(wanted)} cancel={() => want(undefined)} />
        ))}
    </Card>
  )
}
const quietly = { handles: ['failures', 'not_allowed'] } as const

/** Field message for each refusal of the user pool. */
const saidOf = { taken: 'emailTaken', tooOften: 'emailTooOften' } as const

/** A one-field form that asks the user pool for something: refusals appear at the field, other failures in a message. */
function useAsked(ask: (typed: string) => Promise<string | undefined>) {
  const t = useTexts('account', texts)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      setFault(await ask(typed.trim()))
    } catch {
      showSnackbar({ text: t('emailNotChanged'), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  const onChange = (next: string) => {
    setTyped(next)
    setFault(undefined)
  }
  return { send, busy, field: { value: typed, onChange, fault } }
}

function Another({ now, sent }: { now: string; sent: (email: string) => void }) {
  const t = useTexts('account', texts)
  const sayRefused = (fault: AddressFault) =>
    fault === 'invalid' ? faultText({ code: 'invalid_email' }) : t(saidOf[fault])
  const { send, busy, field } = useAsked(async (email) => {
    const code = whyCannotEmail(email)
    if (code) return faultText({ code })
    if (email.toLowerCase() === now.toLowerCase()) return t('emailSame')
    // The user pool itself asks for no password here, and only a user who has just typed it should stay signed in.
    if (!(await askPassword())) return undefined
    const refused = await withToken((token) => emailAddress.requestChange(token, email))
    if (refused) return sayRefused(refused)
    sent(email)
    return undefined
  })
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <Field
        name="newEmail"
        label={t('newEmail')}
        hint={t('newEmailHint')}
        {...field}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
      />
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {t('changeEmail')}
        </Button>
      </div>
    </form>
  )
}

type ConfirmProps = { email: string; confirmed: () => Promise<void>; cancel: () => void }

function Confirm({ email, confirmed, cancel }: ConfirmProps) {
  const t = useTexts('account', texts)
  const [again, setAgain] = useState(false)
  const { send, busy, field } = useAsked(async (typed) => {
    const code = typed.replaceAll(/\s/g, '')
    if (code === '') return faultText({ code: 'required' })
    const answer = await withToken((token) => emailAddress.confirm(token, code)).catch((error: unknown) =>
      error instanceof PoolProblem && error.wrongCode ? 'invalid' : 'failed',
    )
    // A code works once: if only the response was lost, sending it again is refused, so the address is read.
    const now = answer === undefined ? email : await withToken(emailAddress.read).catch(() => undefined)
    if (now?.toLowerCase() === email.toLowerCase()) await confirmed()
    else if (now === undefined || answer === 'failed')
      showSnackbar({ text: t(now === undefined ? 'emailNotKnown' : 'emailNotChanged'), tone: 'danger' })
    else return answer === 'taken' || answer === 'tooOften' ? t(saidOf[answer]) : t('emailCodeWrong')
    return undefined
  })
  async function sendAgain() {
    setAgain(true)
    const refused = await withToken((token) => emailAddress.requestChange(token, email)).catch(() => 'failed' as const)
    setAgain(false)
    if (refused === undefined) showSnackbar({ text: t('emailCodeSent'), tone: 'success' })
    else
      showSnackbar({
        text: t(refused === 'tooOften' || refused === 'taken' ? saidOf[refused] : 'emailNotChanged'),
        tone: 'danger',
      })
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <p>{t('emailCode', { email })}</p>
      <Field name="code" label={t('code')} {...field} inputMode="numeric" autoComplete="one-time-code" required />
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={busy}>
          {t('confirmEmail')}
        </Button>
        <Button kind="quiet" busy={again} onClick={() => void sendAgain()}>
          {t('emailCodeAgain')}
        </Button>
        <Button kind="quiet" onClick={cancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
