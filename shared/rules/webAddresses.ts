import type { FaultCode } from '../problems.ts'

/** The longest web address that is kept. */
export const longestAddress = 2000

/** An address as it is typed by heart, with the `https://` that it lacks: `league.example.org/table`. Anything else as it is. */
export function wholeAddress(typed: string): string {
  const text = typed.trim()
  return /^[\w.-]+\.[a-z]{2,}(?=[/?#:]|$)/i.test(text) ? `https://${text}` : typed
}

/** Why this cannot be the address of a page elsewhere; undefined when it can, and when there is none. */
export function whyCannotWebAddress(typed: string): Extract<FaultCode, 'not_an_address' | 'too_long'> | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (text.length > longestAddress) return 'too_long'
  const isWhole = URL.canParse(text) && new URL(text).protocol === 'https:' && !/[\s\p{Cc}]/u.test(text)
  return isWhole ? undefined : 'not_an_address'
}
