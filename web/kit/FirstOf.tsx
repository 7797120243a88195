import { type ReactNode, useState } from 'react'
import { LoadMore } from './Paging.tsx'
import { usePrintAsked } from './usePrintAsked.ts'

/** So many are drawn at first, and by each press more: thousands of boxes and buttons would have a phone stand still at every letter. */
const step = 100

type Props<Item> = { all: readonly Item[]; children: (shown: readonly Item[]) => ReactNode }

/** The first of a list that is here whole and may be long, and below it how many these are and the next ones; on paper all of them. */
export function FirstOf<Item>({ all, children }: Props<Item>) {
  const [count, setCount] = useState(step)
  const printing = usePrintAsked()
  const shown = printing ? all : all.slice(0, count)
  return (
    <>
      {children(shown)}
      {shown.length < all.length && (
        <LoadMore shown={shown.length} total={all.length} load={() => setCount(count + step)} />
      )}
    </>
  )
}
