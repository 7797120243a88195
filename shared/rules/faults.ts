import type { FaultCode } from '../problems.ts'

/** What is wrong with one value that somebody fills in. */
export type ValueFault = { code: FaultCode; limit?: number }
/** What is wrong with each value of a form, by its path: `name`, `kids.0.age`. Those that are right are left out, or undefined. */
export type ValueFaults = Record<string, ValueFault | undefined>

/** A rule for one value. It says nothing of an empty one, but for `required` and `selected`: so they go together. */
type Rule<Value> = (value: Value) => ValueFault | undefined

export const required: Rule<string> = (text) => (text.trim() === '' ? { code: 'required' } : undefined)
export const selected: Rule<unknown> = (value) =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? { code: 'select_one' }
    : undefined

const lengthOf = (text: string) => [...text.trim()].length
/** In characters as Unicode counts them, without blanks around. */
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
/** A rule of another file that says why something cannot be: `why(whyCannotName, nameLimit)`. */
export const why =
  <Value>(whyCannot: (value: Value) => FaultCode | undefined, limit?: number): Rule<Value> =>
  (value) => {
    const code = whyCannot(value)
    return code && { code, ...(limit !== undefined && { limit }) }
  }

/** The first of the rules that finds something: `check(name, required, longest(64))`. */
export function check<Value>(value: Value, ...rules: readonly Rule<Value>[]): ValueFault | undefined {
  for (const rule of rules) {
    const fault = rule(value)
    if (fault) return fault
  }
  return undefined
}
