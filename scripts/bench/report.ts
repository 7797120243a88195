import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFolder } from '#infra/bundle.ts'

/** A figure: what was measured, its limits (at most or at least), and its unit. */
export type Figure = { what: string; value: number; unit: string; atMost?: number; atLeast?: number }
/** The same with the part of the bench it belongs to. */
export type ReportedFigure = Figure & { part: string }

const isWithinLimits = ({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean =>
  value <= atMost && value >= atLeast

/** The 50th, 95th and 99th percentiles. */
export function percentiles(values: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Milliseconds that a core took for `sum()` where the time limits were set. */
const referenceDuration = 250
/**
 * The current speed of a core, relative to the machine on which the time limits were set: a shared host may provide
 * half of it, which doubles all durations.
 */
export function hostSpeed(): number {
  const from = performance.now()
  sum()
  return referenceDuration / (performance.now() - from)
}

function sum(): number {
  let sum = 0
  for (let i = 0; i < 1e8; i++) sum += i & 3
  return sum
}

const rounded = (value: number) => Number(value.toFixed(value < 10 ? 2 : 1))

/** Prints a table of figures with their gates. */
export function print(figures: readonly ReportedFigure[]): void {
  const gate = ({ atMost, atLeast }: Figure) =>
    atMost !== undefined ? `≤ ${atMost}` : atLeast !== undefined ? `≥ ${atLeast}` : ''
  console.table(
    figures.map((figure) => ({
      part: figure.part,
      what: figure.what,
      value: rounded(figure.value),
      unit: figure.unit,
      gate: gate(figure),
      holds: gate(figure) === '' ? '' : isWithinLimits(figure) ? 'yes' : 'NO',
    })),
  )
}

/** Saves the figures so far as JSON, so that an aborted run still reports its completed parts. */
export function saveFigures(figures: readonly ReportedFigure[]): void {
  const rows = figures.map((figure) => ({ ...figure, value: rounded(figure.value) }))
  mkdirSync(buildFolder, { recursive: true })
  writeFileSync(join(buildFolder, 'bench.json'), `${JSON.stringify(rows, null, 2)}\n`)
}

/** Whether all gates hold; prints those that do not. */
export function allWithinLimits(figures: readonly ReportedFigure[]): boolean {
  const exceeded = figures.filter((figure) => !isWithinLimits(figure))
  for (const { part, what } of exceeded) console.error(`Does not hold: ${part}: ${what}`)
  return exceeded.length === 0
}
