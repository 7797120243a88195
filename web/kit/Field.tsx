import { type ComponentProps, type ReactNode, useId } from 'react'
import { withProtocol } from '#shared/rules/webAddresses.ts'
import { classes } from './classes.ts'
import styles from './Field.module.css'
import { describedBy, type FieldProps, Frame } from './Frame.tsx'

type Props = FieldProps<string> &
  Omit<ComponentProps<'input'>, keyof FieldProps<string> | 'disabled'> & {
    /** Shown below at the right, such as the number of characters left. */
    count?: ReactNode
    labelHidden?: boolean
    /** Shown inside the field before the text: a magnifying glass, a currency. Not read out. */
    before?: ReactNode
  }

/** A single-line text field. A URL may be typed without `https://`, which is added on blur or Enter. */
export function Field({
  label,
  value,
  onChange,
  name,
  fault,
  hint,
  count,
  required,
  disabledReason,
  labelHidden,
  before,
  className,
  ...rest
}: Props) {
  const id = useId()
  const readOnly = rest.readOnly || disabledReason !== undefined
  const completeUrl = withProtocol(value)
  const applyCompleteUrl = () => rest.type === 'url' && !readOnly && completeUrl !== value && onChange(completeUrl)
  const ariaProps = describedBy(id, { fault, required })
  const input = (
    <input
      {...rest}
      {...ariaProps}
      aria-describedby={count === undefined ? `${id}-below` : `${id}-below ${id}-count`}
      id={id}
      name={name}
      value={value}
      readOnly={readOnly}
      className={classes(styles.input, className)}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => {
        applyCompleteUrl()
        rest.onBlur?.()
      }}
      // Enter submits the form without a blur.
      onKeyDown={(event) => {
        if (event.key === 'Enter') applyCompleteUrl()
        rest.onKeyDown?.(event)
      }}
    />
  )
  return (
    <Frame {...{ id, label, name, fault, hint, count, required, disabledReason, labelHidden }}>
      {before ? (
        <span className={styles.around}>
          <span className={styles.before} aria-hidden="true">
            {before}
          </span>
          {input}
        </span>
      ) : (
        input
      )}
    </Frame>
  )
}
