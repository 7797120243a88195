import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsOn } from '../axe.ts'
import { laptop, phone } from './pages.ts'

/** On what and in which light a journey that ends on several screens is made; the walk looks at each screen as it opens on both. */
export const views = [
  ['phone', 'light', phone],
  ['laptop', 'dark', laptop],
] as const
/** For journeys on whose screens the walk stops too: on a phone, and on the laptop in the long run. */
export const walkedViews = process.env['RUNS'] ? views : views.slice(0, 1)

/** What fades in or glides has arrived: before that it has neither its contrast nor its place. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity)
    // One that another has taken the place of is over before that other is.
    for (let left = ending(); left.length > 0; left = ending())
      await Promise.allSettled(left.map(({ finished }) => finished))
  })

/**
 * What keeps somebody from using the page as it stands: each rule that it breaks, and where. In the dark only the colours are
 * other ones, so only they are looked at.
 */
export async function barriersOn(page: Page): Promise<string[]> {
  await settled(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const violations = await violationsOn(page, isDark ? { runOnly: ['color-contrast'] } : {})
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** True when the page can be scrolled sideways: something on it is too wide. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** No barrier and nothing too wide, on a phone and on a laptop in the dark; each time `shown` is scrolled to. */
export async function looksRight(page: Page, shown = page.getByRole('heading', { level: 1 })): Promise<void> {
  for (const [, colorScheme, viewport] of views) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await drawn(page)
    expect(await barriersOn(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await shown.scrollIntoViewIfNeeded()
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(phone)
  await drawn(page)
}

/** The page has drawn itself once more: with it, it hears of its new size, and has put each part where it belongs. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))))
