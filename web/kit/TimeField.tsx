import { Field } from './Field.tsx'
import type { FieldProps } from './Frame.tsx'

/** A time of day as `18:30`, or empty. The browser shows it in the reader's format. */
export const TimeField = (props: FieldProps<string>) => <Field {...props} type="time" />
