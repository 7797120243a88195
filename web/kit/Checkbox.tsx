import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './Checkbox.module.css'
import type { FieldProps } from './Frame.tsx'

type Props = Omit<FieldProps<boolean>, 'label'> & { label: ReactNode; kind?: 'checkbox' | 'switch' }

/** A yes/no field with its label next to it. */
export function Checkbox(props: Props) {
  const { label, value, onChange, onBlur, name, fault, hint, required, disabledReason, kind = 'checkbox' } = props
  const id = useId()
  return (
    <div className={styles.field} data-field={name}>
      <label className={styles.line}>
        <input
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          name={name}
          checked={value}
          className={styles[kind]}
          aria-invalid={fault !== undefined}
          aria-required={required}
          aria-describedby={`${id}-below`}
          aria-disabled={disabledReason !== undefined || undefined}
          onBlur={onBlur}
          onChange={({ target }) => disabledReason === undefined && onChange(target.checked)}
        />
        <span>{label}</span>
      </label>
      <p id={`${id}-below`} role="status" className={classes(styles.below, fault !== undefined && styles.fault)}>
        {fault ?? disabledReason ?? hint}
      </p>
    </div>
  )
}

/** A setting that takes effect as soon as it is toggled. */
export const Switch = (props: Omit<Props, 'kind'>) => <Checkbox {...props} kind="switch" />
