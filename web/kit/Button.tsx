import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import styles from './Button.module.css'
import { classes } from './classes.ts'

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'success' | 'danger'

type Props = Omit<ComponentProps<'button'>, 'disabled'> & {
  kind?: ButtonKind
  icon?: ReactNode
  /**
   * Why it cannot be pressed now. It stays reachable by keyboard, and the sentence stands below it and is read out. Where there is
   * room for one line of it, at the foot of a phone, a press shows all of it, and another one the line again.
   */
  disabledReason?: string | undefined
  /** The id of the sentence that says so, where it stands once for several. */
  disabledBy?: string
  /** Its work is under way: it cannot be pressed a second time. */
  busy?: boolean
  wide?: boolean
  /** Of a quiet one below other text: its word begins where that begins. */
  flush?: boolean
}

/** A button for the thumb. `aria-pressed` gives it its chosen look. */
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
  const [whole, setWhole] = useState(false)
  const blocked = disabledReason !== undefined || disabledBy !== undefined || busy === true
  const button = (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, styles[kind], wide && styles.wide, flush && styles.flush, className)}
      aria-disabled={blocked || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason === undefined ? (disabledBy ?? rest['aria-describedby']) : reasonId}
      // A blocked submit button must not send its form either.
      onClick={
        blocked
          ? (event) => {
              event.preventDefault()
              setWhole(!whole)
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
      <span id={reasonId} className={styles.reason} data-reason={whole ? 'whole' : 'line'}>
        {disabledReason}
      </span>
    </span>
  )
}

/** A link that looks like a button: it leads somewhere and changes nothing. */
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
  /** Loads the page anew. */
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

/** A button that is only a picture; `label` is its name for screen readers and its tip. */
export function IconButton({ label, className, ...rest }: Omit<Props, 'icon' | 'wide'> & { label: string }) {
  return (
    <Button kind="quiet" {...rest} className={classes(styles.iconOnly, className)} aria-label={label} title={label} />
  )
}
