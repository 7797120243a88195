import type { FaultCode } from '../problems.ts'

/** The longest web address stored. */
export const longestAddress = 2000

/** Adds the missing `https://` to a typed address: `league.example.org/table`. Returns anything else unchanged. */
export function withProtocol(typed: string): string {
  const text = typed.trim()
  return /^[\w.-]+\.[a-z]{2,}(?=[/?#:]|$)/i.test(text) ? `https://${text}` : typed
}

/** Why this cannot be the URL of an external page; undefined if it can, or is empty. */
export function whyCannotWebAddress(typed: string): Extract<FaultCode, 'not_an_address' | 'too_long'> | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (text.length > longestAddress) return 'too_long'
  const isComplete = URL.canParse(text) && new URL(text).protocol === 'https:' && !/[\s\p{Cc}]/u.test(text)
  return isComplete ? undefined : 'not_an_address'
}
