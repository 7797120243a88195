import type { ValueFault } from './faults.ts'

/** What is wrong with a post code, of a club that has not said its country: five characters. Nothing of an empty one. */
export function postCodeFault(postCode: string): ValueFault | undefined {
  const text = postCode.trim()
  return text === '' || [...text].length === 5 ? undefined : { code: 'exact_characters', limit: 5 }
}
