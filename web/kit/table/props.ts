import type { ReactNode } from 'react'
import type { Choice } from './choice.ts'
import type { Column, Order } from './columns.ts'

export type TableProps<Row> = {
  /** What the rows are: "Players". Read out, not shown. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** What a row is called where it is chosen or something is done with it. */
  nameOf: (row: Row) => string
  /** Where a row leads. */
  to?: (row: Row) => string
  /** What can be done with a row, such as a `Menu`; stands at its end. */
  actions?: (row: Row) => ReactNode
  choice?: Choice
  /** How it is sorted at first. */
  order?: Order
}
