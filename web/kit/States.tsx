import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { AlertIcon, RetryIcon } from './icons.tsx'
import styles from './States.module.css'
import { useFocusOnRemoval } from './useFocusOnRemoval.ts'

/** An empty list: says what would be here, with the first step as `children`. */
export function EmptyState({
  title,
  hint,
  icon,
  children,
}: {
  title: string
  hint?: string
  icon?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={styles.state} data-empty="">
      {icon && <span className={styles.icon}>{icon}</span>}
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

/** An error with a retry button where retrying can help. `hint` says what to do if it does not. */
export function ErrorState({
  title,
  hint,
  retryLabel,
  onRetry,
  busy,
}: {
  title: string
  hint?: string
  retryLabel: string
  onRetry?: () => void
  busy?: boolean
}) {
  const box = useFocusOnRemoval()
  return (
    <div ref={box} className={styles.state} role="alert">
      <span className={styles.danger}>
        <AlertIcon size={32} />
      </span>
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {onRetry && (
        <div className={styles.actions}>
          <Button icon={<RetryIcon size={20} />} onClick={onRetry} busy={busy}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
