import type { ReactNode } from 'react'

/** A column, as data. The first one names the row: it is its heading, and the link where the row leads somewhere. */
export type Column<Row> = {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** Compares two rows; with it the column can be sorted by. */
  sort?: (one: Row, other: Row) => number
  /** A track of a CSS grid: `7em`, `minmax(12ch, 2fr)`. All share the room alike unless they say otherwise. */
  width?: string
  /** Numbers and money stand at the end of their column. */
  align?: 'end'
  /** `low`: left out on laptops narrower than 1024 px. Cards show all columns. */
  priority?: 'low'
}

export type Order = { by: string; descending: boolean }

/** The rows in an order; as they came when no column is sorted by. */
export function ordered<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order | undefined) {
  const sort = columns.find(({ key }) => key === order?.by)?.sort
  if (!sort || !order) return rows
  const sorted = rows.toSorted(sort)
  return order.descending ? sorted.toReversed() : sorted
}

/** What pressing a column's head asks for: up first, then down, then as the rows came. */
export function nextOrder(order: Order | undefined, by: string): Order | undefined {
  if (order?.by !== by) return { by, descending: false }
  return order.descending ? undefined : { by, descending: true }
}

/** The tracks of all columns: those of the table's own, for choosing and for what can be done, stand around them. */
export const tracks = (columns: readonly Column<never>[], hasChoice: boolean, hasActions: boolean): string =>
  [hasChoice && '44px', ...columns.map(({ width }) => width ?? 'minmax(0, 1fr)'), hasActions && '52px']
    .filter(Boolean)
    .join(' ')
