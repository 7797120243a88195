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
type Known = { list: readonly Passkey[]; factor: boolean }

const read = async (): Promise<Known> => {
  const [list, factor] = await Promise.all([withToken(passkeys.list), withToken(secondFactor.isOn)])
  return { list, factor }
}

/** The account's passkeys. `factorChanges` counts how often the second factor was turned on or off meanwhile. */
export function Passkeys({ factorChanges }: { factorChanges: number }) {
  const t = useTexts('account', texts)
  const headingId = useId()
  const [known, setKnown] = useState<Known | 'asking' | 'failed'>('asking')
  const [busy, setBusy] = useState<string>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let shown = true
    read().then(
      (now) => shown && setKnown(now),
      () => shown && setKnown('failed'),
    )
    return () => {
      shown = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- read again on each retry, and after each change of the second factor
  }, [tries, factorChanges])
  function again() {
    setKnown('asking')
    setTries(tries + 1)
  }
  const tell = (text: string, tone: 'success' | 'danger' | 'plain' = 'danger') => showSnackbar({ text, tone })

  async function add({ list }: Known) {
    setBusy('add')
    const said = await added(list)
    if (said) {
      const [text, tone] = outcomes[said]
      tell(t(text, { most: maxPasskeys }), tone)
      setTries(tries + 1)
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
          const now = await withToken(passkeys.list)
          if (now.some((each) => each.id === id)) throw error
        })
        tell(t('passkeyRemoved'), 'success')
        setTries(tries + 1)
      }
    } catch {
      tell(t('passkeyNotRemoved'))
    } finally {
      setBusy(undefined)
    }
  }

  const why = (is: Known) =>
    !supportsPasskeys()
      ? t('passkeyNotSupported')
      : is.factor
        ? t('passkeyFactor')
        : is.list.length >= maxPasskeys
          ? t('passkeysMost', { most: maxPasskeys })
          : undefined
  return (
    <Card className={styles.part} aria-labelledby={headingId} aria-busy={known === 'asking'}>
      <h2 id={headingId} className={styles.title}>
        {t('passkeys')}
      </h2>
      <p className={styles.hint}>{t('passkeysHint', { most: maxPasskeys })}</p>
      <KeptFocus label={t('passkeys')} className={styles.kept}>
        {known === 'asking' && (
          <Skeletons label={t('loading')}>
            <Skeleton height="44px" />
          </Skeletons>
        )}
        {known === 'failed' && (
          <>
            <p>{t('passkeysFailed')}</p>
            <Button onClick={again}>{t('retry')}</Button>
          </>
        )}
        {typeof known === 'object' && known.list.length > 0 && (
          <ul className={styles.devices}>
            {known.list.map((each) => (
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
      {typeof known === 'object' && known.list.length > 0 && <p className={styles.hint}>{t('passkeysStay')}</p>}
      {typeof known === 'object' && (
        <Button busy={busy === 'add'} disabledReason={why(known)} onClick={() => void add(known)}>
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
 * password was not entered. `before`: the passkeys that existed.
 */
async function added(before: readonly Passkey[]): Promise<Outcome | undefined> {
  let sent = false
  try {
    if (!(await requireRecentPassword())) return undefined
    const made = await createPasskey(await withToken(passkeys.begin))
    sent = true
    await withToken((token) => passkeys.add(token, made))
  } catch (error) {
    if (error instanceof PoolProblem) return /\bLimitExceededException/.test(error.message) ? 'most' : 'refused'
    // Without a response, the request may still have arrived.
    const now = sent ? await withToken(passkeys.list).catch(() => undefined) : before
    if (!now) return 'notKnown'
    if (!now.some(({ id }) => before.every((each) => each.id !== id))) return whyNotMade(error)
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
