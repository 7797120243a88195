import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { report } from './report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The turn of `functions/sampling.ts`: the report prints it, and `TURN=…` repeats it. */
process.env['TURN'] ??= process.env['SEED'] ?? String(randomInt(1000))

/**
 * Files of a room share processes and loaded modules, which halves the time. So each helper is loaded once, and per-test hooks
 * belong in the room's setup file. Files that mock modules, or begin with `// apart:` and a reason, get a process of their own.
 */
const filesWith = (pattern: RegExp) => (include: string) =>
  globSync(include, { cwd: root }).filter((file) => pattern.test(readFileSync(root + file, 'utf8')))
const isolatedFiles = filesWith(/^\/\/ apart: |\bvi\.(mock|doMock|resetModules)\(/m)
/**
 * Function tests that begin with `// own:` and a reason: they share processes, but each starts with an empty table of its own.
 */
const ownTableFiles = filesWith(/^\/\/ own: /m)
const functionTests = 'test/functions/**/*.test.ts'
const webTests = 'test/web/**/*.test.{ts,tsx}'
const functions: TestUserConfig = {
  environment: 'node',
  globalSetup: ['test/functions/dynamodb.ts', 'test/functions/media.ts', 'test/functions/stripe.ts'],
  setupFiles: ['test/functions/database.ts', 'test/temporal.ts', 'test/functions/setup.ts'],
  testTimeout: 60_000,
}
/** In the long run: the first one keeps a core busy for most of it. */
const longestOfLong = [
  'functions/hostile/nearlyRight',
  'functions/organization/sequences',
  'functions/organization/sequencesMore',
  'functions/money/killedProviderEvent',
  'functions/chat/random',
  'functions/subscriptions/histories',
]
/**
 * The longest start first: started last, they would run while the other core is idle. The very first waits for an email, which is
 * late in a cloud that still has hundreds to send.
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
class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const position = longest.findIndex((name) => moduleId.endsWith(`test/${name}.test.ts`))
      return position === -1 ? longest.length : position
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
/** Compile cache shared between processes: jsdom, React and CDK take a second or two to load each time. */
const compiled = { NODE_COMPILE_CACHE: `${root}.build/compiled` }
/**
 * Anything that waits for a page's own timers may be late on a busy machine. The report lists the retried tests, and too many of
 * them fail the run.
 */
const retry = 1
const web: TestUserConfig = {
  retry,
  environment: 'jsdom',
  env: compiled,
  css: { modules: { classNameStrategy: 'non-scoped' } },
  setupFiles: ['test/temporal.ts', 'test/web/setup.ts'],
  testTimeout: 60_000,
  // A hook that waits for a screen's file waits for its imports to be compiled, as a test does.
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
/** The fast tests of the local cloud itself; the e2e tests run it as a whole. */
const localShort = [
  'assembly*',
  'events-filters',
  'gate-needs',
  'gate-services',
  'http-api/cors',
  'iam*',
  'mail*',
  'services/push',
  'services/secrets',
].map((name) => `test/scripts/local/${name}.test.ts`)
const localTests = 'test/scripts/local/**/*.test.ts'

/** One project per room, so that each runs with exactly the setup it needs. */
export default defineConfig({
  root,
  test: {
    // Request logs are noise, except when a test fails.
    silent: 'passed-only',
    allowOnly: false,
    reporters: ['default', report()],
    isolate: false,
    sequence: { sequencer: LongestFirstSequencer },
    // By default, Vitest would reserve a core for itself, half of two.
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
          exclude: [...isolatedFiles(functionTests), ...ownTableFiles(functionTests)],
        },
      },
      {
        extends: true,
        test: {
          ...functions,
          name: 'functions-own',
          include: ownTableFiles(functionTests),
          setupFiles: [
            'test/functions/database.ts',
            'test/temporal.ts',
            'test/functions/ownTable.ts',
            'test/functions/setup.ts',
          ],
        },
      },
      {
        extends: true,
        test: { ...functions, name: 'functions-apart', include: isolatedFiles(functionTests), isolate: true },
      },
      {
        extends: true,
        plugins: [react()],
        test: { ...web, name: 'web', include: [webTests], exclude: isolatedFiles(webTests) },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          ...web,
          name: 'web-apart',
          include: isolatedFiles(webTests),
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
          // Node itself loads bundles, as in production.
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
      // The remaining ones: `npm run test:local`.
      { extends: true, test: { ...local, name: 'local', include: [localTests], exclude: localShort } },
      {
        extends: true,
        test: {
          name: 'e2e',
          retry,
          include: ['test/e2e/**/*.test.ts'],
          environment: 'node',
          // Screens are slow on a busy machine.
          expect: { requireAssertions: true, poll: { timeout: 15_000 } },
          globalSetup: ['test/e2e/setup/clouds.ts'],
          setupFiles: ['test/temporal.ts', 'test/e2e/setup/consoleErrors.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          // After all other projects: the demo is seeded in the meantime.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
