import { type ReactNode, useEffect } from 'react'
import styles from './BarePage.module.css'
import { Logo } from './Logo.tsx'

/**
 * A page opened from a link in an email, with no frame but the brand. `title` must not contain names: titles stay in the
 * browser's history.
 */
export function BarePage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Touchline`
  }, [title])
  return (
    <main className={styles.page} data-no-foot="">
      <p className={styles.brand}>
        <Logo />
        Touchline
      </p>
      {children}
    </main>
  )
}
