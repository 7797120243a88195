import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Only the tests of the rules, which take milliseconds: a mutation run executes them thousands of times. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/shared/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['test/temporal.ts'],
    silent: true,
    isolate: false,
    // Stryker's own timeout: on a busy machine the first run, which counts coverage, is slow.
    testTimeout: 120_000,
  },
})
