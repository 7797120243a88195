const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Deep equality of form values; files and other objects compare by identity. */
export function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => same(item, other[index]))
  }
  if (!isPlain(one) || !isPlain(other)) return Object.is(one, other)
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => same(one[name], other[name]))
}

/** The fields whose value differs from the saved one. */
export const changedFrom = <Values extends object>(standing: Values, values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !same(value, standing[field as keyof Values])),
  ) as Partial<Values>

/** Trims all texts in a value, recursively, as they are saved. */
export function trimmed<Value>(value: Value): Value {
  if (typeof value === 'string') return value.trim() as Value
  if (Array.isArray(value)) return value.map(trimmed) as Value
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, trimmed(each)])) as Value
}
