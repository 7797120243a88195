export type Series = {
  key: string
  label: string
  color?: 'primary' | 'secondary' | 'tertiary' | 'success' | 'warning' | 'danger'
}
export type ChartProps = {
  /** `ranked`: horizontal bars, each with its name, for any number of rows and long names. */
  kind: 'bar' | 'stacked' | 'line' | 'ranked'
  /** The title: "Attendance of the last ten practices". */
  label: string
  /** The heading of the row names: "Practice". */
  head: string
  rows: readonly { name: string; values: Readonly<Record<string, number>> }[]
  series: readonly Series[]
  /** Formats a value: `numberText`, `moneyText`, `percentText`. */
  format: (value: number) => string
}
