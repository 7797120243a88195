import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { classes } from '../kit/classes.ts'
import { DialogContext, NavigationStateContext } from './navigationState.ts'
import styles from './Screen.module.css'
import { toPageKey, restoreScroll } from './scroll.ts'

type Props = {
  title: string
  /** Above the title: a `BackLink`. */
  back?: ReactNode
  /** The actions: at the right on laptops, at the foot on phones, within reach of the thumb. */
  actions?: ReactNode
  /** `form` is a readable width, for cards and fields; `page` is for lists and tables; `full` uses the whole width. */
  width?: 'form' | 'page' | 'full'
  /** On phones the content fills the screen edge to edge; the title is then for screen readers only. */
  isWhole?: boolean | undefined
  children: ReactNode
}

/**
 * The frame of every screen, with its title as the only h1 and the document title. After navigation the title has focus, so
 * that it is read out and Tab continues from there; after Back the scroll position is restored. In a dialog, the dialog
 * shows the title.
 */
export function Screen({ title, back, actions, width = 'page', isWhole = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const dialog = useContext(DialogContext)
  const inDialog = dialog !== undefined
  useTitle(title, inDialog)
  useLayoutEffect(() => dialog?.setTitle(title), [dialog, title])
  useArrival(heading, inDialog)
  return (
    <div className={classes(styles.screen, styles[width], inDialog && styles.inDialog, isWhole && styles.whole)}>
      {back}
      {(!inDialog || actions) && (
        <div className={styles.top}>
          {!inDialog && (
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
          )}
          {actions && (
            <div className={styles.actions} data-actions="">
              {actions}
            </div>
          )}
        </div>
      )}
      {children}
    </div>
  )
}

/** Sets the document title; when a dialog closes, that of the page beneath is restored. */
function useTitle(title: string, inDialog: boolean): void {
  useEffect(() => {
    document.title = title ? `${title} · Touchline` : 'Touchline'
  }, [title])
  const previousTitle = useRef(document.title)
  useLayoutEffect(() => {
    const restoredTitle = previousTitle.current
    return () => {
      if (inDialog) document.title = restoredTitle
    }
  }, [inDialog])
}

/** Scroll position and focus after navigation. */
function useArrival(heading: { current: HTMLElement | null }, inDialog: boolean): void {
  const { pathname, key } = useLocation()
  const { isBack } = useContext(NavigationStateContext)
  const previousPathname = useRef<string>(undefined)
  useEffect(() => {
    const hasMoved = previousPathname.current !== pathname
    previousPathname.current = pathname
    // Stay in place within the same screen, such as for another month.
    if (inDialog || !hasMoved) return
    if (!isBack) window.scrollTo(0, 0)
    // After a page load the browser itself puts focus at the beginning.
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
    if (isBack) return restoreScroll(toPageKey({ key, pathname }))
  }, [pathname, key, inDialog, isBack, heading])
}
