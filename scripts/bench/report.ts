import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFolder } from '#infra/bundle.ts'

/** One figure: what was counted, how much it may be at most (or at least), and in what. */
export type Figure = { what: string; value: number; unit: string; atMost?: number; atLeast?: number }

const holds = ({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean =>
  value <= atMost && value >= atLeast

/** The value in the middle, and that which 95 in 100 stay under. */
export function percentiles(values: number[]): { p50: number; p95: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

const rounded = (value: number) => Number(value.toFixed(value < 10 ? 2 : 1))

/** Prints the table, keeps it as JSON, and says whether every gate holds. */
export function report(figures: Figure[]): boolean {
  const gate = ({ atMost, atLeast }: Figure) =>
    atMost !== undefined ? `≤ ${atMost}` : atLeast !== undefined ? `≥ ${atLeast}` : ''
  console.table(
    figures.map((figure) => ({
      what: figure.what,
      value: rounded(figure.value),
      unit: figure.unit,
      gate: gate(figure),
      holds: gate(figure) === '' ? '' : holds(figure) ? 'yes' : 'NO',
    })),
  )
  const file = join(buildFolder, 'bench.json')
  mkdirSync(buildFolder, { recursive: true })
  writeFileSync(
    file,
    `${JSON.stringify(
      figures.map((figure) => ({ ...figure, value: rounded(figure.value) })),
      null,
      2,
    )}\n`,
  )
  return figures.every(holds)
}
