import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Figure, percentiles } from './report.ts'

const root = join(import.meta.dirname, '../..')
/** What a fresh checkout does not contain: it is installed, built or filled in there. */
const notCopied = new Set(['.git', 'node_modules', '.build', '.local', 'cdk.out', 'coverage'])
/** How often it is restarted. */
const restarts = 3
/** The output of a completed start, and the most milliseconds it may take. */
const [readyLine, timeout] = [/Ctrl-C ends it/, 600_000]

/** Seconds until `npm start` is ready: in a new checkout with packages installed, and when it was started before. */
export async function startFigures(): Promise<Figure[]> {
  const checkout = mkdtempSync(join(tmpdir(), 'touchline-checkout-'))
  try {
    cpSync(root, checkout, { recursive: true, filter: (path) => !notCopied.has(basename(path)) })
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
    const first = await measureStart(checkout)
    const laterStarts: number[] = []
    for (let i = 0; i < restarts; i++) laterStarts.push(await measureStart(checkout))
    return [
      { what: 'npm start in a new checkout, packages installed', value: first, unit: 's', atMost: 60 },
      { what: 'npm start when it was started before', value: percentiles(laterStarts).p50, unit: 's', atMost: 5 },
    ]
  } finally {
    rmSync(checkout, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs `npm start` as a user would, and stops it; returns the seconds until it was ready. */
async function measureStart(cwd: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn('npm', ['start', '--', '--port', '0', '--data', join(cwd, '.local')], { cwd, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exit = once(child, 'exit')
  while (!readyLine.test(output) && child.exitCode === null && performance.now() - startedAt < timeout)
    await setTimeout(20)
  const seconds = (performance.now() - startedAt) / 1000
  // Like Ctrl-C: to npm, and to all processes that it has started.
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT')
  await exit
  if (!readyLine.test(output))
    throw new Error(`npm start was not there after ${Math.round(seconds)} s: ${output.slice(-2000)}`)
  return seconds
}
