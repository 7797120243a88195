import { longest, type ValueFault } from './faults.ts'
import { whyCannotName } from './names.ts'

/** A rule for a line that may be empty: so many characters at most, and none that no name has, as a line break. */
export const oneLine =
  (limit: number) =>
  (text: string): ValueFault | undefined =>
    text.trim() !== '' && whyCannotName(text) === 'not_a_name' ? { code: 'not_a_name' } : longest(limit)(text)
