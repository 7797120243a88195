import { type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'
import { type FieldProps, Frame } from './Frame.tsx'
import { CheckIcon } from './icons.tsx'

export type Choice<Value extends string> = { value: Value; label: string; hint?: ReactNode }
type Props<Value extends string> = FieldProps<Value | ''> & { options: readonly Choice<Value>[]; labelHidden?: boolean }

/** The props of each radio button in a group. */
function radiosOf<Value extends string>(id: string, props: Props<Value>) {
  const { value, onChange, onBlur, name, fault, required, disabledReason } = props
  return (option: Value) => ({
    type: 'radio' as const,
    name: name ?? id,
    value: option,
    checked: option === value,
    required,
    onBlur,
    'aria-invalid': fault !== undefined,
    'aria-disabled': disabledReason !== undefined || undefined,
    onChange: () => disabledReason === undefined && onChange(option),
  })
}
const frameOf = <Value extends string>(id: string, props: Props<Value>) => {
  const { label, name, fault, hint, required, disabledReason, labelHidden } = props
  return { id, label, name, fault, hint, required, disabledReason, labelHidden, group: true }
}

/** A choice of a few options, all visible, each with its explanation. */
export function Radios<Value extends string>(props: Props<Value>) {
  const id = useId()
  const radio = radiosOf(id, props)
  return (
    <Frame {...frameOf(id, props)}>
      <div className={styles.options}>
        {props.options.map(({ value, label, hint }) => (
          <label key={value} className={styles.line}>
            <input {...radio(value)} className={styles.radio} />
            <span>
              {label}
              {hint && <span className={styles.hint}>{hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </Frame>
  )
}

/** A segmented control: two to four short options side by side, such as what a list or chart shows. */
export function Segmented<Value extends string>(props: Props<Value>) {
  const id = useId()
  const radio = radiosOf(id, props)
  return (
    <Frame {...frameOf(id, props)}>
      <div className={styles.segments}>
        {props.options.map(({ value, label }) => (
          <label key={value} className={styles.segment}>
            <input {...radio(value)} />
            {label}
          </label>
        ))}
      </div>
    </Frame>
  )
}

/**
 * A choice of colours by name, for a team or an event type. The value is `#rrggbb`; one that is not among the
 * options is appended.
 */
export function ColorField(props: Props<string>) {
  const id = useId()
  const radio = radiosOf(id, props)
  const { value, options } = props
  const ownColor = value && !options.some((option) => option.value === value) ? [{ value, label: value }] : []
  const allOptions = [...options, ...ownColor]
  return (
    <Frame {...frameOf(id, props)}>
      <div className={styles.swatches}>
        {allOptions.map(({ value: color, label }) => (
          <label key={color} className={styles.swatch} title={label}>
            <input {...radio(color)} aria-label={label} />
            <span style={{ background: color }}>{color === value && <CheckIcon size={20} />}</span>
          </label>
        ))}
      </div>
      <span className={styles.chosen}>{allOptions.find((option) => option.value === value)?.label}</span>
    </Frame>
  )
}
