const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Deep equality of form values; files and other objects compare by identity. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
  }
  if (!isPlain(a) || !isPlain(b)) return Object.is(a, b)
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => isEqual(a[name], b[name]))
}

/** The fields whose value differs from the saved one. */
export const changedFields = <Values extends object>(saved: Values, values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !isEqual(value, saved[field as keyof Values])),
  ) as Partial<Values>

/** Trims all texts in a value, recursively, as they are saved. */
export function trimmed<Value>(value: Value): Value {
  if (typeof value === 'string') return value.trim() as Value
  if (Array.isArray(value)) return value.map(trimmed) as Value
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, trimmed(each)])) as Value
}
