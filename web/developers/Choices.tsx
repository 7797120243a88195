import { Checkbox } from '../kit/Checkbox.tsx'
import styles from './Developers.module.css'

type Props<Option extends string> = {
  label: string
  options: readonly Option[]
  /** The form field. */
  of: {
    name?: string | undefined
    value: readonly Option[]
    onChange: (value: readonly Option[]) => void
    fault?: string | undefined
  }
  name: (option: Option) => string
  hint?: (option: Option) => string
}

/** A group of checkboxes. */
export function Choices<Option extends string>({ label, options, of, name, hint }: Props<Option>) {
  const { value, onChange, fault } = of
  return (
    <fieldset className={styles.group} data-field={of.name}>
      <legend>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={name(option)}
          hint={hint?.(option)}
          value={value.includes(option)}
          onChange={(on) => onChange(options.filter((each) => (each === option ? on : value.includes(each))))}
        />
      ))}
      {fault && <p role="alert">{fault}</p>}
    </fieldset>
  )
}
