export type Series = {
  key: string
  label: string
  color?: 'primary' | 'secondary' | 'tertiary' | 'success' | 'warning' | 'danger'
}
export type ChartProps = {
  /** `ranked`: bars that lie one below the other, each by its name, however many and long these are. */
  kind: 'bar' | 'stacked' | 'line' | 'ranked'
  /** What it shows: "Attendance of the last ten practices". */
  label: string
  /** What the rows are, over their names: "Practice". */
  head: string
  rows: readonly { name: string; values: Readonly<Record<string, number>> }[]
  series: readonly Series[]
  /** How a value is written: `numberText`, `moneyText`, `percentText`. */
  format: (value: number) => string
}
