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
import { useCloseOnBack } from './useCloseOnBack.ts'
import { usePhone } from './useMediaQuery.ts'

/**
 * `ask` is a question with its answers, `form` a few fields, `drawer` a list at the side: on phones all three are bottom sheets.
 * `page` (1024 by 800) and `wide` (1600) hold a page with its own address, `full` fills the screen: on phones all three do.
 */
export type DialogShape = 'ask' | 'form' | 'drawer' | 'page' | 'wide' | 'full'
const sheets: ReadonlySet<DialogShape> = new Set(['ask', 'form', 'drawer'])

export type DialogProps = {
  opened: boolean
  /** Called by the close button, Escape and a press on the backdrop; the owner of `opened` decides. */
  close: () => void
  title: string
  shape?: DialogShape
  /** What is in it, where that changes: another page is shown from its beginning. */
  page?: string
  /** A sticky footer for the actions. */
  foot?: ReactNode
  children: ReactNode
}

/**
 * The implementation of `Dialog`, for components that are loaded lazily themselves. Moves focus in, traps and restores it; the
 * page behind neither scrolls nor reacts.
 */
export function DialogBox({ opened, close, title, shape = 'form', page, foot, children }: DialogProps) {
  const t = useTexts('kit', english)
  const isPhone = usePhone()
  // Rendered closed first: Mantine remembers where to return focus at the moment of opening.
  const shown = useDeferredValue(opened, false)
  const isTop = useIsTop(shown)
  useCloseOnBack(shown, close)
  const body = useRef<HTMLElement>(null)
  const startsInField = shape === 'form' && !isPhone
  const setBody = useCallback(
    (node: HTMLElement | null) => {
      body.current = node
      if (startsInField) focusFirstField(node)
    },
    [startsInField],
  )
  const transition = isPhone ? 'slide-up' : shape === 'drawer' ? 'slide-left' : 'fade'
  return (
    <Kit>
      <Modal.Root
        opened={shown}
        onClose={close}
        closeOnEscape={isTop}
        // Mantine's scroll lock injects a style element at run time; kit.css does it without one.
        lockScroll={false}
        transitionProps={{ duration: 150, transition }}
        zIndex="var(--z-dialog)"
        classNames={{
          inner: classes(styles.inner, isPhone ? sheets.has(shape) && styles.below : styles[`${shape}Inner`]),
          overlay: styles.overlay,
          content: classes(styles.content, isPhone ? styles[sheets.has(shape) ? 'sheet' : 'full'] : styles[shape]),
        }}
      >
        <Modal.Overlay />
        <Modal.Content data-dialog="">
          {/* Mantine's own header would be a second banner landmark. */}
          <div className={styles.head}>
            <Modal.Title className={styles.title}>{title}</Modal.Title>
            <IconButton label={t('close')} onClick={close}>
              <CloseIcon />
            </IconButton>
          </div>
          <Modal.Body ref={setBody} className={styles.body}>
            {/* Mounted anew with each page. */}
            <span key={page} ref={toBeginning} hidden />
            <Scroller value={body}>{children}</Scroller>
          </Modal.Body>
          {foot && <div className={styles.foot}>{foot}</div>}
        </Modal.Content>
      </Modal.Root>
    </Kit>
  )
}

/** Scrolls the parent of an element to its beginning. */
function toBeginning(node: HTMLElement | null): void {
  if (node?.parentElement) node.parentElement.scrollTop = 0
}

/**
 * Focuses the first field of a form instead of the close button, which comes first: typing a space right away would close the
 * dialog. Fields that appear only after loading get focus then, unless the user has moved it. Not done on phones, where the
 * keyboard would cover the dialog before it can be read.
 */
function focusFirstField(body: HTMLElement | null): void {
  if (!body) return
  const firstField = firstFieldIn(body)
  if (firstField) return firstField.setAttribute('data-autofocus', '')
  const observer = new MutationObserver(() => {
    const field = firstFieldIn(body)
    if (!field) return
    observer.disconnect()
    const dialog = body.closest('[role="dialog"]')
    const closeButton = dialog?.querySelector('button')
    if ([dialog, closeButton].includes(document.activeElement)) field.focus()
  })
  observer.observe(body, { childList: true, subtree: true })
}

const firstFieldIn = (body: HTMLElement) =>
  body.querySelector<HTMLElement>(':is(input, select, textarea):not([type="hidden"], [type="file"], :disabled)')
