import { useRef } from 'react'

/** Which rows are chosen, by key; whoever holds them decides what can be done with them. */
export type Choice = { chosen: ReadonlySet<string>; choose: (next: ReadonlySet<string>) => void }

/** Chooses one row, all between the last one and it (with Shift), or all at once. */
export function useChoice(choice: Choice | undefined, keys: readonly string[]) {
  const last = useRef<number>(undefined)
  const chosen = choice?.chosen ?? new Set<string>()
  const count = keys.filter((key) => chosen.has(key)).length
  return {
    chosen,
    all: count > 0 && count === keys.length,
    some: count > 0 && count < keys.length,
    toggle(index: number, isRange: boolean) {
      const key = keys[index] ?? ''
      const from = isRange && last.current !== undefined ? last.current : index
      const [first, end] = [Math.min(from, index), Math.max(from, index)]
      const wanted = !chosen.has(key)
      last.current = index
      const next = new Set(chosen)
      for (const each of keys.slice(first, end + 1)) {
        if (wanted) next.add(each)
        else next.delete(each)
      }
      choice?.choose(next)
    },
    toggleAll: () => choice?.choose(count === keys.length ? new Set() : new Set([...chosen, ...keys])),
  }
}
