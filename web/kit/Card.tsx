import type { ReactNode } from 'react'
import styles from './Card.module.css'
import { classes } from './classes.ts'

/**
 * A raised surface for one thing. `accent` is a CSS colour shown as a bar at its edge (a team, an event type); what it
 * stands for must also be written, since a colour alone says nothing.
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
  /** Less room around what stands in it: for lists of many. */
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
