import { Checkbox } from '../kit/Checkbox.tsx'
import styles from './Developers.module.css'

type Props<Option extends string> = {
  label: string
  options: readonly Option[]
  /** The form field. */
  field: {
    labelOf?: string | undefined
    value: readonly Option[]
    onChange: (value: readonly Option[]) => void
    fault?: string | undefined
  }
  labelOf: (option: Option) => string
  hintOf?: (option: Option) => string
}

/** A group of checkboxes. */
export function CheckboxChoices<Option extends string>({ label, options, field, labelOf, hintOf }: Props<Option>) {
  const { value, onChange, fault } = field
  return (
    <fieldset className={styles.group} data-field={field.labelOf}>
      <legend>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={labelOf(option)}
          hint={hintOf?.(option)}
          value={value.includes(option)}
          onChange={(on) => onChange(options.filter((each) => (each === option ? on : value.includes(each))))}
        />
      ))}
      {fault && <p role="alert">{fault}</p>}
    </fieldset>
  )
}
