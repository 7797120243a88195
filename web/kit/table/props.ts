import type { ReactNode } from 'react'
import type { Choice } from './choice.ts'
import type { Column, Order } from './columns.ts'

export type TableProps<Row> = {
  /** The accessible name of the table: "Players". */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** The name of a row in the labels of its checkbox and actions. */
  nameOf: (row: Row) => string
  /** The address a row links to. */
  to?: (row: Row) => string
  /** The actions of a row, such as a `Menu`; shown at its end. */
  actions?: (row: Row) => ReactNode
  choice?: Choice
  /** The initial sort order. */
  order?: Order
}
