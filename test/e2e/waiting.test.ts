import { expect, it } from 'vitest'
import { accessibilityViolations, views } from './accessibility.ts'
import { signedIn } from './pages.ts'

it('a request times out after 30 seconds with a message', async () => {
  const page = await signedIn('parent')
  await page.getByText('Mia Moreno').first().waitFor()
  await page.waitForLoadState('networkidle')
  const held = Promise.withResolvers<void>()
  await page.route('**/rest-api/calendar/event/**', async (route) => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  const loading = page.getByText('Loading', { exact: true })
  const pageNow = () => page.evaluate(() => Date.now())
  const asked = await pageNow()
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await page.clock.runFor(500)
  expect(await loading.isVisible()).toBe(false)
  await page.clock.runFor(1000)
  await loading.waitFor()

  // The loading indicator passes axe, and covers nothing.
  for (const [, colorScheme, viewport] of views) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityViolations(page)).toEqual([])
    // A click at its place reaches what is beneath, and the last button of the page can be scrolled above it.
    const box = await loading.boundingBox()
    const reached = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.closest('[data-loading]') === null,
      [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5] as const,
    )
    expect(reached).toBe(true)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const last = await page.locator('main button:visible').last().boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
  }

  const failed = page.getByText('We could not load the answers.')
  await page.clock.runFor(Math.max(0, asked + 28_000 - (await pageNow())))
  expect(await failed.isVisible()).toBe(false)
  await page.clock.runFor(4000)
  await failed.waitFor()
  held.resolve()
  await loading.waitFor({ state: 'hidden' })
})
