import type { ValueFault } from './faults.ts'

/**
 * What is wrong with a telephone number; nothing of an empty one. Where no country is said, by the club or by the number's own
 * prefix, it has nine digits; else as many as numbers have anywhere (E.164), however they are grouped.
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
