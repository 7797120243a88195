import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import type { ChartProps } from './chartProps.ts'
import { Kit } from './Kit.tsx'

/** In which order series get their colour, unless they ask for one. */
const colors = ['primary', 'secondary', 'tertiary', 'warning', 'success', 'danger'] as const

const mostLetters = 26
const endOf = (name: string): string => (name.length > mostLetters ? `…${name.slice(1 - mostLetters)}` : name)

/** The picture of a `Chart`. */
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
    // Of what is counted there is no half.
    yAxisProps: { width: 76, allowDecimals: rows.some(({ values }) => !Object.values(values).every(Number.isInteger)) },
  } as const
  const { allowDecimals } = shared.yAxisProps
  // Names stand beside their bars, none left out; of a long one its end, as the table below has all of it.
  const ranked = {
    orientation: 'vertical',
    yAxisProps: { width: 180, interval: 0, tickFormatter: endOf },
    xAxisProps: { allowDecimals },
  } as const
  // Nobody goes into a picture by keys: its numbers stand below it.
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
