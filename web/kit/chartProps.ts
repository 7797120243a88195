export type Series = {
  key: string
  label: string
  color?: 'primary' | 'secondary' | 'tertiary' | 'success' | 'warning' | 'danger'
}
export type ChartProps = {
  kind: 'bar' | 'stacked' | 'line'
  /** What it shows: "Attendance of the last ten practices". */
  label: string
  /** What the rows are, over their names: "Practice". */
  head: string
  rows: readonly { name: string; values: Readonly<Record<string, number>> }[]
  series: readonly Series[]
  /** How a value is written: `numberText`, `moneyText`, `percentText`. */
  format: (value: number) => string
}
