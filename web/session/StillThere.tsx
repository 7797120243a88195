import { type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { useOpenDialog } from '../kit/openDialogs.ts'
import styles from './StillThere.module.css'
import english from './texts.en.json'
import { type SessionEnding, extendSession } from './expiry.ts'

/** The seconds left at which they are read out, after the announcement on opening: every second would be too much. */
const announcedSeconds = [30, 10]

/**
 * Asks whether the user is still there, with a countdown. A native modal dialog: it is above all others, traps focus and returns
 * it. Escape counts as activity too.
 */
export function StillThere({ seconds, canStay }: SessionEnding) {
  const t = useTexts('session', english)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [state, setState] = useState<'asking' | 'staying' | 'failed'>('asking')
  const countdownText = (count: number) => t('signedOutIn', { count })
  const announcedAt = announcedSeconds.findLast((at) => seconds <= at)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Close it before it is unmounted, so that focus returns.
    return () => element?.close()
  }, [])
  useOpenDialog(true)
  useTitle(`(${seconds}) ${t('stillThere')}`)

  async function stayHere() {
    if (state === 'staying') return
    setState('staying')
    // On success the dialog closes by itself, as it does when another tab was faster.
    setState((await extendSession()) ? 'asking' : 'failed')
  }
  function onCancel(event: SyntheticEvent) {
    event.preventDefault()
    // If signing in again is needed, an accidental Escape must not navigate.
    if (canStay) void stayHere()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      aria-describedby={`${id}-left ${id}-hint`}
      onCancel={onCancel}
      // Browsers close a dialog on the second Escape, even if the first was prevented.
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      <h2 id={id}>{t('stillThere')}</h2>
      <p id={`${id}-left`} role="timer" className={styles.left}>
        {countdownText(seconds)}
      </p>
      <p id={`${id}-hint`} className={styles.hint} hidden={canStay}>
        {!canStay && t('lastOfSession')}
      </p>
      <p className="visually-hidden" role="status">
        {announcedAt !== undefined && countdownText(announcedAt)}
      </p>
      <p role="alert" className={styles.failed}>
        {state === 'failed' && t('cannotStay')}
      </p>
      {/* A kit dialog beneath would handle every Escape unless told not to. */}
      <Button
        kind="primary"
        wide
        busy={state === 'staying'}
        data-mantine-stop-propagation="true"
        onClick={() => void stayHere()}
      >
        {t('stillHere')}
      </Button>
    </dialog>
  )
}

/** Sets the document title while mounted, then restores the previous one. */
function useTitle(title: string): void {
  const previousTitle = useRef(document.title)
  useEffect(() => {
    document.title = title
  }, [title])
  useLayoutEffect(() => {
    const restoredTitle = previousTitle.current
    return () => {
      document.title = restoredTitle
    }
  }, [])
}
