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
  /** An action such as Undo or Retry; pressing it dismisses the message. */
  action?: { label: string; run: () => void }
}
type Shown = Snack & { id: number }

/** How long a message stays, in milliseconds; errors and messages with an action stay twice as long. */
const snackTime = 5000
const timeOf = ({ tone, action }: Snack) => (tone === 'danger' || action ? 2 * snackTime : snackTime)
const most = 3

let shown: readonly Shown[] = []
let lastId = 0
const [subscribe, emit] = createEmitter()
function set(next: readonly Shown[]) {
  shown = next
  emit()
}

/** Shows a short message at the foot of the screen; can be called from anywhere. It is read out and dismisses itself. */
export function showSnackbar(snack: Snack): void {
  lastId += 1
  set([...shown.filter(({ text }) => text !== snack.text), { ...snack, id: lastId }].slice(-most))
}
export const dismissSnackbars = (): void => set([])
const dismiss = (id: number) => set(shown.filter((snack) => snack.id !== id))

function Message({ snack, closeLabel }: { snack: Shown; closeLabel: string }) {
  const { id, text, tone = 'plain', action } = snack
  const time = timeOf(snack)
  // Keep the message while the pointer or focus is on it.
  const [held, hold] = useState(false)
  // Focus was here when the action behind the message ran.
  const [from] = useState(() => document.activeElement)
  /** Dismisses the message. Its button goes with it, so keyboard focus returns to where it was before. */
  function leave({ detail }: MouseEvent): void {
    dismiss(id)
    // Keyboard clicks have a `detail` of 0. On touch, focusing a field would open the on-screen keyboard.
    if (detail > 0) return
    const isThere = from instanceof HTMLElement && from.isConnected && from !== document.body
    const to = isThere ? from : document.querySelector<HTMLElement>('main[tabindex]')
    to?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(id), time)
    return () => clearTimeout(timer)
  }, [id, time, held])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering only pauses the timer; actions are buttons
    <li
      className={classes(styles.snack, styles[tone])}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {tone === 'danger' && <AlertIcon size={20} />}
      {tone === 'success' && <CheckIcon size={20} />}
      <span className={styles.text}>{text}</span>
      {action && (
        <Button
          kind="quiet"
          className={styles.action}
          onClick={(event) => {
            leave(event)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={closeLabel} className={styles.close} onClick={leave}>
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
  const all = useSyncExternalStore(subscribe, () => shown)
  const errors = all.filter(({ tone }) => tone === 'danger')
  const others = all.filter(({ tone }) => tone !== 'danger')
  return (
    <div className={styles.region} data-passing>
      <div role="alert">{errors.length > 0 && <List snacks={errors} closeLabel={closeLabel} />}</div>
      <div role="status">{others.length > 0 && <List snacks={others} closeLabel={closeLabel} />}</div>
      <div role="status">{loading && <Loading text={loading} />}</div>
    </div>
  )
}

/**
 * Shows that loading takes a while. If skeletons are on the page, screen readers already know, in more words ("Loading today"),
 * so this one is only visual. Decided once when it appears: announcing "Loading" just as the list has arrived would be wrong.
 */
function Loading({ text }: { text: string }) {
  const [silent] = useState(hasSkeletons)
  return (
    <p className={styles.loading} aria-hidden={silent || undefined} data-loading="">
      <span className={styles.turning} aria-hidden="true" />
      {text}
    </p>
  )
}

function List({ snacks, closeLabel }: { snacks: readonly Shown[]; closeLabel: string }) {
  return (
    <ul className={styles.list}>
      {snacks.map((snack) => (
        <Message key={snack.id} snack={snack} closeLabel={closeLabel} />
      ))}
    </ul>
  )
}
