import { type ReactElement, type RefObject, use, useEffect, useState } from 'react'
import { type CustomContainerComponent, type CustomItemComponent, Virtualizer, WindowVirtualizer } from 'virtua'
import { Scroller } from '../scroller.ts'
import { useMediaQuery } from '../useMediaQuery.ts'
import { usePrintAsked } from '../usePrintAsked.ts'

/** Up to this many rows are rendered without virtualization. */
const few = 100
/** How many rows are rendered before their heights are known. */
const first = 20

type Props = {
  /** The rows' keys. */
  keys: readonly string[]
  /** Renders the content of a row. */
  renderRow: (index: number) => ReactElement
  /** The element around all rows. */
  as: CustomContainerComponent
  /** The element around one row; it gets the row's index. */
  item: CustomItemComponent
  /** The element whose last child holds the rows. */
  within: RefObject<HTMLElement | null>
}

/** Virtualizes long lists: renders only the rows in view; printing renders all. */
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
  // Any render may change the height of what is above the rows; setting the same margin does not render again. When rendered
  // together with the dialog, both refs are set only after layout.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => {
    const rows = within.current?.lastElementChild
    if (!rows || !scroller.current) return
    const { top } = rows.getBoundingClientRect()
    setMargin(Math.round(top - scroller.current.getBoundingClientRect().top + scroller.current.scrollTop))
  })
  return <Virtualizer {...parts} scrollRef={scroller} startMargin={margin} />
}
