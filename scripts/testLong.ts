import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'

/**
 * The hostile runs of the tests, many times as many as in `npm test` and others each time, in parts of which each has an hour on two
 * cores: all of them in turn, or those that are named, as `npm run test:long -- money`, so that several machines share them. They
 * follow from one seed, which is said at the beginning: `SEED=… npm run test:long` repeats them.
 */
const parts = {
  /**
   * 10,000 nearly right requests at the door of each route and 100 of those that it lets in (`functions/hostile`); and a million keys of
   * the table that are looked at for whose club they are.
   */
  doors: [
    'test/functions/fuzz',
    'test/functions/hostile',
    'test/functions/every-route',
    'test/functions/rights',
    'test/functions/reads',
    'test/functions/growth',
    'test/functions/developers/tokenReach',
    'test/functions/session/a',
  ],
  /** 10,000 sequences of 30 calls that widen nobody's rights. */
  rights: ['test/functions/organization/sequences'],
  /** What moves money, killed at each of its calls. */
  money: [
    'test/functions/money/reconciling',
    'test/functions/money/sigkill',
    'test/functions/money/killed',
    'test/functions/money/manyDue',
    'test/functions/money/fees',
    'test/functions/money/paypal',
    'test/functions/subscriptions/histories',
    'test/functions/subscriptions/killed',
    'test/functions/subscriptions/shares',
    'test/functions/subscriptions/payer',
    'test/functions/register/limits',
    'test/functions/register/killed',
    'test/functions/register/cutShort',
    'test/functions/mail/send',
  ],
  /** Random histories of everything else that many people do at once. */
  people: [
    'test/functions/email/richText',
    'test/functions/calendar/series.property',
    'test/functions/today',
    'test/functions/chat/random',
    'test/functions/chat/cutLines',
    'test/functions/families/imports',
    'test/functions/privacy/club',
    'test/functions/privacy/killed',
    'test/functions/academy/library',
    'test/functions/teams/merge',
    'test/shared',
  ],
  /** Every screen in every state, size and language, and the main journeys by keyboard alone. */
  screens: ['test/web/session-paths', 'test/web/first-reads', 'test/web/steps', 'test/e2e'],
} as const
type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]
const isPart = (name: string): name is Part => name in parts

const seed = process.env['SEED'] ?? String(randomInt(2 ** 31))
const runs = process.env['RUNS'] ?? '12000'
/** Of each part, in seconds, on two cores. */
const atMost = 3600
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const said = process.argv.slice(2)
const options = said.filter((each) => !isPart(each))
const wanted = said.some(isPart) ? said.filter(isPart) : names
console.log(`SEED=${seed} RUNS=${runs} repeats this run of ${wanted.join(', ')}.`)

const outcomes = wanted.map((part) => {
  // The report then fails below so many keys of the table that were looked at for whose club they are.
  const keys = part === 'doors' && runs === '12000' && options.length === 0 ? { KEYS: '1000000' } : {}
  const began = Date.now()
  const { status } = spawnSync(
    process.execPath,
    [
      ...[vitest, 'run', '--config', 'test/vitest.config.ts', '--testTimeout', '3600000', '--hookTimeout', '600000'],
      ...parts[part],
      ...options,
    ],
    { stdio: 'inherit', env: { ...process.env, SEED: seed, RUNS: runs, ...keys } },
  )
  const seconds = Math.round((Date.now() - began) / 1000)
  return { part, seconds, status: seconds > atMost ? 1 : (status ?? 1) }
})
for (const { part, seconds, status } of outcomes)
  console.log(`${part}: ${status === 0 ? 'held' : 'failed'}, ${seconds} s.`)
const late = outcomes.filter(({ seconds }) => seconds > atMost)
if (late.length > 0) console.error(`A part may take ${atMost} s: find what has become slower, or ask less of it.`)
console.log(`SEED=${seed} RUNS=${runs} repeats this run.`)
process.exit(outcomes.some(({ status }) => status !== 0) ? 1 : 0)
