import { execFileSync } from 'node:child_process'
import { requestedSize } from './arguments.ts'
import type { Figure } from './report.ts'

/** The number of instalments due on one morning: 500, or `npm run bench -- money 5000`. */
const count = requestedSize(500)
/** Interrupted charges, at most as many as run at once, may be written once more. */
const writesPerInstalment = 2 + 20 / count
/** Stripe's rate limit for charges per second and account in its sandbox, the least that it guarantees. */
const rate = 25

type InstalmentCounts = { before: number; after: number; atOnce: number; took: number }

/**
 * Charges all due cards in a run that is killed midway and run again, through its test, which fails unless each card is
 * charged once and the ledger balances.
 */
export function instalmentFigures(): Figure[] {
  const test = ['run', '--config', 'test/vitest.config.ts', '--project', 'functions-own', 'manyDue']
  // The tests use a table of their own, not that of the bench's cloud.
  const { TABLE_NAME: _ofBench, ...env } = process.env
  // With the running Node: an older one may come first on the path.
  const output = execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...test], {
    encoding: 'utf8',
    env: { ...env, MANY: String(count) },
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e9,
  })
  const line = output.split('\n').find((each) => each.startsWith('{"instalments":'))
  if (line === undefined) throw new Error('The run over due instalments has told nothing.')
  const { before, after, atOnce, took } = (JSON.parse(line) as { instalments: InstalmentCounts }).instalments
  const name = `${count} instalments due, killed and run again:`
  return [
    { what: `${name} writes before each charge`, value: before, unit: 'writes', atMost: writesPerInstalment },
    { what: `${name} writes after each charge`, value: after, unit: 'writes', atMost: writesPerInstalment },
    { what: `${name} charged side by side`, value: atOnce, unit: 'charges', atLeast: 10 },
    { what: `${name} took, at Stripe’s ${rate} a second`, value: took, unit: 's', atMost: count / rate },
  ]
}
