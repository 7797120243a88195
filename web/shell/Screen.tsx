import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { classes } from '../kit/classes.ts'
import { DialogContext, PlaceContext } from './place.ts'
import styles from './Screen.module.css'
import { placeOf, restoreScroll } from './scroll.ts'

type Props = {
  title: string
  /** What can be done: at the right on laptops, on phones at the foot, where the thumb is. */
  actions?: ReactNode
  /** `form` is a width that is easy to read, for cards and fields; `page` is for lists and tables, `full` for all there is. */
  width?: 'form' | 'page' | 'full'
  /** On phones what is in it takes the whole screen, up to its edges: its title is for screen readers alone. */
  whole?: boolean | undefined
  children: ReactNode
}

/**
 * The frame of every screen: its title as the one h1 and as the document's title. After going from one screen to another the
 * title has focus, so that it is read out and the next Tab goes on from there; who goes back finds the page where it was. In
 * a dialog it is the dialog that shows the title.
 */
export function Screen({ title, actions, width = 'page', whole = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const dialog = useContext(DialogContext)
  const inDialog = dialog !== undefined
  useTitle(title, inDialog)
  useLayoutEffect(() => dialog?.setTitle(title), [dialog, title])
  useArrival(heading, inDialog)
  return (
    <div className={classes(styles.screen, styles[width], inDialog && styles.inDialog, whole && styles.whole)}>
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

/** The title of the document; that of the page beneath comes back when a dialog goes. */
function useTitle(title: string, inDialog: boolean): void {
  useEffect(() => {
    document.title = title ? `${title} · Touchline` : 'Touchline'
  }, [title])
  const before = useRef(document.title)
  useLayoutEffect(() => {
    const back = before.current
    return () => {
      if (inDialog) document.title = back
    }
  }, [inDialog])
}

/** Where a page begins for who has come to it. */
function useArrival(heading: { current: HTMLElement | null }, inDialog: boolean): void {
  const { pathname, key } = useLocation()
  const { cameBack } = useContext(PlaceContext)
  const seen = useRef<string>(undefined)
  useEffect(() => {
    const moved = seen.current !== pathname
    seen.current = pathname
    // Who only turns to another month of the same screen stays where they are.
    if (inDialog || !moved) return
    if (!cameBack) window.scrollTo(0, 0)
    // At the first screen after loading the page the browser itself puts the reader at its beginning.
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
    if (cameBack) return restoreScroll(placeOf({ key, pathname }))
  }, [pathname, key, inDialog, cameBack, heading])
}
