import { type FormEvent, useEffect, useRef, useState } from 'react'
import { nameLimit } from '#shared/rules/nameInput.ts'
import { ApiProblem, callApi } from '../../api.ts'
import { faultText } from '../../problems/faultText.ts'
import { problemText, readerLanguage, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Failure } from '../../kit/Failure.tsx'
import { Field } from '../../kit/Field.tsx'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { useLeaveGuard } from '../../kit/useLeaveGuard.ts'
import { type RequestValues, findRequestFaults } from './requestFaults.ts'
import styles from './Requests.module.css'
import texts from '../texts.en.json'

type FieldName = keyof RequestValues
const fields = ['email', 'name'] as const satisfies readonly FieldName[]
/** The routes' names of the name field. */
const nameFieldOfRoute = { player: 'playerName', team: 'teamName' } as const

type Props = {
  about: 'player' | 'team'
  /** The snackbar text on failure; without it, the server's message is shown in the form. */
  failure: string | undefined
  onSent: (message: string) => void
  onClose: () => void
}

/** The form for the coach's email address and a name. Faults are shown after the first attempt to send. */
export function RequestForm({ about, failure, onSent, onClose }: Props) {
  const t = useTexts('today', texts)
  const [values, setValues] = useState<RequestValues>({ email: '', name: '' })
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [refusal, setRefusal] = useState<ApiProblem>()
  const [isSending, setIsSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const { mayLeave } = useLeaveGuard(values.email !== '' || values.name !== '')
  async function close() {
    if (await mayLeave()) onClose()
  }

  const faults = wasSubmitted ? findRequestFaults(values) : {}
  const toFaultText = (field: FieldName) => {
    const code = faults[field]
    const fault = code ? { code, limit: nameLimit } : findRefusalFault(field, refusal)
    return fault && faultText(fault)
  }
  const findRefusalFault = (field: FieldName, problem: ApiProblem | undefined) =>
    problem?.faults.find(({ at }) => at === (field === 'name' ? nameFieldOfRoute[about] : field))

  function change(field: FieldName, text: string) {
    setValues((previous) => ({ ...previous, [field]: text }))
    setRefusal(undefined)
  }
  async function send(event: FormEvent) {
    event.preventDefault()
    setWasSubmitted(true)
    const firstInvalid = fields.find((field) => findRequestFaults(values)[field])
    if (firstInvalid) form.current?.querySelector<HTMLInputElement>(`input[name="${firstInvalid}"]`)?.focus()
    if (firstInvalid || isSending) return
    setIsSending(true)
    setRefusal(undefined)
    try {
      const { email, name } = values
      const options = { handles: ['failures'] } as const
      const { message } = await (about === 'player'
        ? callApi('POST /api/v1/requestInvite', { body: { email, playerName: name } }, options)
        : callApi('POST /api/v1/requestAccessToTeam', { body: { email, teamName: name } }, options))
      // The server's message is in English; other languages use their own text.
      onSent(readerLanguage() === 'en' ? message : t('requestSent'))
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setRefusal(error)
      setIsSending(false)
      if (failure && !fields.some((field) => findRefusalFault(field, error)))
        showSnackbar({ text: failure, tone: 'danger' })
    }
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <Field
        name="email"
        type="email"
        label={t('coachEmail')}
        fault={toFaultText('email')}
        value={values.email}
        autoComplete="off"
        required
        autoCapitalize="none"
        enterKeyHint="next"
        onChange={(text) => change('email', text)}
      />
      <Field
        name="name"
        label={t(nameFieldOfRoute[about])}
        fault={toFaultText('name')}
        value={values.name}
        autoComplete="off"
        required
        autoCapitalize="words"
        enterKeyHint="send"
        onChange={(text) => change('name', text)}
      />
      <p className={styles.hint}>{t('whatIsSent')}</p>
      {refusal && !failure && !fields.some((field) => findRefusalFault(field, refusal)) && (
        <Failure text={problemText(refusal)} />
      )}
      <div className={styles.actions}>
        <Button kind="primary" type="submit" busy={isSending}>
          {t('sendRequest')}
        </Button>
        <Button kind="quiet" onClick={() => void close()}>
          {t('close')}
        </Button>
      </div>
    </form>
  )
}
