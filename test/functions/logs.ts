import { format } from 'node:util'

/**
 * What functions log is handed on where a test fails, and forgotten where none does: given to the reporter line by line, it takes a
 * tenth of the time.
 */
const { info } = console
const lines: string[] = []
const keep = (...said: unknown[]) => void lines.push(format(...said))

let watching = false
/** Files of tests share a process: once is enough. */
export function keepLogs(): void {
  if (watching) return
  watching = true
  Object.assign(console, { info: keep, error: keep })
}

/** At the end of a test. */
export function passLogs(failed: boolean): void {
  const kept = lines.splice(0)
  if (failed && kept.length > 0) info(kept.join('\n'))
}
