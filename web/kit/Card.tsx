import type { ReactNode } from 'react'
import styles from './Card.module.css'
import { classes } from './classes.ts'

/**
 * A raised surface for one item. `accent` is a CSS colour shown as a bar at its edge (a team, an event type); its meaning must
 * also be written as text, since colour alone is not accessible.
 */
export function Card({
  as: Tag = 'section',
  accent,
  dense,
  className,
  children,
  ...rest
}: {
  as?: 'section' | 'article' | 'li' | 'div'
  accent?: string
  /** Less padding, for long lists. */
  dense?: boolean
  className?: string
  children: ReactNode
  'aria-labelledby'?: string
  'aria-label'?: string
  'aria-busy'?: boolean
}) {
  return (
    <Tag {...rest} className={classes(styles.card, dense && styles.dense, className)}>
      {accent && <span className={styles.accent} style={{ background: accent }} aria-hidden="true" />}
      {children}
    </Tag>
  )
}
