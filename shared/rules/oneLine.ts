import { longest, type ValueFault } from './faults.ts'
import { whyCannotName } from './nameInput.ts'

/** A rule for an optional single line: a maximum length, and no characters that names cannot have, such as line breaks. */
export const oneLine =
  (limit: number) =>
  (text: string): ValueFault | undefined =>
    text.trim() !== '' && whyCannotName(text) === 'not_a_name' ? { code: 'not_a_name' } : longest(limit)(text)
