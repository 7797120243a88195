import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { ButtonLink } from '../kit/Button.tsx'
import styles from './Answer.module.css'

/** A message as the page's heading, with a link onward. */
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
  /** The label of the link into the app; omitted for none. */
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

/** Focuses the new heading, so that it is read out and Tab continues from there: the pressed button may be gone. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true })
