import { useState } from 'react'

/** Of a long list the first ones, and beside them what is chosen, until all are asked for. */
export function useShortened<Each extends { id: string }>(
  list: readonly Each[],
  chosen: readonly string[],
  most: number,
) {
  const [all, showAll] = useState(false)
  return { shown: all ? list : list.filter(({ id }, i) => i < most || chosen.includes(id)), all, showAll }
}
