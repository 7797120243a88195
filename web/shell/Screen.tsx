import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './Screen.module.css'

/**
 * The frame of every screen: its title as the one h1 and as the document's title, and `actions` at the right on laptops,
 * at the foot on phones. After going from one screen to another the title has focus, so that it is read out and the
 * next Tab goes on from there. `narrow` holds cards and forms to a width that is easy to read.
 */
export function Screen({
  title,
  actions,
  narrow,
  children,
}: {
  title: string
  actions?: ReactNode
  narrow?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, key } = useLocation()
  useEffect(() => {
    document.title = title ? `${title} · Touchline` : 'Touchline'
  }, [title])
  const seen = useRef<string>(undefined)
  useEffect(() => {
    // The first screen after loading the page: the browser itself puts the reader at its beginning. And who only turns
    // to another month of the same screen stays where they are.
    const moved = seen.current !== pathname && key !== 'default'
    seen.current = pathname
    if (!moved) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [pathname, key])
  return (
    <div className={narrow ? styles.narrow : styles.screen}>
      <div className={styles.top}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}
