import { type ReactElement, type RefObject, use, useEffect, useState } from 'react'
import { type CustomContainerComponent, type CustomItemComponent, Virtualizer, WindowVirtualizer } from 'virtua'
import { Scroller } from '../scroller.ts'
import { useMediaQuery } from '../useMediaQuery.ts'
import { usePrintAsked } from '../usePrintAsked.ts'

/** Up to so many rows all are drawn. */
const few = 100
/** How many are drawn before their heights are known. */
const first = 20

type Props = {
  /** The rows' keys. */
  keys: readonly string[]
  /** What is in a row. */
  renderRow: (index: number) => ReactElement
  /** What is around all rows. */
  as: CustomContainerComponent
  /** What is around one row; it is told its index. */
  item: CustomItemComponent
  /** What the rows stand in as its last part. */
  within: RefObject<HTMLElement | null>
}

/** Rows of which only those in view are drawn, when there are many; on paper all of them. */
export function Windowed({ keys, renderRow, as, item: Item, within }: Props) {
  const Box = as
  const scroller = use(Scroller)
  const [onPaper, asked] = [useMediaQuery('print'), usePrintAsked()]
  if (keys.length <= few || onPaper || asked) {
    return (
      <Box style={{}}>
        {keys.map((key, index) => (
          <Item key={key} style={{}} index={index}>
            {renderRow(index)}
          </Item>
        ))}
      </Box>
    )
  }
  const parts: Parts = { data: keys, as, item: Item, ssrCount: first, children: (_, index) => renderRow(index) }
  return scroller ? <InScroller scroller={scroller} within={within} {...parts} /> : <WindowVirtualizer {...parts} />
}

type Parts = {
  data: readonly string[]
  as: CustomContainerComponent
  item: CustomItemComponent
  ssrCount: number
  children: (key: string, index: number) => ReactElement
}

type InScrollerProps = Parts & Pick<Props, 'within'> & { scroller: RefObject<HTMLElement | null> }

function InScroller({ scroller, within, ...parts }: InScrollerProps) {
  const [margin, setMargin] = useState(0)
  // What stands above the rows may have changed its height with any drawing; the same margin draws nothing anew. Drawn together with
  // the dialog, these two are there only after the layout.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => {
    const rows = within.current?.lastElementChild
    if (!rows || !scroller.current) return
    const { top } = rows.getBoundingClientRect()
    setMargin(Math.round(top - scroller.current.getBoundingClientRect().top + scroller.current.scrollTop))
  })
  return <Virtualizer {...parts} scrollRef={scroller} startMargin={margin} />
}
