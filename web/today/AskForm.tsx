import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiProblem, callApi } from '../api.ts'
import { useProblemText, useTexts } from '../i18n.ts'
import { Button } from '../ui/Button.tsx'
import { AlertIcon } from '../ui/icons.tsx'
import { type Asked, askFaults, nameLimit } from './askFaults.ts'
import styles from './Beneath.module.css'
import texts from './texts.en.json'

type Field = keyof Asked
const fields = ['email', 'playerName'] as const satisfies readonly Field[]
type Props = { onSent: (message: string) => void; onClose: () => void }

/** The coach's e-mail address and the player's name. What is wrong is said at the field once it was tried to send. */
export function AskForm({ onSent, onClose }: Props) {
  const t = useTexts('today', texts)
  const sayProblem = useProblemText()
  const [asked, setAsked] = useState<Asked>({ email: '', playerName: '' })
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<ApiProblem>()
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const found = tried ? askFaults(asked) : {}
  const faultOf = (field: Field) => {
    const fault = found[field]
    return fault ? t(fault, { limit: nameLimit }) : refused?.faults.find(({ at }) => at === field)?.message
  }
  const atFields = fields.some((field) => refused?.faults.some(({ at }) => at === field))

  function change(field: Field, text: string) {
    setAsked((before) => ({ ...before, [field]: text }))
    setRefused(undefined)
  }
  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const wrong = fields.find((field) => askFaults(asked)[field])
    if (wrong) form.current?.querySelector<HTMLInputElement>(`input[name="${wrong}"]`)?.focus()
    if (wrong || sending) return
    setSending(true)
    setRefused(undefined)
    try {
      await callApi('POST /api/v1/requestInvite', { body: asked }, { handles: ['failures'] })
      // The server says the same, in English.
      onSent(t('requestSent'))
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setRefused(error)
      setSending(false)
    }
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <Input
        name="email"
        type="email"
        label={t('coachEmail')}
        fault={faultOf('email')}
        value={asked.email}
        autoCapitalize="none"
        enterKeyHint="next"
        onChange={({ target }) => change('email', target.value)}
      />
      <Input
        name="playerName"
        label={t('playerName')}
        fault={faultOf('playerName')}
        value={asked.playerName}
        autoCapitalize="words"
        enterKeyHint="send"
        onChange={({ target }) => change('playerName', target.value)}
      />
      <p className={styles.hint}>{t('whatIsSent')}</p>
      {refused && !atFields && (
        <p className={styles.failure} role="alert">
          <AlertIcon size={20} />
          {sayProblem(refused)}
        </p>
      )}
      <div className={styles.actions}>
        <Button kind="primary" type="submit" busy={sending}>
          {t('sendRequest')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </form>
  )
}

function Input({ label, fault, ...rest }: ComponentProps<'input'> & { label: string; fault: string | undefined }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        autoComplete="off"
        required
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
      />
      <span id={`${id}-fault`} className={styles.fault} role="status">
        {fault}
      </span>
    </div>
  )
}
