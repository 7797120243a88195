import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

type Props = ComponentProps<'input'> & {
  label: string
  /** What is wrong with what stands in it; read out when it appears. */
  fault?: string | undefined
  hint?: string | undefined
  /** Stands at the right below it, such as how many characters are left. */
  count?: ReactNode
}

/** A line to type in, with its name above it, and below it what is wrong or what it is for. */
export function Field({ label, fault, hint, count, ...rest }: Props) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        aria-invalid={fault !== undefined}
        aria-describedby={count === undefined ? `${id}-below` : `${id}-below ${id}-count`}
      />
      <p className={styles.below}>
        <span id={`${id}-below`} role="status" className={fault === undefined ? styles.hint : styles.fault}>
          {fault ?? hint}
        </span>
        {count !== undefined && (
          <span id={`${id}-count`} className={styles.count}>
            {count}
          </span>
        )}
      </p>
    </div>
  )
}
