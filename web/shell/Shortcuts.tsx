import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { keepItem, names, readItem } from '../session/stored.ts'
import { Button } from '../kit/Button.tsx'
import { useOpenDialog, hasOpenDialog } from '../kit/openDialogs.ts'
import english from './texts.en.json'
import styles from './Shortcuts.module.css'
import { useSelected } from './useSelection.ts'

/** How long the second key may follow `g`, in milliseconds. */
const patience = 1000

/**
 * Keyboard shortcuts. `?` lists them, and so does the account menu (`asked` counts how often). They can be turned off, since
 * speech input may type such keys unintentionally.
 */
export function Shortcuts({ userId, asked }: { userId: string; asked: number }) {
  const keptAs = `${names.personal}${userId}.shortcuts`
  const [on, setOn] = useState(() => readItem(keptAs) !== 'off')
  const [opened, setOpened] = useState(asked > 0)
  const [seen, setSeen] = useState(asked)
  if (asked !== seen) {
    setSeen(asked)
    setOpened(true)
  }
  const began = useRef(0)
  const go = useKeys()

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (!on || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (target instanceof Element && target.matches('input, textarea, select, [contenteditable]')) return
    if (hasOpenDialog()) return
    if (key === '?') return setOpened(true)
    const second = event.timeStamp - began.current < patience
    began.current = key === 'g' ? event.timeStamp : -patience
    const way = go[second ? `g ${key}` : key]
    if (!way) return
    // Otherwise the key would be typed into the field that gets focus.
    event.preventDefault()
    way.lead()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  if (!opened) return null
  return (
    <KeysDialog
      go={go}
      on={on}
      setOn={(next) => {
        setOn(next)
        keepItem(keptAs, next ? 'on' : 'off')
      }}
      close={() => setOpened(false)}
    />
  )
}

type Keys = Record<string, { text: string; lead: () => void }>
type DialogProps = { go: Keys; on: boolean; setOn: (on: boolean) => void; close: () => void }

function KeysDialog({ go, on, setOn, close }: DialogProps) {
  const t = useTexts('shell', english)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useOpenDialog(true)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Close it before it is unmounted, so that focus returns.
    return () => shown?.close()
  }, [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{t('shortcuts')}</h2>
      <dl className={styles.keys}>
        {[...Object.entries(go), ['?', { text: t('shortcuts') }] as const].map(([keys, { text }]) => (
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
        <input type="checkbox" checked={on} onChange={({ target }) => setOn(target.checked)} />
        {t('useShortcuts')}
      </label>
      <Button kind="primary" onClick={close}>
        {t('close')}
      </Button>
    </dialog>
  )
}

/** The action of each key or key sequence for the current selection. */
function useKeys(): Keys {
  const t = useTexts('shell', english)
  const navigate = useNavigate()
  const { selection, coaching, open, playersAndTeams } = useSelected()
  const team = coaching && typeof selection === 'object' ? selection : undefined
  const { players = [], following = [] } = playersAndTeams.data ?? {}
  const hasPlayers = players.length + following.length > 0
  const calendar = team ? paths.calendar(team) : hasPlayers ? paths.fanCalendar() : undefined
  const to = (path: string) => () => void navigate(path)
  return {
    'g t': { text: t('today'), lead: to(paths.today()) },
    ...(calendar && { 'g c': { text: t('calendar'), lead: to(calendar) } }),
    s: { text: t('choose'), lead: open },
    '/': {
      text: t('toFilter'),
      lead: () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus(),
    },
  }
}
