import { execFileSync } from 'node:child_process'
import type { Figure } from './report.ts'

/** `npm run bench -- money 5000`: how many instalments are due on one morning; 500 by default. */
const many = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 500)
/** Writes per instalment: interrupted ones, at most as many as are charged concurrently, may be written once more. */
const writes = 2 + 20 / many
/** Charges a second that Stripe accepts for one account in its sandbox, the lowest rate that it guarantees. */
const rate = 25

type Counted = { before: number; after: number; atOnce: number; took: number }

/**
 * The run that charges due instalments, killed half-way and run again, as in its test, which fails if a card is not charged
 * exactly once or the ledger does not balance.
 */
export function instalmentFigures(): Figure[] {
  const test = ['run', '--config', 'test/vitest.config.ts', '--project', 'functions-own', 'manyDue']
  // The test has its own table, not that of the bench's cloud.
  const { TABLE_NAME: _ofBench, ...env } = process.env
  // With the Node that runs this: an older one may come first on the path.
  const out = execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...test], {
    encoding: 'utf8',
    env: { ...env, MANY: String(many) },
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e9,
  })
  const line = out.split('\n').find((each) => each.startsWith('{"instalments":'))
  if (line === undefined) throw new Error('The run over due instalments has told nothing.')
  const { before, after, atOnce, took } = (JSON.parse(line) as { instalments: Counted }).instalments
  const name = `${many} instalments due, killed and run again:`
  return [
    { what: `${name} writes before each charge`, value: before, unit: 'writes', atMost: writes },
    { what: `${name} writes after each charge`, value: after, unit: 'writes', atMost: writes },
    { what: `${name} charged side by side`, value: atOnce, unit: 'charges', atLeast: 10 },
    { what: `${name} took, at Stripe’s ${rate} a second`, value: took, unit: 's', atMost: many / rate },
  ]
}
