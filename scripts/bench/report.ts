import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFolder } from '#infra/bundle.ts'

/** One figure: what was measured, its value and unit, and its gate (at most or at least), if any. */
export type Figure = { what: string; value: number; unit: string; atMost?: number; atLeast?: number }
/** A figure with the part of the bench that it comes from. */
export type Counted = Figure & { part: string }

const holds = ({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean =>
  value <= atMost && value >= atLeast

/** The median, and the 95th and 99th percentile. */
export function percentiles(values: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Milliseconds that `sum()` took on the machine where the gates in milliseconds were set. */
const sumThere = 250
/**
 * Current speed of a core relative to that machine: a shared host may give half of it, and then everything takes twice as long.
 */
export function speedOfHost(): number {
  const from = performance.now()
  sum()
  return sumThere / (performance.now() - from)
}

function sum(): number {
  let sum = 0
  for (let i = 0; i < 1e8; i++) sum += i & 3
  return sum
}

const rounded = (value: number) => Number(value.toFixed(value < 10 ? 2 : 1))

/** Prints a table of figures with their gates. */
export function print(figures: readonly Counted[]): void {
  const gate = ({ atMost, atLeast }: Figure) =>
    atMost !== undefined ? `≤ ${atMost}` : atLeast !== undefined ? `≥ ${atLeast}` : ''
  console.table(
    figures.map((figure) => ({
      part: figure.part,
      what: figure.what,
      value: rounded(figure.value),
      unit: figure.unit,
      gate: gate(figure),
      holds: gate(figure) === '' ? '' : holds(figure) ? 'yes' : 'NO',
    })),
  )
}

/** Writes the figures so far as JSON, so that an interrupted run keeps its finished parts. */
export function keep(figures: readonly Counted[]): void {
  const rows = figures.map((figure) => ({ ...figure, value: rounded(figure.value) }))
  mkdirSync(buildFolder, { recursive: true })
  writeFileSync(join(buildFolder, 'bench.json'), `${JSON.stringify(rows, null, 2)}\n`)
}

/** Whether every gate holds; prints those that do not. */
export function allHold(figures: readonly Counted[]): boolean {
  const broken = figures.filter((figure) => !holds(figure))
  for (const { part, what } of broken) console.error(`Does not hold: ${part}: ${what}`)
  return broken.length === 0
}
