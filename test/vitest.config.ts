import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

const localShort = [
  'assembly*',
  'cloud/cloud',
  'events-filters',
  'gate-faults',
  'gate-needs',
  'gate-services',
  'http-api/cors',
  'iam',
  'mail*',
  'services/secrets',
].map((name) => `test/scripts/local/${name}.test.ts`)

/** One project per room, so that each runs with what it needs and nothing more. */
export default defineConfig({
  root,
  test: {
    // What functions log for every request is noise, except where a test fails.
    silent: 'passed-only',
    allowOnly: false,
    projects: [
      {
        root,
        test: {
          name: 'shared',
          include: ['test/shared/**/*.test.ts', 'test/*.test.ts'],
          environment: 'node',
          setupFiles: ['test/temporal.ts'],
        },
      },
      {
        root,
        test: {
          name: 'functions',
          include: ['test/functions/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/functions/dynamodb.ts', 'test/functions/media.ts'],
          setupFiles: ['test/temporal.ts'],
          testTimeout: 60_000,
        },
      },
      {
        root,
        plugins: [react()],
        test: {
          name: 'web',
          include: ['test/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          css: { modules: { classNameStrategy: 'non-scoped' } },
          setupFiles: ['test/temporal.ts', 'test/web/setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 5000 } },
        },
      },
      {
        root,
        test: {
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          name: 'scripts',
          include: ['test/scripts/**/*.test.ts'],
          exclude: ['test/scripts/local/**'],
          environment: 'node',
          setupFiles: ['test/temporal.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // Of the local cloud's own tests, those that are quick, and one that starts it whole; the journeys live in it, too.
      {
        root,
        test: {
          name: 'local-short',
          include: localShort,
          environment: 'node',
          setupFiles: ['test/temporal.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // All the others: `npm run test:local`.
      {
        root,
        test: {
          name: 'local',
          include: ['test/scripts/local/**/*.test.ts'],
          exclude: localShort,
          environment: 'node',
          setupFiles: ['test/temporal.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          environment: 'node',
          // What a screen does takes its time on a busy machine.
          expect: { poll: { timeout: 15_000 } },
          globalSetup: ['test/e2e/cloud.ts'],
          setupFiles: ['test/temporal.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
