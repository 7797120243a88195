import { type FormEvent, useEffect, useId, useState } from 'react'
import { faultText } from '../problems/faultText.ts'
import { useTexts } from '../i18n.ts'
import { askInOwnRoot } from '../kit/askInOwnRoot.tsx'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { readOwnEmail, type Reauthentication, startReauthentication } from './reauthentication.ts'
import styles from './Session.module.css'
import english from './texts.en.json'

export const askForPassword = (): Promise<boolean> => askInOwnRoot((onAnswer) => <PasswordDialog onAnswer={onAnswer} />)

type PasswordFault = 'passwordWrong' | 'codeWrong' | 'codeTooLate' | 'tooOften' | 'noAnswer'
/** Maps an error of the user pool to the fault to show. */
function toFault(error: unknown, step: 'password' | 'code'): PasswordFault {
  const { name = '', message = '' } = error as Partial<Error>
  if (/LimitExceeded|TooManyRequests/.test(name) || /attempts exceeded/i.test(message)) return 'tooOften'
  if (/CodeMismatch|ExpiredCode|EnableSoftwareToken/.test(name)) return 'codeWrong'
  if (name === 'NotAuthorizedException') return step === 'code' ? 'codeTooLate' : 'passwordWrong'
  return 'noAnswer'
}

/** Asks for the user's password, then for the code if they have a second factor; answers false if dismissed. */
function PasswordDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const t = useTexts('session', english)
  const formId = useId()
  const [isOpen, setIsOpen] = useState(true)
  const [reauthentication, setReauthentication] = useState<Reauthentication>()
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [value, setValue] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  function finish(isProven: boolean) {
    if (!isOpen) return
    setIsOpen(false)
    onAnswer(isProven)
  }
  // Navigating back leaves the screen that asked, so it dismisses the dialog too.
  useEffect(() => {
    const onPopState = () => finish(false)
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  })
  useEffect(() => {
    void readOwnEmail().then(setEmail, () => undefined)
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (value === '') return setFault(faultText({ code: 'required' }))
    setBusy(true)
    try {
      const current = reauthentication ?? (await startReauthentication())
      setReauthentication(current)
      const next = step === 'password' ? await current.password(value) : await current.code(value.replaceAll(/\s/g, ''))
      if (next !== 'code') return finish(next === 'typed')
      setStep('code')
      setValue('')
      setFault(undefined)
    } catch (error) {
      const newFault = toFault(error, step)
      setFault(t(newFault))
      if (newFault === 'codeTooLate') {
        setStep('password')
        setValue('')
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened={isOpen}
      close={() => finish(false)}
      title={t('passwordAgain')}
      foot={
        <>
          <Button onClick={() => finish(false)}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            {t('goOn')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.again} onSubmit={(event) => void submit(event)}>
        <p>{t('passwordAgainHint')}</p>
        {email && <p className={styles.address}>{email}</p>}
        <Field
          key={step}
          name={step}
          label={step === 'password' ? t('password') : t('factorCode')}
          value={value}
          onChange={(next) => {
            setValue(next)
            setFault(undefined)
          }}
          fault={fault}
          {...(step === 'password'
            ? { type: 'password', autoComplete: 'current-password' }
            : { inputMode: 'numeric', autoComplete: 'one-time-code', autoFocus: true })}
          required
        />
      </form>
    </Dialog>
  )
}
