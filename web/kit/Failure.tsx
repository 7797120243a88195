import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Failure.module.css'
import { AlertIcon } from './icons.tsx'

type Props = { text: string; className?: string | undefined; children?: ReactNode }

/** An inline error, read out when it appears; `children` are actions such as retry. */
export const Failure = ({ text, className, children }: Props) => (
  <div className={classes(styles.failure, className)} role="alert">
    <AlertIcon size={20} />
    <p>{text}</p>
    {children}
  </div>
)
