import type { useChoice } from './choice.ts'
import type { Order } from './columns.ts'
import type { TableProps } from './props.ts'

/** The props of both table views. */
export type ViewProps<Row> = TableProps<Row> & {
  keys: readonly string[]
  order: Order | undefined
  sortBy: (order: Order | undefined) => void
  selection: ReturnType<typeof useChoice>
}
