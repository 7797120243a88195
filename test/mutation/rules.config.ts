import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The tests of the rules alone, which take milliseconds: a run of mutations asks them thousands of times. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/shared/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['test/temporal.ts'],
    silent: true,
    isolate: false,
    // As long as Stryker waits for a change: on a busy machine the first run, with what counts coverage in it, is slow.
    testTimeout: 120_000,
  },
})
