import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import type { ChartProps } from './chartProps.ts'
import { Kit } from './Kit.tsx'

/** The order in which series get their colours, unless they set one. */
const colors = ['primary', 'secondary', 'tertiary', 'warning', 'success', 'danger'] as const

const maxLetters = 26
const truncateStart = (name: string): string => (name.length > maxLetters ? `…${name.slice(1 - maxLetters)}` : name)

/** The drawing of a `Chart`. */
export function ChartDrawing({ kind, rows, series, format }: ChartProps) {
  const sharedProps = {
    h: '100%',
    data: rows.map(({ name, values }) => ({ name, ...values })),
    dataKey: 'name',
    series: series.map(({ key, label, color }, index) => ({
      name: key,
      label,
      color: `var(--${color ?? colors[index % colors.length]})`,
    })),
    valueFormatter: format,
    withLegend: series.length > 1,
    tickLine: 'none',
    gridColor: 'var(--border)',
    textColor: 'var(--muted)',
    // Counts have no fractions.
    yAxisProps: { width: 76, allowDecimals: rows.some(({ values }) => !Object.values(values).every(Number.isInteger)) },
  } as const
  const { allowDecimals } = sharedProps.yAxisProps
  // Every bar has its name; a long one is cut to its end, since the table below shows it in full.
  const rankedProps = {
    orientation: 'vertical',
    yAxisProps: { width: 180, interval: 0, tickFormatter: truncateStart },
    xAxisProps: { allowDecimals },
  } as const
  // The drawing is not keyboard accessible: its numbers are in the table below.
  const chartProps = { accessibilityLayer: false }
  return (
    <Kit>
      {kind === 'line' ? (
        <LineChart
          {...sharedProps}
          lineChartProps={chartProps}
          curveType="linear"
          lineProps={{ isAnimationActive: false }}
        />
      ) : (
        <BarChart
          {...sharedProps}
          {...(kind === 'ranked' && rankedProps)}
          barChartProps={chartProps}
          type={kind === 'stacked' ? 'stacked' : 'default'}
          maxBarWidth={40}
          barProps={{ isAnimationActive: false, radius: 2 }}
        />
      )}
    </Kit>
  )
}
