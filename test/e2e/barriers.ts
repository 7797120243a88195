import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { laptop, phone } from './pages.ts'

/** On what and in which light every screen is looked at. */
export const views = [
  ['phone', 'light', phone],
  ['phone', 'dark', phone],
  ['laptop', 'light', laptop],
  ['laptop', 'dark', laptop],
] as const

/** What keeps somebody from using the page as it stands: each rule that it breaks, and where. */
export async function barriersOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** True when the page can be scrolled sideways: something on it is too wide. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** No barrier and nothing too wide, on what and in which light ever; each time `shown` is scrolled to. */
export async function looksRight(page: Page, shown = page.getByRole('heading', { level: 1 })): Promise<void> {
  for (const [, colorScheme, viewport] of views) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    // What is still fading in has not its contrast yet.
    await page.waitForTimeout(400)
    expect(await barriersOn(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await shown.scrollIntoViewIfNeeded()
  }
  await page.setViewportSize(phone)
}
