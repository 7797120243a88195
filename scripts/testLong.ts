import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'

/**
 * The hostile runs of the tests, many times as many as in `npm test` and others each time. They follow from one seed, which is said at the
 * beginning: `SEED=… npm run test:long` repeats them. A whole run is, among other things, 10,000 nearly right requests at the door of each
 * route and 100 of those that it lets in (`functions/hostile`), 10,000 sequences of 30 calls that widen nobody's rights
 * (`functions/organization/sequences`), and a million keys of the table that are looked at for whose club they are. It has an hour.
 */
const seed = process.env['SEED'] ?? String(randomInt(2 ** 31))
const runs = process.env['RUNS'] ?? '12000'
/** In seconds, on two cores. */
const atMost = 3600
console.log(`SEED=${seed} RUNS=${runs} repeats this run.`)
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const files = [
  'test/functions/fuzz',
  'test/functions/hostile',
  'test/functions/email/richText',
  'test/functions/calendar/series.property',
  'test/functions/today',
  'test/functions/chat/random',
  'test/functions/chat/cutLines',
  'test/functions/organization/sequences',
  'test/functions/families/imports',
  'test/functions/register/limits',
  'test/functions/register/killed',
  'test/functions/register/cutShort',
  'test/functions/privacy/club',
  'test/functions/privacy/killed',
  'test/functions/money/reconciling',
  'test/functions/money/sigkill',
  'test/functions/money/killed',
  'test/functions/money/manyDue',
  'test/functions/money/fees',
  'test/functions/money/paypal',
  'test/functions/session/a',
  'test/functions/academy/library',
  'test/functions/developers/tokenReach',
  'test/functions/teams/merge',
  'test/functions/subscriptions/histories',
  'test/functions/subscriptions/killed',
  'test/functions/subscriptions/shares',
  'test/functions/subscriptions/payer',
  'test/functions/mail/send',
  'test/functions/rights',
  'test/functions/every-route',
  'test/functions/reads',
  'test/functions/growth',
  'test/shared',
  'test/web/session-paths',
  'test/web/first-reads',
  'test/web/steps',
  'test/e2e',
]
// Of the whole run only: the report then fails below so many keys of the table that were looked at for whose club they are.
const keys = runs === '12000' && process.argv.length === 2 ? { KEYS: '1000000' } : {}
const began = Date.now()
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--config',
    'test/vitest.config.ts',
    '--testTimeout',
    '3600000',
    '--hookTimeout',
    '600000',
    ...files,
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, SEED: seed, RUNS: runs, ...keys } },
)
const seconds = Math.round((Date.now() - began) / 1000)
console.log(`It took ${seconds} s. SEED=${seed} RUNS=${runs} repeats this run.`)
const isLate = seconds > atMost
if (isLate) console.error(`It may take ${atMost} s: find what has become slower, or ask less of it.`)
process.exit(isLate ? 1 : (status ?? 1))
