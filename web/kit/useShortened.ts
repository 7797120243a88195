import { useState } from 'react'

/** Shortens a long list to its first items and the chosen ones, until all are requested. */
export function useShortened<Each extends { id: string }>(
  list: readonly Each[],
  chosen: readonly string[],
  maxShown: number,
) {
  const [isAllShown, setAllShown] = useState(false)
  return {
    shown: isAllShown ? list : list.filter(({ id }, i) => i < maxShown || chosen.includes(id)),
    isAllShown,
    setAllShown,
  }
}
