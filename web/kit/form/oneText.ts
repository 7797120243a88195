import type { Bound } from './useForm.ts'

/** The first of several texts, as the fields of one text take it. */
export function oneText({ value, onChange, ...rest }: Bound<string[] | undefined>): Bound<string> {
  return { ...rest, value: value?.[0] ?? '', onChange: (text) => onChange(text === '' ? [] : [text]) }
}
