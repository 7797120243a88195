import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { classes } from './classes.ts'
import { AlertIcon, CheckIcon } from './icons.tsx'

export type Tone = 'plain' | 'primary' | 'success' | 'warning' | 'danger'

/** A short label for the item next to it: "Archived", "3 due". */
export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classes(styles.badge, styles[tone])}>{children}</span>
)

/** A sentence that applies to everything below it: "The coach has hidden the roster." */
export const Notice = ({ tone = 'primary', children }: { tone?: Tone; children: ReactNode }) => (
  <div className={classes(styles.notice, styles[tone])}>
    {(tone === 'warning' || tone === 'danger') && <AlertIcon size={20} />}
    {tone === 'success' && <CheckIcon size={20} />}
    <div>{children}</div>
  </div>
)
