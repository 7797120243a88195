import { ownFieldLimit, yesNo } from '#shared/rules/ownFields.ts'
import { useTexts } from '../i18n.ts'
import { DateField } from '../kit/DateField.tsx'
import { Field } from '../kit/Field.tsx'
import type { Bound } from '../kit/form/useForm.ts'
import { Select } from '../kit/Select.tsx'
import type { Player } from './answers.ts'
import texts from './texts.en.json'

type PlayerFieldValue = NonNullable<Player['fields']>[number]

/** A club's own question about players, with the input for its type. */
export function OwnField({ field, fieldProps }: { field: PlayerFieldValue; fieldProps: Bound<string> }) {
  const t = useTexts('teams', texts)
  const { name: label, type, choices, required } = field
  if (type === 'DATE') return <DateField label={label} required={required} {...fieldProps} />
  if (type === 'YES_NO' || type === 'CHOICE') {
    const options =
      type === 'CHOICE'
        ? choices.map((value) => ({ value, label: value }))
        : yesNo.map((value) => ({ value, label: t(value) }))
    return (
      <Select
        label={label}
        required={required}
        options={[{ value: '', label: t('notSaid') }, ...options]}
        {...fieldProps}
      />
    )
  }
  return (
    <Field
      label={label}
      required={required}
      autoComplete="off"
      maxLength={ownFieldLimit}
      {...(type === 'NUMBER' && { inputMode: 'decimal' as const })}
      {...fieldProps}
    />
  )
}
