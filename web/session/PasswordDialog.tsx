import { type FormEvent, useEffect, useId, useState } from 'react'
import { faultText } from '../problems/faultText.ts'
import { useTexts } from '../i18n.ts'
import { askInOwnRoot } from '../kit/askInOwnRoot.tsx'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { addressNow, type PasswordAgain, passwordAgain } from './passwordAgain.ts'
import styles from './Session.module.css'
import english from './texts.en.json'

export const askInDialog = (): Promise<boolean> => askInOwnRoot((answer) => <PasswordDialog answer={answer} />)

type Wrong = 'passwordWrong' | 'codeWrong' | 'codeTooLate' | 'tooOften' | 'noAnswer'
/** Maps an error of the user pool to the fault to show. */
function faultOf(error: unknown, step: 'password' | 'code'): Wrong {
  const { name = '', message = '' } = error as Partial<Error>
  if (/LimitExceeded|TooManyRequests/.test(name) || /attempts exceeded/i.test(message)) return 'tooOften'
  if (/CodeMismatch|ExpiredCode|EnableSoftwareToken/.test(name)) return 'codeWrong'
  if (name === 'NotAuthorizedException') return step === 'code' ? 'codeTooLate' : 'passwordWrong'
  return 'noAnswer'
}

/** Asks for the user's password, then for the code if they have a second factor; answers false if dismissed. */
function PasswordDialog({ answer }: { answer: (typed: boolean) => void }) {
  const t = useTexts('session', english)
  const formId = useId()
  const [opened, setOpened] = useState(true)
  const [again, setAgain] = useState<PasswordAgain>()
  const [address, setAddress] = useState('')
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  function end(said: boolean) {
    if (!opened) return
    setOpened(false)
    answer(said)
  }
  // Navigating back leaves the screen that asked, so it dismisses the dialog too.
  useEffect(() => {
    const left = () => end(false)
    window.addEventListener('popstate', left)
    return () => window.removeEventListener('popstate', left)
  })
  useEffect(() => {
    void addressNow().then(setAddress, () => undefined)
  }, [])

  async function prove(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (typed === '') return setFault(faultText({ code: 'required' }))
    setBusy(true)
    try {
      const proving = again ?? (await passwordAgain())
      setAgain(proving)
      const next = step === 'password' ? await proving.password(typed) : await proving.code(typed.replaceAll(/\s/g, ''))
      if (next !== 'code') return end(next === 'typed')
      setStep('code')
      setTyped('')
      setFault(undefined)
    } catch (error) {
      const wrong = faultOf(error, step)
      setFault(t(wrong))
      if (wrong === 'codeTooLate') {
        setStep('password')
        setTyped('')
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened={opened}
      close={() => end(false)}
      title={t('passwordAgain')}
      foot={
        <>
          <Button onClick={() => end(false)}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            {t('goOn')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.again} onSubmit={(event) => void prove(event)}>
        <p>{t('passwordAgainHint')}</p>
        {address && <p className={styles.address}>{address}</p>}
        <Field
          key={step}
          name={step}
          label={step === 'password' ? t('password') : t('factorCode')}
          value={typed}
          onChange={(next) => {
            setTyped(next)
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
