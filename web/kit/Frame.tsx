import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Field.module.css'

/** What every field of the kit takes. `form.field(name)` gives all of it but `label` and `hint`. */
export type FieldProps<Value> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  onBlur?: (() => void) | undefined
  /** By it the form finds the field that something is wrong with. */
  name?: string | undefined
  /** What is wrong with what stands in it; read out when it appears. */
  fault?: string | undefined
  hint?: ReactNode
  required?: boolean | undefined
  /** Why it cannot be filled in now; it can be read all the same. */
  disabledReason?: string | undefined
}

/** What a control inside of a frame says of itself. */
export const describedBy = (id: string, { fault, required }: Pick<FieldProps<unknown>, 'fault' | 'required'>) => ({
  'aria-invalid': fault !== undefined,
  'aria-describedby': `${id}-below`,
  ...(required && { 'aria-required': true }),
})

type Props = Pick<FieldProps<unknown>, 'label' | 'name' | 'fault' | 'hint' | 'required' | 'disabledReason'> & {
  /** Of the control inside. */
  id: string
  /** Stands at the right below it, such as how many characters are left. */
  count?: ReactNode
  /** Several controls under one name, such as radio buttons. */
  group?: boolean
  /** The name is there for screen readers alone: something beside it says the same to eyes. */
  labelHidden?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A field's name above it, and below it what is wrong, why it cannot be filled in, or what it is for. */
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
