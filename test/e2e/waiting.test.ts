import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accounts } from '#scripts/demo/accounts.ts'
import { barriersOn, views } from './barriers.ts'
import { newPage, signInAt } from './pages.ts'
import { now, origin } from './people.ts'

/** A parent at Today, on a device whose clock the test drives. */
async function atToday(options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options)
  await page.clock.install({ time: now() })
  await page.goto(origin)
  await signInAt(page, accounts.parent.email)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  return page
}

describe('loading', () => {
  it.each(views)(
    'that takes long is said on a %s, %s, and nothing beneath it is out of reach',
    async (_device, colorScheme, viewport) => {
      const page = await atToday({ viewport, colorScheme })
      await page.getByText('Mia Moreno').first().waitFor()
      await page.waitForLoadState('networkidle')
      const held = Promise.withResolvers<void>()
      await page.route('**/rest-api/calendar/event/**', async (route) => {
        await held.promise
        await route.continue()
      })
      const loading = page.getByText('Loading', { exact: true })
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click()
      await page.clock.runFor(500)
      expect(await loading.isVisible()).toBe(false)
      await page.clock.runFor(1000)
      await loading.waitFor()
      expect(await barriersOn(page)).toEqual([])
      // A tap where it stands reaches what is there, and the last control of the page can be scrolled out from under it.
      const box = await loading.boundingBox()
      const reached = await page.evaluate(
        ([x, y]) => document.elementFromPoint(x, y)?.closest('[data-loading]') === null,
        [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5] as const,
      )
      expect(reached).toBe(true)
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      const last = await page.locator('main button:visible').last().boundingBox()
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
      held.resolve()
      await loading.waitFor({ state: 'hidden' })
      await page.context().close()
    },
  )
})

it('an answer is waited for 30 seconds, then the screen says so and offers to try again', async () => {
  const page = await atToday()
  await page.getByText('Mia Moreno').first().waitFor()
  await page.waitForLoadState('networkidle')
  const held = Promise.withResolvers<void>()
  await page.route('**/rest-api/calendar/event/**', async (route) => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await page.clock.runFor(28_000)
  const failed = page.getByText('We could not load who comes.')
  expect(await failed.isVisible()).toBe(false)
  await page.clock.runFor(4000)
  await failed.waitFor()
  held.resolve()
})
