import type { ValueFault } from './faults.ts'

/**
 * The fault of a phone number; none if empty. Without a country, from the club or the number's own prefix, it must have nine
 * digits; otherwise a length that exists anywhere (E.164), in any grouping.
 */
export function phoneFault(phone: string, country?: string): ValueFault | undefined {
  const text = phone.trim()
  if (text === '') return undefined
  const digits = text.replaceAll(/\D/g, '').length
  if (!country && !text.startsWith('+'))
    return digits === 9 && isNumber(text) ? undefined : { code: 'exact_digits', limit: 9 }
  return isNumber(text) && digits >= 6 && digits <= 15 ? undefined : { code: 'not_a_phone' }
}

const isNumber = (text: string) => /^\+?[\d ()./-]{1,30}$/.test(text)
