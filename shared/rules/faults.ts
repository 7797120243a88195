import type { FaultCode } from '../problems.ts'

/** The fault of one value of a form. */
export type ValueFault = { code: FaultCode; limit?: number }
/** The faults of a form by path, such as `name` or `kids.0.age`; values without a fault are missing or undefined. */
export type ValueFaults = Record<string, ValueFault | undefined>

/** A rule for one value. Accepts an empty value, except `required` and `selected`, so that they can be combined. */
type Rule<Value> = (value: Value) => ValueFault | undefined

export const required: Rule<string> = (text) => (text.trim() === '' ? { code: 'required' } : undefined)
export const selected: Rule<unknown> = (value) =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? { code: 'select_one' }
    : undefined

const lengthOf = (text: string) => [...text.trim()].length
/** At most so many Unicode characters, after trimming. */
export const longest =
  (limit: number): Rule<string> =>
  (text) =>
    lengthOf(text) > limit ? { code: 'too_long', limit } : undefined
export const shortest =
  (limit: number): Rule<string> =>
  (text) =>
    lengthOf(text) > 0 && lengthOf(text) < limit ? { code: 'too_short', limit } : undefined
export const atLeast =
  (limit: number): Rule<number | null> =>
  (value) =>
    value !== null && value < limit ? { code: 'too_small', limit } : undefined
export const atMost =
  (limit: number): Rule<number | null> =>
  (value) =>
    value !== null && value > limit ? { code: 'too_great', limit } : undefined
/** A rule made of a function that returns a fault code: `why(whyCannotName, nameLimit)`. */
export const faultFrom =
  <Value>(whyCannot: (value: Value) => FaultCode | undefined, limit?: number): Rule<Value> =>
  (value) => {
    const code = whyCannot(value)
    return code && { code, ...(limit !== undefined && { limit }) }
  }

/** The fault of the first rule that finds one: `check(name, required, longest(64))`. */
export function check<Value>(value: Value, ...rules: readonly Rule<Value>[]): ValueFault | undefined {
  for (const rule of rules) {
    const fault = rule(value)
    if (fault) return fault
  }
  return undefined
}
