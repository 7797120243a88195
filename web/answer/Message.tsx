import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { ButtonLink } from '../kit/Button.tsx'
import styles from './Answer.module.css'

/** One thing that is said, as the page's heading, and a way on. */
export function Message({
  title,
  icon,
  hint,
  openLabel,
  children,
}: {
  title: string
  icon?: ReactNode
  hint?: string
  /** The name of the link into the product; left out, there is none. */
  openLabel?: string
  children?: ReactNode
}) {
  return (
    <section className={styles.card}>
      <h1 key={title} ref={takeFocus} tabIndex={-1} className={styles.title}>
        {icon}
        {title}
      </h1>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
      {openLabel && (
        <ButtonLink to={paths.today()} wide>
          {openLabel}
        </ButtonLink>
      )}
    </section>
  )
}

/** What is new is read out, and the next Tab goes on from there; what was pressed to get it may be gone. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true })
