import { type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { createEmitter } from './emitter.ts'
import { AlertIcon, CheckIcon, CloseIcon } from './icons.tsx'
import { hasSkeletons } from './Skeleton.tsx'
import styles from './Snackbar.module.css'

export type Snack = {
  text: string
  tone?: 'plain' | 'success' | 'danger'
  /** What the message is about: it replaces an earlier one about the same, which is no longer true. */
  about?: string
  /** An action such as Undo or Retry; pressing it dismisses the message. */
  action?: { label: string; run: () => void }
}
type QueuedSnack = Snack & { id: number }

/** How long a message stays, in milliseconds; errors and messages with an action stay twice as long. */
const snackTime = 5000
const timeOf = ({ tone, action }: Snack) => (tone === 'danger' || action ? 2 * snackTime : snackTime)
const maxSnacks = 3

let queue: readonly QueuedSnack[] = []
let lastId = 0
const [subscribe, emit] = createEmitter()
function setQueue(next: readonly QueuedSnack[]) {
  queue = next
  emit()
}

/** Shows a short message at the foot of the screen; can be called from anywhere. It is read out and dismisses itself. */
export function showSnackbar(snack: Snack): void {
  lastId += 1
  const isReplaced = ({ text, about }: Snack) => text === snack.text || (about !== undefined && about === snack.about)
  setQueue([...queue.filter((shown) => !isReplaced(shown)), { ...snack, id: lastId }].slice(-maxSnacks))
}
export const dismissSnackbars = (): void => setQueue([])
const dismiss = (id: number) => setQueue(queue.filter((snack) => snack.id !== id))

function Message({ snack, closeLabel }: { snack: QueuedSnack; closeLabel: string }) {
  const { id, text, tone = 'plain', action } = snack
  const time = timeOf(snack)
  // Keep the message while the pointer or focus is on it.
  const [isHeld, setHeld] = useState(false)
  // Focus was here when the action behind the message ran.
  const [focusedBefore] = useState(() => document.activeElement)
  /** Dismisses the message. Its button goes with it, so keyboard focus returns to where it was before. */
  function dismissAndRefocus({ detail }: MouseEvent): void {
    dismiss(id)
    // Keyboard clicks have a `detail` of 0. On touch, focusing a field would open the on-screen keyboard.
    if (detail > 0) return
    const isOnPage =
      focusedBefore instanceof HTMLElement && focusedBefore.isConnected && focusedBefore !== document.body
    const target = isOnPage ? focusedBefore : document.querySelector<HTMLElement>('main[tabindex]')
    target?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), time)
    return () => clearTimeout(timer)
  }, [id, time, isHeld])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering only pauses the timer; actions are buttons
    <li
      className={classes(styles.snack, styles[tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {tone === 'danger' && <AlertIcon size={20} />}
      {tone === 'success' && <CheckIcon size={20} />}
      <span className={styles.text}>{text}</span>
      {action && (
        <Button
          kind="quiet"
          className={styles.action}
          onClick={(event) => {
            dismissAndRefocus(event)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={closeLabel} className={styles.close} onClick={dismissAndRefocus}>
        <CloseIcon size={20} />
      </IconButton>
    </li>
  )
}

type Props = {
  closeLabel: string
  /** The text shown while something is loading; undefined otherwise. */
  loading?: string | undefined
}

/** The message region, mounted once by the shell. Errors interrupt a screen reader, other messages wait. */
export function Snackbars({ closeLabel, loading }: Props) {
  const snacks = useSyncExternalStore(subscribe, () => queue)
  const errors = snacks.filter(({ tone }) => tone === 'danger')
  const messages = snacks.filter(({ tone }) => tone !== 'danger')
  return (
    <div className={styles.region} data-passing>
      <div role="alert">{errors.length > 0 && <List snacks={errors} closeLabel={closeLabel} />}</div>
      <div role="status">{messages.length > 0 && <List snacks={messages} closeLabel={closeLabel} />}</div>
      <div role="status">{loading && <Loading text={loading} />}</div>
    </div>
  )
}

/**
 * Shows that loading takes a while. If skeletons are on the page, screen readers already know, in more words ("Loading today"),
 * so this one is only visual. Decided once when it appears: announcing "Loading" just as the list has arrived would be wrong.
 */
function Loading({ text }: { text: string }) {
  const [isSilent] = useState(hasSkeletons)
  return (
    <p className={styles.loading} aria-hidden={isSilent || undefined} data-loading="">
      <span className={styles.turning} aria-hidden="true" />
      {text}
    </p>
  )
}

function List({ snacks, closeLabel }: { snacks: readonly QueuedSnack[]; closeLabel: string }) {
  return (
    <ul className={styles.list}>
      {snacks.map((snack) => (
        <Message key={snack.id} snack={snack} closeLabel={closeLabel} />
      ))}
    </ul>
  )
}
