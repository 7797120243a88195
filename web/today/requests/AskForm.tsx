import { type FormEvent, useEffect, useRef, useState } from 'react'
import { nameLimit } from '#shared/rules/names.ts'
import { ApiProblem, callApi } from '../../api.ts'
import { faultText } from '../../problems/faultText.ts'
import { problemText, readerLanguage, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Failure } from '../../kit/Failure.tsx'
import { Field } from '../../kit/Field.tsx'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { useLeaveGuard } from '../../kit/useLeaveGuard.ts'
import { type Asked, askFaults } from './askFaults.ts'
import styles from './Requests.module.css'
import texts from '../texts.en.json'

type Name = keyof Asked
const fields = ['email', 'name'] as const satisfies readonly Name[]
/** The routes' names of the name field. */
const sentAs = { player: 'playerName', team: 'teamName' } as const

type Props = {
  about: 'player' | 'team'
  /** The snackbar text on failure; without it, the server's message is shown in the form. */
  failure: string | undefined
  onSent: (message: string) => void
  onClose: () => void
}

/** The form for the coach's email address and a name. Faults are shown after the first attempt to send. */
export function AskForm({ about, failure, onSent, onClose }: Props) {
  const t = useTexts('today', texts)
  const [asked, setAsked] = useState<Asked>({ email: '', name: '' })
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<ApiProblem>()
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const { mayLeave } = useLeaveGuard(asked.email !== '' || asked.name !== '')
  async function close() {
    if (await mayLeave()) onClose()
  }

  const found = tried ? askFaults(asked) : {}
  const faultOf = (field: Name) => {
    const code = found[field]
    const fault = code ? { code, limit: nameLimit } : refusalAt(field, refused)
    return fault && faultText(fault)
  }
  const refusalAt = (field: Name, problem: ApiProblem | undefined) =>
    problem?.faults.find(({ at }) => at === (field === 'name' ? sentAs[about] : field))

  function change(field: Name, text: string) {
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
      const { email, name } = asked
      const shown = { handles: ['failures'] } as const
      const { message } = await (about === 'player'
        ? callApi('POST /api/v1/requestInvite', { body: { email, playerName: name } }, shown)
        : callApi('POST /api/v1/requestAccessToTeam', { body: { email, teamName: name } }, shown))
      // The server's message is in English; other languages use their own text.
      onSent(readerLanguage() === 'en' ? message : t('requestSent'))
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setRefused(error)
      setSending(false)
      if (failure && !fields.some((field) => refusalAt(field, error))) showSnackbar({ text: failure, tone: 'danger' })
    }
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <Field
        name="email"
        type="email"
        label={t('coachEmail')}
        fault={faultOf('email')}
        value={asked.email}
        autoComplete="off"
        required
        autoCapitalize="none"
        enterKeyHint="next"
        onChange={(text) => change('email', text)}
      />
      <Field
        name="name"
        label={t(sentAs[about])}
        fault={faultOf('name')}
        value={asked.name}
        autoComplete="off"
        required
        autoCapitalize="words"
        enterKeyHint="send"
        onChange={(text) => change('name', text)}
      />
      <p className={styles.hint}>{t('whatIsSent')}</p>
      {refused && !failure && !fields.some((field) => refusalAt(field, refused)) && (
        <Failure text={problemText(refused)} />
      )}
      <div className={styles.actions}>
        <Button kind="primary" type="submit" busy={sending}>
          {t('sendRequest')}
        </Button>
        <Button kind="quiet" onClick={() => void close()}>
          {t('close')}
        </Button>
      </div>
    </form>
  )
}
