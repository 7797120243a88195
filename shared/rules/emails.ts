import type { FaultCode } from '../problems.ts'

/** The longest possible e-mail address. */
export const longestEmail = 254

/**
 * No dot at the start or twice in a row, and a host name with a dot. Stricter than the standard, and as people's addresses are.
 */
const address = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i

/** Why this cannot be an e-mail address; undefined if it can. Surrounding space is ignored. */
export function whyCannotEmail(typed: string): Extract<FaultCode, 'required' | 'invalid_email'> | undefined {
  const text = typed.trim()
  if (text === '') return 'required'
  return text.length <= longestEmail && address.test(text) ? undefined : 'invalid_email'
}
