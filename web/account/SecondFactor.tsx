import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { Field } from '../kit/Field.tsx'
import { Qr } from '../kit/Qr.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { requireRecentPassword } from '../session/freshSignIn.ts'
import { PoolProblem, secondFactor } from '../session/ownAccount.ts'
import { withToken } from '../session/tokens.ts'
import styles from './Profile.module.css'
import { tellServer } from './tellServer.ts'
import texts from './texts.en.json'

type Props = { username: string; onChanged?: () => void }
type State = 'asking' | 'failed' | 'off' | 'on'

/** Optional second factor: a code from an authenticator app (TOTP), kept by the user pool. */
export function SecondFactor({ username, onChanged }: Props) {
  const t = useTexts('account', texts)
  const headingId = useId()
  const [state, setState] = useState<State>('asking')
  const [key, setKey] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const isSettingUp = key !== undefined
  const previous = useRef({ state, isSettingUp })
  // When a step replaces another, the pressed button disappears: focus moves to the heading of the new step.
  useEffect(() => {
    const { state: previousState, isSettingUp: wasSettingUp } = previous.current
    previous.current = { state, isSettingUp }
    if (previousState !== 'asking' && (previousState !== state || wasSettingUp !== isSettingUp))
      heading.current?.focus()
  }, [state, isSettingUp])
  useEffect(() => {
    let isMounted = true
    const showState = (next: State) => isMounted && setState(next)
    withToken(secondFactor.isOn).then(
      (isOn) => showState(isOn ? 'on' : 'off'),
      () => showState('failed'),
    )
    return () => {
      isMounted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- read again on each retry
  }, [attempts])
  function reload() {
    setState('asking')
    setAttempts(attempts + 1)
  }

  async function runBusy(action: () => Promise<void>) {
    setBusy(true)
    try {
      await action()
    } catch {
      showSnackbar({ text: t('factorNotSaved'), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  // The user pool itself asks for no password here, so the screen does.
  const begin = () =>
    runBusy(async () => {
      if (await requireRecentPassword()) setKey(await withToken(secondFactor.begin))
    })
  async function turnOff() {
    if (!(await confirm({ title: `${t('turnOff')}?`, lost: t('turnOffLost'), yes: t('turnOff') }))) return
    await runBusy(async () => {
      if (!(await requireRecentPassword())) return
      const failure = await findFailure(false, withToken(secondFactor.turnOff))
      if (failure) throw failure.error
      await tellServer()
      setState('off')
      onChanged?.()
      showSnackbar({ text: t('turnedOff'), tone: 'success' })
    })
  }
  /** The attempt may have arrived even without a response, so the state is read again. */
  function cancel() {
    setKey(undefined)
    reload()
  }
  function finishTurnOn() {
    setKey(undefined)
    setState('on')
    onChanged?.()
    showSnackbar({ text: t('turnedOn'), tone: 'success' })
  }
  return (
    <Card className={styles.part} aria-labelledby={headingId} aria-busy={state === 'asking'}>
      <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.title}>
        {t('secondFactor')} {state === 'on' && <Badge tone="success">{t('factorOn')}</Badge>}
      </h2>
      <p className={styles.hint}>{t('factorHint')}</p>
      {state === 'failed' && (
        <>
          <p>{t('factorFailed')}</p>
          <Button onClick={reload}>{t('retry')}</Button>
        </>
      )}
      {state === 'on' && (
        <Button kind="danger" busy={busy} onClick={() => void turnOff()}>
          {t('turnOff')}
        </Button>
      )}
      {state === 'off' && !key && (
        <Button busy={busy} onClick={() => void begin()}>
          {t('setUp')}
        </Button>
      )}
      {key && <SetUp secret={key} username={username} done={finishTurnOn} cancel={cancel} />}
    </Card>
  )
}

/**
 * Turns the factor on or off. If only the response was lost, it still took effect: a user who then gave up and removed the key
 * from their app would be locked out at the next sign-in.
 */
const findFailure = (on: boolean, request: Promise<void>) =>
  request.then(
    () => undefined,
    async (error: unknown) => {
      const isOn = await withToken(secondFactor.isOn).catch(() => undefined)
      return isOn === on ? undefined : { error, isKnown: isOn !== undefined }
    },
  )

type SetUpProps = { secret: string; username: string; done: () => void; cancel: () => void }

function SetUp({ secret, username, done, cancel }: SetUpProps) {
  const t = useTexts('account', texts)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const address = `otpauth://totp/${encodeURIComponent(`Touchline:${username}`)}?secret=${secret}&issuer=Touchline`
  async function turnOn() {
    setBusy(true)
    const failure = await findFailure(
      true,
      withToken((token) => secondFactor.turnOn(token, code.replaceAll(/\s/g, ''))),
    )
    if (!failure) await tellServer()
    setBusy(false)
    if (!failure) return done()
    const isWrongCode = failure.error instanceof PoolProblem && failure.error.wrongCode
    setFault(t(!failure.isKnown ? 'factorNotKnown' : isWrongCode ? 'codeWrong' : 'factorNotSaved'))
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void turnOn()
      }}
    >
      <p>{t('scan')}</p>
      <Qr text={address} label={t('qr')} />
      <Field name="key" label={t('key')} value={secret} onChange={() => undefined} readOnly />
      <Field
        name="code"
        label={t('code')}
        value={code}
        onChange={(next) => {
          setCode(next)
          setFault(undefined)
        }}
        fault={fault}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={busy}>
          {t('turnOn')}
        </Button>
        <Button kind="quiet" onClick={cancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
