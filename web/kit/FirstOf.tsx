import { type ReactNode, useState } from 'react'
import { LoadMore } from './Paging.tsx'
import { usePrintAsked } from './usePrintAsked.ts'

/**
 * Items rendered at first, and added by each press: thousands of checkboxes and buttons would freeze a phone at every keystroke.
 */
const step = 100

type Props<Item> = { all: readonly Item[]; children: (shown: readonly Item[]) => ReactNode }

/** Shows the first items of a long list that is fully loaded, with a "show more" below; prints all of them. */
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
