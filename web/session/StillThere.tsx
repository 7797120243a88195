import { type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { useOpenDialog } from '../kit/openDialogs.ts'
import styles from './StillThere.module.css'
import english from './texts.en.json'
import { type Ending, stay } from './expiry.ts'

/** How many seconds are left when they are read out, after what opening the dialog has said: each one would be a torment. */
const readOut = [30, 10]

/**
 * Asks whether somebody is still there, with the seconds that are left. The browser's own modal dialog: it stands above
 * every other one, keeps focus in it, and gives it back. Escape is a sign of life, too.
 */
export function StillThere({ seconds, canStay }: Ending) {
  const t = useTexts('session', english)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [state, setState] = useState<'asking' | 'staying' | 'failed'>('asking')
  const sentence = (count: number) => t('signedOutIn', { count })
  const heard = readOut.findLast((at) => seconds <= at)

  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // While it is still in the page, so that focus goes back.
    return () => shown?.close()
  }, [])
  useOpenDialog(true)
  useTitle(`(${seconds}) ${t('stillThere')}`)

  async function remain() {
    if (state === 'staying') return
    setState('staying')
    // When it worked, the dialog goes by itself, as it does when another tab was quicker.
    setState((await stay()) ? 'asking' : 'failed')
  }
  function signOfLife(event: SyntheticEvent) {
    event.preventDefault()
    // To be led to signing in takes more than a slip of the finger.
    if (canStay) void remain()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      aria-describedby={`${id}-left ${id}-hint`}
      onCancel={signOfLife}
      // A browser closes it at the second Escape, whatever we say.
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      <h2 id={id}>{t('stillThere')}</h2>
      <p id={`${id}-left`} role="timer" className={styles.left}>
        {sentence(seconds)}
      </p>
      <p id={`${id}-hint`} className={styles.hint} hidden={canStay}>
        {!canStay && t('lastOfSession')}
      </p>
      <p className="visually-hidden" role="status">
        {heard !== undefined && sentence(heard)}
      </p>
      <p role="alert" className={styles.failed}>
        {state === 'failed' && t('cannotStay')}
      </p>
      {/* A dialog of the kit beneath this one takes every Escape for its own, unless it is told not to. */}
      <Button
        kind="primary"
        wide
        busy={state === 'staying'}
        data-mantine-stop-propagation="true"
        onClick={() => void remain()}
      >
        {t('stillHere')}
      </Button>
    </dialog>
  )
}

/** The title of the document while this is shown; the one before it comes back. */
function useTitle(title: string): void {
  const before = useRef(document.title)
  useEffect(() => {
    document.title = title
  }, [title])
  useLayoutEffect(() => {
    const back = before.current
    return () => {
      document.title = back
    }
  }, [])
}
