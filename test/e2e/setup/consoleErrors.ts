import type { BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { browser, resetAllowedErrors, unexpectedErrors } from '../pages.ts'

/** Browser contexts that a file opens in `beforeAll`: they stay open for all of its tests. */
let lastingContexts: readonly BrowserContext[] = []
beforeEach(() => {
  lastingContexts = browser.contexts()
})
afterEach(async () => {
  await Promise.all(
    browser.contexts().map(async (context) => {
      if (lastingContexts.includes(context)) await Promise.all(context.pages().map((page) => page.close()))
      else await context.close()
    }),
  )
  // Whatever a test is about, no page may have logged an error or warning.
  expect(unexpectedErrors()).toEqual([])
})
afterAll(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  resetAllowedErrors()
})
