import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsOn } from '../axe.ts'
import { laptop, phone } from './pages.ts'

/** The viewport and color scheme of tests that check several screens; `walk.test.ts` checks each screen in both as it opens. */
export const views = [
  ['phone', 'light', phone],
  ['laptop', 'dark', laptop],
] as const
/** Views for tests whose screens `walk.test.ts` also checks: the phone only, or both in the long run. */
export const walkedViews = process.env['RUNS'] ? views : views.slice(0, 1)

/** Waits for finite animations to end: before that, contrast and position are not final. */
export const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const endingAnimations = () =>
      document
        .getAnimations()
        .filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity)
    // An animation that replaces another may still run after that one has ended.
    for (let remaining = endingAnimations(); remaining.length > 0; remaining = endingAnimations())
      await Promise.allSettled(remaining.map(({ finished }) => finished))
  })

/**
 * Returns the accessibility violations of the page as it is: each rule, and the elements that break it. In the dark only color
 * contrast is checked, as nothing else differs.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await waitForAnimations(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const violations = await violationsOn(page, isDark ? { runOnly: ['color-contrast'] } : {})
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Returns whether the page scrolls horizontally, that is, something on it is too wide. */
export const scrollsHorizontally = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/**
 * Expects no accessibility violation and no horizontal scrolling, on a phone and on a dark laptop; scrolls to `visibleSign` each
 * time.
 */
export async function expectAccessibleLayout(
  page: Page,
  visibleSign = page.getByRole('heading', { level: 1 }),
): Promise<void> {
  for (const [, colorScheme, viewport] of views) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await nextFrames(page)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await scrollsHorizontally(page)).toBe(false)
    await visibleSign.scrollIntoViewIfNeeded()
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(phone)
  await nextFrames(page)
}

/** Waits for two animation frames: by then the page has handled its new size and laid everything out. */
const nextFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))
