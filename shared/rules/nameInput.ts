import type { FaultCode } from '../problems.ts'
import { isBlank } from './blank.ts'
import { type ValueFaults, faultFrom } from './faults.ts'

/** The longest name, in Unicode characters. */
export const nameLimit = 64

/**
 * Line breaks and other controls, marks that change text direction, and invisible characters. Joiners are allowed: Persian and
 * emoji need them.
 */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

/** Why this cannot be the name of a person or team; undefined if it can. Surrounding space is ignored. */
export function whyCannotName(name: string): Extract<FaultCode, 'required' | 'too_long' | 'not_a_name'> | undefined {
  const text = name.trim()
  if (isBlank(text)) return 'required'
  if (text.search(hidden) >= 0) return 'not_a_name'
  return [...text].length > nameLimit ? 'too_long' : undefined
}

const nameFault = faultFrom(whyCannotName, nameLimit)
/** The faults of a person's names. */
export const nameFaults = ({ firstName, lastName }: { firstName: string; lastName: string }): ValueFaults => ({
  firstName: nameFault(firstName),
  lastName: nameFault(lastName),
})

/** A name typed outside of Touchline, as Touchline accepts it; empty if nothing is left of it. */
export function toName(text: string): string {
  const name = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(hidden, '')
    .replaceAll('\ufffd', '')
    .trim()
  const shortName = [...name].slice(0, nameLimit).join('').trim()
  return isBlank(shortName) ? '' : shortName
}

/** Splits a full name into first and last: the first word, and the rest. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/u)
  return { firstName, lastName: rest.join(' ') }
}

/** The people in a typed or pasted list, one per line; lines without a valid name are skipped. */
export const namesIn = (list: string): { firstName: string; lastName: string }[] =>
  list
    .split(/[\r\n]+/)
    .map(toName)
    .filter((name) => name !== '')
    .map(splitName)
