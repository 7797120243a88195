import type { FaultCode } from '../problems.ts'

/** The longest e-mail address that there can be. */
export const longestEmail = 254

/** No dot at the start or twice in a row, a name of a host with a dot. Stricter than mail is, and as people's addresses are. */
const address = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i

/** Why this cannot be an e-mail address; undefined when it can. Space around it does not count. */
export function whyCannotEmail(typed: string): Extract<FaultCode, 'required' | 'invalid_email'> | undefined {
  const text = typed.trim()
  if (text === '') return 'required'
  return text.length <= longestEmail && address.test(text) ? undefined : 'invalid_email'
}
