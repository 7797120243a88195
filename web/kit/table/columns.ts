import type { ReactNode } from 'react'

/** A column definition. The first column names the row: it is the row's heading, and its link if the row has one. */
export type Column<Row> = {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** Compares two rows; makes the column sortable. */
  sort?: (one: Row, other: Row) => number
  /** A CSS grid track: `7em`, `minmax(12ch, 2fr)`. Equal shares by default. */
  width?: string
  /** Right-aligns numbers and money. */
  align?: 'end'
  /** `low`: hidden on laptops narrower than 1024 px. Cards show all columns. */
  priority?: 'low'
}

export type Order = { by: string; descending: boolean }

/** Sorts the rows; without a sort column they keep their order. */
export function ordered<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order | undefined) {
  const sort = columns.find(({ key }) => key === order?.by)?.sort
  if (!sort || !order) return rows
  const sorted = rows.toSorted(sort)
  return order.descending ? sorted.toReversed() : sorted
}

/** The order after pressing a column header: ascending, then descending, then unsorted. */
export function nextOrder(order: Order | undefined, by: string): Order | undefined {
  if (order?.by !== by) return { by, descending: false }
  return order.descending ? undefined : { by, descending: true }
}

/** The grid tracks of all columns, including the table's own for selection and actions. */
export const tracks = (columns: readonly Column<never>[], hasChoice: boolean, hasActions: boolean): string =>
  [hasChoice && '44px', ...columns.map(({ width }) => width ?? 'minmax(0, 1fr)'), hasActions && '52px']
    .filter(Boolean)
    .join(' ')
