import { Field } from './Field.tsx'
import type { FieldProps } from './Frame.tsx'

/** A time of a clock: `18:30`, or empty. The browser shows it as the reader's language has it. */
export const TimeField = (props: FieldProps<string>) => <Field {...props} type="time" />
