import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Field.module.css'

/** The props of every field of the kit. `form.field(name)` gives all of them but `label` and `hint`. */
export type FieldProps<Value> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  onBlur?: (() => void) | undefined
  /** Lets the form find the field of a fault. */
  name?: string | undefined
  /** The validation error; read out when it appears. */
  fault?: string | undefined
  hint?: ReactNode
  required?: boolean | undefined
  /** Why the field is read-only. */
  disabledReason?: string | undefined
}

/** The ARIA attributes of a control inside a `Frame`. */
export const describedBy = (id: string, { fault, required }: Pick<FieldProps<unknown>, 'fault' | 'required'>) => ({
  'aria-invalid': fault !== undefined,
  'aria-describedby': `${id}-below`,
  ...(required && { 'aria-required': true }),
})

type Props = Pick<FieldProps<unknown>, 'label' | 'name' | 'fault' | 'hint' | 'required' | 'disabledReason'> & {
  /** The id of the control inside. */
  id: string
  /** Shown below at the right, such as the number of characters left. */
  count?: ReactNode
  /** Several controls under one label, such as radio buttons. */
  group?: boolean
  /** The label is for screen readers only, where something visible already says the same. */
  labelHidden?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A field's label above it; below it the fault, the reason it is disabled, or the hint. */
export function Frame(props: Props) {
  const { id, label, name, fault, hint, required, disabledReason, count, group, labelHidden, className, children } =
    props
  const [Box, Label] = group ? (['fieldset', 'legend'] as const) : (['div', 'label'] as const)
  return (
    <Box
      className={classes(styles.field, className)}
      data-field={name}
      {...(group && { 'aria-describedby': `${id}-below` })}
    >
      <Label
        {...(!group && { htmlFor: id })}
        id={`${id}-label`}
        className={classes(styles.label, required && styles.required, labelHidden && 'visually-hidden')}
      >
        {label}
      </Label>
      {children}
      <div className={styles.below}>
        <span id={`${id}-below`} role="status" className={fault === undefined ? styles.hint : styles.fault}>
          {fault ?? disabledReason ?? hint}
        </span>
        {count !== undefined && (
          <span id={`${id}-count`} className={styles.count}>
            {count}
          </span>
        )}
      </div>
    </Box>
  )
}
