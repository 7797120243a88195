import { type ReactElement, type RefObject, use, useEffect, useState } from 'react'
import { type CustomContainerComponent, type CustomItemComponent, Virtualizer, WindowVirtualizer } from 'virtua'
import { Scroller } from '../scroller.ts'
import { useMediaQuery } from '../useMediaQuery.ts'
import { useIsPrinting } from '../useIsPrinting.ts'

/** Up to this many rows are rendered without virtualization. */
const maxPlainRows = 100
/** How many rows are rendered before their heights are known. */
const initialRows = 20

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
  const [isPrintMedia, isPrinting] = [useMediaQuery('print'), useIsPrinting()]
  if (keys.length <= maxPlainRows || isPrintMedia || isPrinting) {
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
  const virtualizerProps: VirtualizerProps = {
    data: keys,
    as,
    item: Item,
    ssrCount: initialRows,
    children: (_, index) => renderRow(index),
  }
  return scroller ? (
    <ScrollerRows scroller={scroller} within={within} {...virtualizerProps} />
  ) : (
    <WindowVirtualizer {...virtualizerProps} />
  )
}

type VirtualizerProps = {
  data: readonly string[]
  as: CustomContainerComponent
  item: CustomItemComponent
  ssrCount: number
  children: (key: string, index: number) => ReactElement
}

type ScrollerRowsProps = VirtualizerProps & Pick<Props, 'within'> & { scroller: RefObject<HTMLElement | null> }

function ScrollerRows({ scroller, within, ...virtualizerProps }: ScrollerRowsProps) {
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
  return <Virtualizer {...virtualizerProps} scrollRef={scroller} startMargin={margin} />
}
