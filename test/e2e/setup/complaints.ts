import type { BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { browser, complaints, nothingMore } from '../pages.ts'

/** What a file has opened before its journeys, for all of them. */
let lasting: readonly BrowserContext[] = []
beforeEach(() => {
  lasting = browser.contexts()
})
afterEach(async () => {
  await Promise.all(
    browser.contexts().map(async (context) => {
      if (lasting.includes(context)) await Promise.all(context.pages().map((page) => page.close()))
      else await context.close()
    }),
  )
  // Whatever a journey is about, no page of it may have complained.
  expect(complaints()).toEqual([])
})
afterAll(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  nothingMore()
})
