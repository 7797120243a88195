import { useRef } from 'react'

/** The selected rows, by key; the owner decides which actions they allow. */
export type Choice = { chosen: ReadonlySet<string>; choose: (next: ReadonlySet<string>) => void }

/** Selects one row, the range since the last one (with Shift), or all rows. */
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
