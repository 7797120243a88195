import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import type { ChartProps } from './chartProps.ts'
import { Kit } from './Kit.tsx'

/** The order in which series get their colours, unless they set one. */
const colors = ['primary', 'secondary', 'tertiary', 'warning', 'success', 'danger'] as const

const maxLetters = 26
const endOf = (name: string): string => (name.length > maxLetters ? `…${name.slice(1 - maxLetters)}` : name)

/** The drawing of a `Chart`. */
export function ChartDrawing({ kind, rows, series, format }: ChartProps) {
  const shared = {
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
  const { allowDecimals } = shared.yAxisProps
  // Every bar has its name; a long one is cut to its end, since the table below shows it in full.
  const ranked = {
    orientation: 'vertical',
    yAxisProps: { width: 180, interval: 0, tickFormatter: endOf },
    xAxisProps: { allowDecimals },
  } as const
  // The drawing is not keyboard accessible: its numbers are in the table below.
  const outside = { accessibilityLayer: false }
  return (
    <Kit>
      {kind === 'line' ? (
        <LineChart {...shared} lineChartProps={outside} curveType="linear" lineProps={{ isAnimationActive: false }} />
      ) : (
        <BarChart
          {...shared}
          {...(kind === 'ranked' && ranked)}
          barChartProps={outside}
          type={kind === 'stacked' ? 'stacked' : 'default'}
          maxBarWidth={40}
          barProps={{ isAnimationActive: false, radius: 2 }}
        />
      )}
    </Kit>
  )
}
