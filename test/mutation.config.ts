import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The tests of the rules alone, which take milliseconds: a run of mutations asks them thousands of times. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/shared/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['test/temporal.ts'],
    silent: true,
    isolate: false,
    testTimeout: 30_000,
  },
})
