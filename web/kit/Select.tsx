import { useId } from 'react'
import { classes } from './classes.ts'
import styles from './Field.module.css'
import { describedBy, type FieldProps, Frame } from './Frame.tsx'
import { ChevronDownIcon } from './icons.tsx'
import selects from './Select.module.css'

export type Option<Value extends string = string> = {
  value: Value
  label: string
  /** Options with the same group are listed under its name. */
  group?: string
}

type Props<Value extends string> = FieldProps<Value | ''> & {
  options: readonly Option<Value | ''>[]
  /** Shown while nothing is chosen: "Choose a season". */
  placeholder?: string
  labelHidden?: boolean
}

/** A native select, for a few options. For lists that may be long, use `OneOf`, which is searchable. */
export function Select<Value extends string>(props: Props<Value>) {
  const { label, value, onChange, onBlur, name, fault, hint, required, disabledReason, options, placeholder } = props
  const id = useId()
  const groups = [...new Set(options.map(({ group }) => group))]
  const optionsOf = (groupName: string | undefined) =>
    options
      .filter(({ group }) => group === groupName)
      .map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))
  return (
    <Frame {...{ id, label, name, fault, hint, required, disabledReason, labelHidden: props.labelHidden }}>
      <span className={selects.around}>
        <select
          {...describedBy(id, { fault, required })}
          id={id}
          name={name}
          value={value}
          // `disabled` would make it unfocusable, so the reason could not be read out.
          aria-disabled={disabledReason !== undefined || undefined}
          className={classes(styles.input, selects.select)}
          onBlur={onBlur}
          onChange={({ target }) => {
            if (disabledReason === undefined) onChange(target.value as Value | '')
          }}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {groups.map((group) =>
            group === undefined ? (
              optionsOf(group)
            ) : (
              <optgroup key={group} label={group}>
                {optionsOf(group)}
              </optgroup>
            ),
          )}
        </select>
        <ChevronDownIcon size={20} />
      </span>
    </Frame>
  )
}
