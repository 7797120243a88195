import type { FaultCode } from '../problems.ts'

/** The longest web address that is kept. */
export const longestAddress = 2000

/** Why this cannot be the address of a page elsewhere; undefined when it can, and when there is none. */
export function whyCannotWebAddress(typed: string): Extract<FaultCode, 'not_an_address' | 'too_long'> | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (text.length > longestAddress) return 'too_long'
  const isWhole = URL.canParse(text) && new URL(text).protocol === 'https:' && !/[\s\p{Cc}]/u.test(text)
  return isWhole ? undefined : 'not_an_address'
}
