import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { report } from './report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What `functions/some.ts` takes a part of: the report says which turn it was, and `TURN=…` has the same parts again. */
process.env['TURN'] ??= process.env['SEED'] ?? String(randomInt(1000))

/**
 * The files of a room share processes and what is loaded there, which saves half of the time. So a helper is loaded once,
 * and what it hooks to every test is in its room's set-up file. A file that puts other modules in the place of ours, or
 * begins with `// apart:` and says why, has a process of its own.
 */
const filesWith = (pattern: RegExp) => (include: string) =>
  globSync(include, { cwd: root }).filter((file) => pattern.test(readFileSync(root + file, 'utf8')))
const apart = filesWith(/^\/\/ apart: |\bvi\.(mock|doMock|resetModules)\(/m)
/** Of functions, those that begin with `// own:` and why: they share processes, and each finds a table of its own, empty. */
const own = filesWith(/^\/\/ own: /m)
const functionTests = 'test/functions/**/*.test.ts'
const webTests = 'test/web/**/*.test.{ts,tsx}'
const functions: TestUserConfig = {
  environment: 'node',
  globalSetup: ['test/functions/dynamodb.ts', 'test/functions/media.ts', 'test/functions/stripe.ts'],
  setupFiles: ['test/functions/database.ts', 'test/temporal.ts', 'test/functions/setup.ts'],
  testTimeout: 60_000,
}
/** Of the long run: the first takes a core for most of it. */
const longestOfLong = [
  'functions/hostile/nearlyRight',
  'functions/organization/sequences',
  'functions/organization/sequencesMore',
  'functions/money/killedHeard',
  'functions/chat/random',
  'functions/subscriptions/histories',
]
/**
 * The longest begin first: begun last, they would run while the other core has nothing left to do. The first of all waits for a
 * mail, which in a cloud that still has hundreds to send comes late.
 */
const longest = [
  ...(process.env['RUNS'] ? longestOfLong : []),
  'e2e/requests',
  'e2e/walk',
  'e2e/offline',
  'e2e/roles',
  'functions/rights',
  'functions/every-route',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(`test/${name}.test.ts`))
      return found === -1 ? longest.length : found
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
/** What packages compile to is kept for the next process that loads them: jsdom, React and CDK take a second or two each time. */
const compiled = { NODE_COMPILE_CACHE: `${root}.build/compiled` }
/**
 * What waits for a page's own time may be late on a machine that does other work. The report lists what needed its second
 * try, and more than a few fail the run.
 */
const retry = 1
const web: TestUserConfig = {
  retry,
  environment: 'jsdom',
  env: compiled,
  css: { modules: { classNameStrategy: 'non-scoped' } },
  setupFiles: ['test/temporal.ts', 'test/web/setup.ts'],
  testTimeout: 60_000,
  // One that waits for a screen's file waits for what that imports to be compiled, as a test does.
  hookTimeout: 60_000,
  expect: { requireAssertions: true, poll: { timeout: 5000 } },
}
const local: TestUserConfig = {
  environment: 'node',
  env: compiled,
  setupFiles: ['test/temporal.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}
/** Of the local cloud's own tests, those that are quick; the journeys live in it whole. */
const localShort = [
  'assembly*',
  'events-filters',
  'gate-faults',
  'gate-needs',
  'gate-services',
  'http-api/cors',
  'iam*',
  'mail*',
  'services/push',
  'services/secrets',
].map((name) => `test/scripts/local/${name}.test.ts`)
const localTests = 'test/scripts/local/**/*.test.ts'

/** One project per room, so that each runs with what it needs and nothing more. */
export default defineConfig({
  root,
  test: {
    // What functions log for every request is noise, except where a test fails.
    silent: 'passed-only',
    allowOnly: false,
    reporters: ['default', report()],
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Vitest would leave a core to itself, which on two is half of them.
    maxWorkers: 2,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/shared/**/*.test.ts', 'test/spec/*.test.ts'],
          environment: 'node',
          setupFiles: ['test/temporal.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          ...functions,
          name: 'functions',
          include: [functionTests],
          exclude: [...apart(functionTests), ...own(functionTests)],
        },
      },
      {
        extends: true,
        test: {
          ...functions,
          name: 'functions-own',
          include: own(functionTests),
          setupFiles: [
            'test/functions/database.ts',
            'test/temporal.ts',
            'test/functions/own.ts',
            'test/functions/setup.ts',
          ],
        },
      },
      { extends: true, test: { ...functions, name: 'functions-apart', include: apart(functionTests), isolate: true } },
      {
        extends: true,
        plugins: [react()],
        test: { ...web, name: 'web', include: [webTests], exclude: apart(webTests) },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          ...web,
          name: 'web-apart',
          include: apart(webTests),
          isolate: true,
          setupFiles: ['test/temporal.ts', 'test/web/setup.ts', 'test/web/apart.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...local,
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          globalSetup: ['test/infra/assemblies.ts'],
          // Bundles are loaded by Node itself, as they are where they run.
          server: { deps: { external: [/\/\.build\//] } },
        },
      },
      {
        extends: true,
        test: {
          ...local,
          name: 'scripts',
          include: ['test/scripts/**/*.test.ts'],
          exclude: [localTests],
          globalSetup: ['test/infra/assemblies.ts'],
        },
      },
      { extends: true, test: { ...local, name: 'local-short', include: localShort } },
      // All the others: `npm run test:local`.
      { extends: true, test: { ...local, name: 'local', include: [localTests], exclude: localShort } },
      {
        extends: true,
        test: {
          name: 'e2e',
          retry,
          include: ['test/e2e/**/*.test.ts'],
          environment: 'node',
          // What a screen does takes its time on a busy machine.
          expect: { requireAssertions: true, poll: { timeout: 15_000 } },
          globalSetup: ['test/e2e/setup/clouds.ts'],
          setupFiles: ['test/temporal.ts', 'test/e2e/setup/complaints.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          // After all others: by then the demo is seeded.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
