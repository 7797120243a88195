import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Modal } from '@mantine/core'
import { type ReactNode, useCallback, useDeferredValue, useRef } from 'react'
import { useTexts } from '../i18n.ts'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'
import { CloseIcon } from './icons.tsx'
import { Kit } from './Kit.tsx'
import { useIsTop } from './openDialogs.ts'
import { Scroller } from './scroller.ts'
import english from './texts.en.json'
import { useBackCloses } from './useBackCloses.ts'
import { usePhone } from './useMediaQuery.ts'

/**
 * `ask` is a question and its answers, `form` some fields, `drawer` a list at the side: on phones each is a sheet from
 * below. `page` (1024 by 800) and `wide` (1600) hold a page of their own address, `full` takes the whole screen: on phones
 * each of them does.
 */
export type DialogShape = 'ask' | 'form' | 'drawer' | 'page' | 'wide' | 'full'
const sheets: ReadonlySet<DialogShape> = new Set(['ask', 'form', 'drawer'])

export type DialogProps = {
  opened: boolean
  /** The cross, Escape, and a press beside it ask for it; whoever holds `opened` decides. */
  close: () => void
  title: string
  shape?: DialogShape
  /** Stands at the foot and stays in sight: what can be done. */
  foot?: ReactNode
  children: ReactNode
}

/** What `Dialog` draws, for parts that are loaded when they are opened themselves. Focus goes in, stays in and comes back; the page beneath neither scrolls nor is pressed. */
export function DialogBox({ opened, close, title, shape = 'form', foot, children }: DialogProps) {
  const t = useTexts('kit', english)
  const phone = usePhone()
  // Drawn closed first: at the moment of opening Mantine remembers where focus has to go back to.
  const shown = useDeferredValue(opened, false)
  const top = useIsTop(shown)
  useBackCloses(shown, close)
  const body = useRef<HTMLElement>(null)
  const begins = shape === 'form' && !phone
  const hold = useCallback(
    (node: HTMLElement | null) => {
      body.current = node
      if (begins) beginInField(node)
    },
    [begins],
  )
  const from = phone ? 'slide-up' : shape === 'drawer' ? 'slide-left' : 'fade'
  return (
    <Kit>
      <Modal.Root
        opened={shown}
        onClose={close}
        closeOnEscape={top}
        // It would lock the page with a style element made while running; kit.css does it without.
        lockScroll={false}
        transitionProps={{ duration: 150, transition: from }}
        zIndex="var(--z-dialog)"
        classNames={{
          inner: classes(styles.inner, phone ? sheets.has(shape) && styles.below : styles[`${shape}Inner`]),
          overlay: styles.overlay,
          content: classes(styles.content, phone ? styles[sheets.has(shape) ? 'sheet' : 'full'] : styles[shape]),
        }}
      >
        <Modal.Overlay />
        <Modal.Content data-dialog="">
          {/* Mantine's own header would be a second banner of the page. */}
          <div className={styles.head}>
            <Modal.Title className={styles.title}>{title}</Modal.Title>
            <IconButton label={t('close')} onClick={close}>
              <CloseIcon />
            </IconButton>
          </div>
          <Modal.Body ref={hold} className={styles.body}>
            <Scroller value={body}>{children}</Scroller>
          </Modal.Body>
          {foot && <div className={styles.foot}>{foot}</div>}
        </Modal.Content>
      </Modal.Root>
    </Kit>
  )
}

/**
 * The first field of a form gets the focus, where the cross would as the first of all: there the space of somebody who types at once
 * would close the dialog. Fields that stand there only once something was read get it then, unless the person has gone elsewhere. On
 * a phone it would bring the keyboard up before anybody has read what is asked.
 */
function beginInField(body: HTMLElement | null): void {
  if (!body) return
  const first = firstFieldIn(body)
  if (first) return first.setAttribute('data-autofocus', '')
  const watching = new MutationObserver(() => {
    const come = firstFieldIn(body)
    if (!come) return
    watching.disconnect()
    const dialog = body.closest('[role="dialog"]')
    const cross = dialog?.querySelector('button')
    if ([dialog, cross].includes(document.activeElement)) come.focus()
  })
  watching.observe(body, { childList: true, subtree: true })
}

const firstFieldIn = (body: HTMLElement) =>
  body.querySelector<HTMLElement>(':is(input, select, textarea):not([type="hidden"], [type="file"], :disabled)')
