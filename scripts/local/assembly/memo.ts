import { AssemblyError } from './assemblyError.ts'

/** Memoizes a function. Throws an AssemblyError for a circular dependency, with `describe` naming the key. */
export function memo<Key, Value>(compute: (key: Key) => Value, describe: (key: Key) => string): (key: Key) => Value {
  const results = new Map<Key, Value>()
  const pendingKeys = new Set<Key>()
  return (key) => {
    const cached = results.get(key)
    if (cached !== undefined) return cached
    if (pendingKeys.has(key))
      throw new AssemblyError(`The synthesized app goes round in circles: ${describe(key)} refers to itself.`)
    pendingKeys.add(key)
    try {
      const value = compute(key)
      results.set(key, value)
      return value
    } finally {
      pendingKeys.delete(key)
    }
  }
}
