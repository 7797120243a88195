import { afterAll, afterEach, expect } from 'vitest'
import { browser, complaints } from '../pages.ts'

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  // Whatever a journey is about, no page of it may have complained.
  expect(complaints()).toEqual([])
})
afterAll(() => browser.close())
