import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { requireKnownNames } from './knownNames.ts'

/**
 * Runs the randomized and hostile tests many more times than `npm test`, with a new seed each time. They are divided
 * into parts of at most an hour on two cores: all run in turn, or only those named, as in `npm run test:long -- money`,
 * so that several machines can share them. Options after the names are Vitest's. The seed is printed at the beginning:
 * `SEED=… npm run test:long` repeats a run.
 */
const parts = {
  /**
   * 10,000 almost valid requests to each route's checks and 100 of the valid ones (`functions/hostile`), and a million
   * table keys checked for which club they belong to.
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
  /** 10,000 sequences of 30 calls, none of which may widen anybody's rights. */
  rights: ['test/functions/organization/sequences'],
  /** Everything that moves money, killed at each of its calls. */
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
  /** Random histories of everything else that many people do concurrently. */
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
  /** Every screen in every state, size and language, and the main journeys by keyboard only. */
  screens: ['test/web/session-paths', 'test/web/first-reads', 'test/web/steps', 'test/e2e'],
} as const
type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]

const seed = process.env['SEED'] ?? String(randomInt(2 ** 31))
const runs = process.env['RUNS'] ?? '12000'
/** The time limit of each part, in seconds, on two cores. */
const maxSeconds = 3600
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const args = process.argv.slice(2)
const firstOption = args.findIndex((each) => each.startsWith('-'))
const [requested, options] = firstOption < 0 ? [args, []] : [args.slice(0, firstOption), args.slice(firstOption)]
requireKnownNames(requested, names)
const selected = requested.length > 0 ? names.filter((name) => requested.includes(name)) : names
console.log(`SEED=${seed} RUNS=${runs} repeats this run of ${selected.join(', ')}.`)

const outcomes = selected.map((part) => {
  // The report fails if fewer keys of the table were checked for which club they belong to.
  const keys = part === 'doors' && runs === '12000' && options.length === 0 ? { KEYS: '1000000' } : {}
  const startedAt = Date.now()
  const { status } = spawnSync(
    process.execPath,
    [
      ...[vitest, 'run', '--config', 'test/vitest.config.ts', '--testTimeout', '3600000', '--hookTimeout', '600000'],
      ...parts[part],
      ...options,
    ],
    { stdio: 'inherit', env: { ...process.env, SEED: seed, RUNS: runs, ...keys } },
  )
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  return { part, seconds, status: seconds > maxSeconds ? 1 : (status ?? 1) }
})
for (const { part, seconds, status } of outcomes)
  console.log(`${part}: ${status === 0 ? 'held' : 'failed'}, ${seconds} s.`)
const latePart = outcomes.filter(({ seconds }) => seconds > maxSeconds)
if (latePart.length > 0) console.error(`A part may take ${maxSeconds} s: find what has become slower, or reduce it.`)
console.log(`SEED=${seed} RUNS=${runs} repeats this run.`)
process.exit(outcomes.some(({ status }) => status !== 0) ? 1 : 0)
