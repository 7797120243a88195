import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import type { ValueFault } from './faults.ts'

/**
 * The fault of a post code in a country (two letters); none if empty. Without a country it must have five characters. A hyphen or
 * space that the country's format has may be left out.
 */
export function postCodeFault(postCode: string, country?: string): ValueFault | undefined {
  const text = postCode.trim()
  if (text === '') return undefined
  if (!country) return [...text].length === 5 ? undefined : { code: 'exact_characters', limit: 5 }
  // The formats of a third of the countries are unknown, and some have no post codes.
  if (!postcodeValidatorExistsForCountry(country)) return text.length > 12 ? { code: 'too_long', limit: 12 } : undefined
  return spellings(text.toUpperCase()).some((each) => postcodeValidator(each, country))
    ? undefined
    : { code: 'not_a_post_code' }
}

const spellings = (text: string): string[] => {
  const places = Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => i + 1)
  return [text, ...['-', ' '].flatMap((mark) => places.map((at) => text.slice(0, at) + mark + text.slice(at)))]
}
