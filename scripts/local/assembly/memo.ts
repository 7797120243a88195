import { AssemblyError } from './assemblyError.ts'

/** Memoizes a function. Throws an AssemblyError for a circular dependency, with `describe` naming the key. */
export function memo<Key, Value>(work: (key: Key) => Value, describe: (key: Key) => string): (key: Key) => Value {
  const known = new Map<Key, Value>()
  const underWay = new Set<Key>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    if (underWay.has(key))
      throw new AssemblyError(`The synthesized app goes round in circles: ${describe(key)} refers to itself.`)
    underWay.add(key)
    try {
      const value = work(key)
      known.set(key, value)
      return value
    } finally {
      underWay.delete(key)
    }
  }
}
