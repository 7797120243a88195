import { Checkbox } from './Checkbox.tsx'
import { type FieldProps, Frame } from './Frame.tsx'

type Props = FieldProps<string[] | undefined> & { id: string; options: readonly string[] }

/** Any of these, kept in the order in which they stand. */
export function Several({ id, label, hint, required, options, name, fault, value, onChange }: Props) {
  const chosen = value ?? []
  return (
    <Frame id={id} label={label} name={name} fault={fault} hint={hint} required={required} group>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={option}
          value={chosen.includes(option)}
          onChange={(on) =>
            onChange(
              on
                ? options.filter((each) => each === option || chosen.includes(each))
                : chosen.filter((each) => each !== option),
            )
          }
        />
      ))}
    </Frame>
  )
}
