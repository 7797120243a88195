import { type ReactNode, useState } from 'react'
import { LoadMore } from './Paging.tsx'
import { useIsPrinting } from './useIsPrinting.ts'

/**
 * Items rendered at first, and added by each press: thousands of checkboxes and buttons would freeze a phone at every keystroke.
 */
const batchSize = 100

type Props<Item> = { items: readonly Item[]; children: (shown: readonly Item[]) => ReactNode }

/** Shows the first items of a long list that is fully loaded, with a "show more" below; prints all of them. */
export function ExpandableList<Item>({ items, children }: Props<Item>) {
  const [count, setCount] = useState(batchSize)
  const isPrinting = useIsPrinting()
  const shown = isPrinting ? items : items.slice(0, count)
  return (
    <>
      {children(shown)}
      {shown.length < items.length && (
        <LoadMore shown={shown.length} total={items.length} load={() => setCount(count + batchSize)} />
      )}
    </>
  )
}
