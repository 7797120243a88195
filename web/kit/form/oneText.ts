import type { Bound } from './useForm.ts'

/** Binds a single-text field to the first item of a list. */
export function oneText({ value, onChange, ...rest }: Bound<string[] | undefined>): Bound<string> {
  return { ...rest, value: value?.[0] ?? '', onChange: (text) => onChange(text === '' ? [] : [text]) }
}
