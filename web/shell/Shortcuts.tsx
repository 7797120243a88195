import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { writeItem, names, readItem } from '../session/stored.ts'
import { Button } from '../kit/Button.tsx'
import { useOpenDialog, hasOpenDialog } from '../kit/openDialogs.ts'
import english from './texts.en.json'
import styles from './Shortcuts.module.css'
import { useSelected } from './useSelection.ts'

/** How long the second key may follow `g`, in milliseconds. */
const sequenceTimeout = 1000

/**
 * Keyboard shortcuts. `?` lists them, and so does the account menu (`requestCount` counts how often). They can be turned off,
 * since speech input may type such keys unintentionally.
 */
export function Shortcuts({ userId, requestCount }: { userId: string; requestCount: number }) {
  const settingName = `${names.personal}${userId}.shortcuts`
  const [isEnabled, setIsEnabled] = useState(() => readItem(settingName) !== 'off')
  const [isOpen, setIsOpen] = useState(requestCount > 0)
  const [seenCount, setSeenCount] = useState(requestCount)
  if (requestCount !== seenCount) {
    setSeenCount(requestCount)
    setIsOpen(true)
  }
  const firstKeyAt = useRef(0)
  const shortcuts = useShortcutMap()

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (!isEnabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (target instanceof Element && target.matches('input, textarea, select, [contenteditable]')) return
    if (hasOpenDialog()) return
    if (key === '?') return setIsOpen(true)
    const isSecond = event.timeStamp - firstKeyAt.current < sequenceTimeout
    firstKeyAt.current = key === 'g' ? event.timeStamp : -sequenceTimeout
    const shortcut = shortcuts[isSecond ? `g ${key}` : key]
    if (!shortcut) return
    // Otherwise the key would be typed into the field that gets focus.
    event.preventDefault()
    shortcut.run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  if (!isOpen) return null
  return (
    <ShortcutsDialog
      shortcuts={shortcuts}
      isEnabled={isEnabled}
      setIsEnabled={(next) => {
        setIsEnabled(next)
        writeItem(settingName, next ? 'on' : 'off')
      }}
      close={() => setIsOpen(false)}
    />
  )
}

type ShortcutMap = Record<string, { text: string; run: () => void }>
type ShortcutsDialogProps = {
  shortcuts: ShortcutMap
  isEnabled: boolean
  setIsEnabled: (on: boolean) => void
  close: () => void
}

function ShortcutsDialog({ shortcuts, isEnabled, setIsEnabled, close }: ShortcutsDialogProps) {
  const t = useTexts('shell', english)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useOpenDialog(true)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Close it before it is unmounted, so that focus returns.
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{t('shortcuts')}</h2>
      <dl className={styles.keys}>
        {[...Object.entries(shortcuts), ['?', { text: t('shortcuts') }] as const].map(([keys, { text }]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.on}>
        <input type="checkbox" checked={isEnabled} onChange={({ target }) => setIsEnabled(target.checked)} />
        {t('useShortcuts')}
      </label>
      <Button kind="primary" onClick={close}>
        {t('close')}
      </Button>
    </dialog>
  )
}

/** The action of each key or key sequence for the current selection. */
function useShortcutMap(): ShortcutMap {
  const t = useTexts('shell', english)
  const navigate = useNavigate()
  const { selection, coaching, open, playersAndTeams } = useSelected()
  const team = coaching && typeof selection === 'object' ? selection : undefined
  const { players = [], following = [] } = playersAndTeams.data ?? {}
  const hasPlayers = players.length + following.length > 0
  const calendar = team ? paths.calendar(team) : hasPlayers ? paths.fanCalendar() : undefined
  const goTo = (path: string) => () => void navigate(path)
  return {
    'g t': { text: t('today'), run: goTo(paths.today()) },
    ...(calendar && { 'g c': { text: t('calendar'), run: goTo(calendar) } }),
    s: { text: t('choose'), run: open },
    '/': {
      text: t('toFilter'),
      run: () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus(),
    },
  }
}
