import { useState } from 'react'

/** Shortens a long list to its first items and the chosen ones, until all are requested. */
export function useShortened<Each extends { id: string }>(
  list: readonly Each[],
  chosen: readonly string[],
  most: number,
) {
  const [all, showAll] = useState(false)
  return { shown: all ? list : list.filter(({ id }, i) => i < most || chosen.includes(id)), all, showAll }
}
