import { useEffect, useState } from 'react'
import { maxPasskeys } from '#shared/rules/passkeys.ts'
import { useTexts } from '../i18n.ts'
import { confirm } from '../kit/confirm.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { requireRecentPassword } from '../session/freshSignIn.ts'
import { secondFactor } from '../session/ownAccount.ts'
import { type Passkey, passkeys } from '../session/passkeys.ts'
import { withToken } from '../session/tokens.ts'
import { supportsPasskeys } from '../session/webAuthn.ts'
import { addPasskey, outcomes } from './addPasskey.ts'
import texts from './texts.en.json'

/** `factor`: whether a second factor is on; the user pool does not accept passkeys beside one. */
type PasskeyState = { list: readonly Passkey[]; factor: boolean }

const readPasskeys = async (): Promise<PasskeyState> => {
  const [list, factor] = await Promise.all([withToken(passkeys.list), withToken(secondFactor.isOn)])
  return { list, factor }
}

/**
 * The account's passkeys, read again whenever `factorChanges` changes, and how they are added and removed. `busy`: 'add', or
 * the id of the passkey that is being removed.
 */
export function usePasskeys(factorChanges: number) {
  const t = useTexts('account', texts)
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
  return { passkeyState, busy, retry, add, remove, whyCannotAdd }
}
