import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fingerprint } from './fingerprint.ts'

type Step = { root: string; file: string; from: readonly string[]; to: string }

/** Runs `run` unless `file` records that it was done from the same sources and its output is unchanged. */
export async function runIfChanged({ root, file, from, to }: Step, run: () => Promise<void>): Promise<void> {
  const sources = fingerprint(root, from)
  const currentState = () => `${sources} ${fingerprint(root, [to])}`
  if (existsSync(file) && readFileSync(file, 'utf8') === currentState()) return
  rmSync(file, { force: true })
  await run()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, currentState())
}
