import { Checkbox } from './Checkbox.tsx'
import { type FieldProps, Frame } from './Frame.tsx'

type Props = FieldProps<string[] | undefined> & { id: string; options: readonly string[] }

/** A group of checkboxes; the value keeps the order of the options. */
export function CheckboxGroup({ id, label, hint, required, options, name, fault, value, onChange }: Props) {
  const selected = value ?? []
  return (
    <Frame id={id} label={label} name={name} fault={fault} hint={hint} required={required} group>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={option}
          value={selected.includes(option)}
          onChange={(on) =>
            onChange(
              on
                ? options.filter((each) => each === option || selected.includes(each))
                : selected.filter((each) => each !== option),
            )
          }
        />
      ))}
    </Frame>
  )
}
