import { useEffect, useId, useState } from 'react'
import { maxPasskeys } from '#shared/rules/passkeys.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { requireRecentPassword } from '../session/freshSignIn.ts'
import { PoolProblem, secondFactor } from '../session/ownAccount.ts'
import { type Passkey, passkeys } from '../session/passkeys.ts'
import { withToken } from '../session/tokens.ts'
import { supportsPasskeys, createPasskey } from '../session/webAuthn.ts'
import styles from './Profile.module.css'
import { tellServer } from './tellServer.ts'
import texts from './texts.en.json'

/** `factor`: whether a second factor is on; the user pool does not accept passkeys beside one. */
type PasskeyState = { list: readonly Passkey[]; factor: boolean }

const readPasskeys = async (): Promise<PasskeyState> => {
  const [list, factor] = await Promise.all([withToken(passkeys.list), withToken(secondFactor.isOn)])
  return { list, factor }
}

/** The account's passkeys. `factorChanges` counts how often the second factor was turned on or off meanwhile. */
export function Passkeys({ factorChanges }: { factorChanges: number }) {
  const t = useTexts('account', texts)
  const headingId = useId()
  const [passkeyState, setPasskeyState] = useState<PasskeyState | 'asking' | 'failed'>('asking')
  const [busy, setBusy] = useState<string>()
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    let isMounted = true
    readPasskeys().then(
      (loaded) => isMounted && setPasskeyState(loaded),
      () => isMounted && setPasskeyState('failed'),
    )
    return () => {
      isMounted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- read again on each retry, and after each change of the second factor
  }, [attempts, factorChanges])
  function retry() {
    setPasskeyState('asking')
    setAttempts(attempts + 1)
  }
  const showMessage = (text: string, tone: 'success' | 'danger' | 'plain' = 'danger') => showSnackbar({ text, tone })

  async function add({ list }: PasskeyState) {
    setBusy('add')
    const outcome = await addPasskey(list)
    if (outcome) {
      const [text, tone] = outcomes[outcome]
      showMessage(t(text, { most: maxPasskeys }), tone)
      setAttempts(attempts + 1)
    }
    setBusy(undefined)
  }

  async function remove({ id, name }: Passkey) {
    const title = t('removePasskeyOf', { name })
    if (!(await confirm({ title: `${title}?`, lost: t('removePasskeyLost'), yes: t('removePasskey') }))) return
    setBusy(id)
    try {
      if (await requireRecentPassword()) {
        await withToken((token) => passkeys.remove(token, id)).catch(async (error: unknown) => {
          // If only the response was lost, or another device was faster, the passkey is gone all the same.
          const currentPasskeys = await withToken(passkeys.list)
          if (currentPasskeys.some((each) => each.id === id)) throw error
        })
        showMessage(t('passkeyRemoved'), 'success')
        setAttempts(attempts + 1)
      }
    } catch {
      showMessage(t('passkeyNotRemoved'))
    } finally {
      setBusy(undefined)
    }
  }

  const whyCannotAdd = (state: PasskeyState) =>
    !supportsPasskeys()
      ? t('passkeyNotSupported')
      : state.factor
        ? t('passkeyFactor')
        : state.list.length >= maxPasskeys
          ? t('passkeysMost', { most: maxPasskeys })
          : undefined
  return (
    <Card className={styles.part} aria-labelledby={headingId} aria-busy={passkeyState === 'asking'}>
      <h2 id={headingId} className={styles.title}>
        {t('passkeys')}
      </h2>
      <p className={styles.hint}>{t('passkeysHint', { most: maxPasskeys })}</p>
      <KeptFocus label={t('passkeys')} className={styles.kept}>
        {passkeyState === 'asking' && (
          <Skeletons label={t('loading')}>
            <Skeleton height="44px" />
          </Skeletons>
        )}
        {passkeyState === 'failed' && (
          <>
            <p>{t('passkeysFailed')}</p>
            <Button onClick={retry}>{t('retry')}</Button>
          </>
        )}
        {typeof passkeyState === 'object' && passkeyState.list.length > 0 && (
          <ul className={styles.devices}>
            {passkeyState.list.map((each) => (
              <li key={each.id} className={styles.device}>
                <div>
                  <strong>{each.name}</strong>
                  <p className={styles.hint}>
                    {t('passkeySince', { when: dateTimeText(each.createdAt, readerZone()) })}
                  </p>
                </div>
                <Button
                  kind="quiet"
                  busy={busy === each.id}
                  aria-label={t('removePasskeyOf', { name: each.name })}
                  onClick={() => void remove(each)}
                >
                  {t('removePasskey')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </KeptFocus>
      {typeof passkeyState === 'object' && passkeyState.list.length > 0 && (
        <p className={styles.hint}>{t('passkeysStay')}</p>
      )}
      {typeof passkeyState === 'object' && (
        <Button
          busy={busy === 'add'}
          disabledReason={whyCannotAdd(passkeyState)}
          onClick={() => void add(passkeyState)}
        >
          {t('addPasskey')}
        </Button>
      )}
    </Card>
  )
}

type Outcome = 'added' | 'cancelled' | 'there' | 'notMade' | 'most' | 'refused' | 'notKnown'
const outcomes = {
  added: ['passkeyAdded', 'success'],
  cancelled: ['passkeyCancelled', 'plain'],
  there: ['passkeyThere', 'plain'],
  notMade: ['passkeyNotMade', 'danger'],
  most: ['passkeysMost', 'danger'],
  refused: ['passkeyNotAdded', 'danger'],
  notKnown: ['passkeyNotKnown', 'danger'],
} as const satisfies Record<Outcome, readonly [string, 'success' | 'danger' | 'plain']>

/**
 * Creates and adds a passkey after asking for the password, which the user pool itself does not. Returns undefined if the
 * password was not entered. `existing`: the passkeys that existed.
 */
async function addPasskey(existing: readonly Passkey[]): Promise<Outcome | undefined> {
  let isSent = false
  try {
    if (!(await requireRecentPassword())) return undefined
    const credential = await createPasskey(await withToken(passkeys.begin))
    isSent = true
    await withToken((token) => passkeys.add(token, credential))
  } catch (error) {
    if (error instanceof PoolProblem) return /\bLimitExceededException/.test(error.message) ? 'most' : 'refused'
    // Without a response, the request may still have arrived.
    const currentPasskeys = isSent ? await withToken(passkeys.list).catch(() => undefined) : existing
    if (!currentPasskeys) return 'notKnown'
    if (!currentPasskeys.some(({ id }) => existing.every((each) => each.id !== id))) return whyNotMade(error)
  }
  await tellServer()
  return 'added'
}

/** Maps the browser's error name to an outcome. */
function whyNotMade(error: unknown): Outcome {
  if (!(error instanceof DOMException)) return 'refused'
  if (error.name === 'InvalidStateError') return 'there'
  if (error.name === 'TimeoutError') return 'refused'
  return error.name === 'NotAllowedError' || error.name === 'AbortError' ? 'cancelled' : 'notMade'
}
