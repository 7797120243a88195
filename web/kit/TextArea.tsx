import { type ComponentProps, useId } from 'react'
import { classes } from './classes.ts'
import styles from './Field.module.css'
import { describedBy, type FieldProps, Frame } from './Frame.tsx'

type Props = FieldProps<string> &
  Omit<ComponentProps<'textarea'>, keyof FieldProps<string> | 'disabled'> & {
    /** The maximum length; a character count is shown below. */
    limit?: number
  }

/** A multi-line text field that grows with its content. */
export function TextArea(props: Props) {
  const {
    label,
    value,
    onChange,
    name,
    fault,
    hint,
    required,
    disabledReason,
    limit,
    className,
    rows = 3,
    ...rest
  } = props
  const id = useId()
  const count = limit === undefined ? undefined : `${[...value].length}/${limit}`
  return (
    <Frame {...{ id, label, name, fault, hint, count, required, disabledReason }}>
      <textarea
        {...rest}
        {...describedBy(id, { fault, required })}
        aria-describedby={count === undefined ? `${id}-below` : `${id}-below ${id}-count`}
        id={id}
        name={name}
        rows={rows}
        value={value}
        readOnly={rest.readOnly || disabledReason !== undefined}
        className={classes(styles.input, styles.area, className)}
        onChange={({ target }) => onChange(target.value)}
      />
    </Frame>
  )
}
