import { useRef } from 'react'

/** The selected rows, by key; the owner decides which actions they allow. */
export type Choice = { chosen: ReadonlySet<string>; choose: (next: ReadonlySet<string>) => void }

/** Selects one row, the range since the last one (with Shift), or all rows. */
export function useChoice(choice: Choice | undefined, keys: readonly string[]) {
  const lastIndex = useRef<number>(undefined)
  const chosen = choice?.chosen ?? new Set<string>()
  const count = keys.filter((key) => chosen.has(key)).length
  return {
    selectedKeys: chosen,
    all: count > 0 && count === keys.length,
    some: count > 0 && count < keys.length,
    toggle(index: number, isRange: boolean) {
      const key = keys[index] ?? ''
      const anchorIndex = isRange && lastIndex.current !== undefined ? lastIndex.current : index
      const [first, end] = [Math.min(anchorIndex, index), Math.max(anchorIndex, index)]
      const isSelecting = !chosen.has(key)
      lastIndex.current = index
      const next = new Set(chosen)
      for (const each of keys.slice(first, end + 1)) {
        if (isSelecting) next.add(each)
        else next.delete(each)
      }
      choice?.choose(next)
    },
    toggleAll: () => choice?.choose(count === keys.length ? new Set() : new Set([...chosen, ...keys])),
  }
}
