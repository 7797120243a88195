import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import styles from './Button.module.css'
import { Link } from './Link.tsx'
import { classes } from './classes.ts'

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'success' | 'danger'

type Props = Omit<ComponentProps<'button'>, 'disabled'> & {
  kind?: ButtonKind
  icon?: ReactNode
  /**
   * Why the button is disabled. It stays focusable, and the reason is shown below it and read out. Where there is room for only
   * one line, at the foot of a phone, a press toggles between the whole reason and one line.
   */
  disabledReason?: string | undefined
  /** The id of an element with the reason, where several buttons share one. */
  disabledBy?: string
  /** Work is in progress: prevents a second press. */
  busy?: boolean
  wide?: boolean
  /** For a quiet button below other text: aligns its label with that text. */
  flush?: boolean
}

/** A touch-sized button. `aria-pressed` gives it the selected look. */
export function Button({
  kind = 'plain',
  icon,
  disabledReason,
  disabledBy,
  busy,
  wide,
  flush,
  className,
  children,
  onClick,
  ...rest
}: Props) {
  const reasonId = useId()
  const [isReasonExpanded, setReasonExpanded] = useState(false)
  const isBlocked = disabledReason !== undefined || disabledBy !== undefined || busy === true
  const button = (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, styles[kind], wide && styles.wide, flush && styles.flush, className)}
      aria-disabled={isBlocked || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason === undefined ? (disabledBy ?? rest['aria-describedby']) : reasonId}
      // A blocked submit button must not send its form either.
      onClick={
        isBlocked
          ? (event) => {
              event.preventDefault()
              setReasonExpanded(!isReasonExpanded)
            }
          : onClick
      }
    >
      {icon}
      {children}
    </button>
  )
  if (disabledReason === undefined) return button
  return (
    <span className={classes(styles.withReason, wide && styles.wide)} data-reasoned="">
      {button}
      <span id={reasonId} className={styles.reason} data-reason={isReasonExpanded ? 'whole' : 'line'}>
        {disabledReason}
      </span>
    </span>
  )
}

/** A link styled as a button, for navigation only. */
export function ButtonLink({
  to,
  kind = 'plain',
  icon,
  wide,
  flush,
  loads = false,
  'aria-label': label,
  children,
}: {
  to: string
  kind?: ButtonKind
  icon?: ReactNode
  wide?: boolean
  flush?: boolean
  /** Does a full page load. */
  loads?: boolean
  'aria-label'?: string
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      reloadDocument={loads}
      className={classes(styles.button, styles[kind], wide && styles.wide, flush && styles.flush)}
      aria-label={label}
    >
      {icon}
      {children}
    </Link>
  )
}

/** An icon-only button; `label` is its accessible name and tooltip. */
export function IconButton({ label, className, ...rest }: Omit<Props, 'icon' | 'wide'> & { label: string }) {
  return (
    <Button kind="quiet" {...rest} className={classes(styles.iconOnly, className)} aria-label={label} title={label} />
  )
}
