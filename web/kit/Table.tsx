import { useMemo, useState } from 'react'
import { Cards } from './table/Cards.tsx'
import { useChoice } from './table/choice.ts'
import { ordered } from './table/columns.ts'
import { Grid } from './table/Grid.tsx'
import type { TableProps } from './table/props.ts'
import { useMediaQuery } from './useMediaQuery.ts'

export type { Column } from './table/columns.ts'
export type { TableProps } from './table/props.ts'

/**
 * A data table on laptops; cards with the same facts in the same order on phones and at 200% zoom. Long tables render only the
 * rows in view, but print all of them.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, columns, keyOf, choice } = props
  const isWide = useMediaQuery('(min-width: 1024px)')
  // In between, six columns would break words, and the sticky header would cover too much.
  const isNarrow = useMediaQuery('(max-width: 799.98px)')
  const [order, setOrder] = useState(props.order)
  const sorted = useMemo(() => ordered(rows, columns, order), [rows, columns, order])
  const keys = useMemo(() => sorted.map(keyOf), [sorted, keyOf])
  const selection = useChoice(choice, keys)
  const shownColumns = isNarrow || isWide ? columns : columns.filter(({ priority }) => priority !== 'low')
  const View = isNarrow ? Cards : Grid
  return (
    <View
      {...props}
      rows={sorted}
      keys={keys}
      columns={shownColumns}
      order={order}
      sortBy={setOrder}
      selection={selection}
    />
  )
}
