import { type ReactNode, useState } from 'react'
import { Link } from '../kit/Link.tsx'
import { classes } from '../kit/classes.ts'
import { fullDayText, readerZone, timeText } from '../kit/format.ts'
import { nameText } from '../i18n.ts'
import styles from './Email.module.css'

type Props = {
  to: string
  email: { subject: string; beginning: string; from: string; time: string }
  /** Label for screen readers if the email is unread. */
  unread?: string | undefined
  children?: ReactNode
  /** An action on the email in the list. */
  action?: ReactNode
}

/** An email in a list: sender, time, subject and its first words. */
export function EmailLine({ to, email: { subject, beginning, from, time }, unread, children, action }: Props) {
  const zone = readerZone()
  const [now] = useState(() => new Date().toISOString())
  const day = fullDayText(time, zone, now)
  const when = day === fullDayText(now, zone, now) ? timeText(time, zone) : day
  return (
    <li className={action ? styles.acted : undefined}>
      <Link to={to} className={classes(styles.line, unread !== undefined && styles.unread)}>
        <span className={styles.from}>
          {unread !== undefined && <span className="visually-hidden">{`${unread}: `}</span>}
          {nameText(from)}
        </span>
        <time className={styles.time} dateTime={time}>
          {when}
        </time>
        <span className={styles.subject}>{subject}</span>
        <span className={styles.beginning}>{beginning}</span>
        {children && <span className={styles.foot}>{children}</span>}
      </Link>
      {action}
    </li>
  )
}
