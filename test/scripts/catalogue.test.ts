import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '#scripts/browser.ts'
import { violationsOn } from '../axe.ts'
import { serveCatalogue } from './catalogue.ts'

let browser: Browser
let served: Awaited<ReturnType<typeof serveCatalogue>>
beforeAll(async () => {
  ;[browser, served] = await Promise.all([launch(), serveCatalogue()])
})
afterAll(async () => {
  await browser?.close()
  served?.close()
})

type Look = { width?: number; scheme?: 'light' | 'dark'; query?: string }
/** Opens the catalogue with this viewport; collects the browser's errors, above all those about the policy. */
async function open({ width = 1280, scheme = 'light', query = '' }: Look) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', ({ message }) => complaints.push(message))
  await page.goto(`${served.origin}/${query}`)
  // The last element to appear: the drawing of the last chart.
  await page.locator('figure svg.recharts-surface').last().waitFor()
  return { page, complaints, close: () => context.close() }
}

/** Axe violations of the page, or of a dialog above it. */
const faultsOf = async (page: Page, part = 'body') => {
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  // A dialog is not a landmark of the page.
  const rules = { region: { enabled: part === 'body' } }
  const violations = await violationsOn(page, { runOnly, rules }, part)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe.each([
  { width: 360, scheme: 'light', query: '?rows=1' },
  { width: 1280, scheme: 'dark', query: '?es&rows=1' },
] as const)('all components at $width px in the $scheme color scheme', (look) => {
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open(look)
  })
  afterAll(() => opened?.close())

  test('comply with the content security policy, do not scroll sideways, and have no axe violations', async () => {
    const { page, complaints } = opened
    expect(await sideways(page)).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('have no axe violations in their popovers, menus and dialogs, which do not scroll sideways', async () => {
    const { page, complaints } = opened
    const openers = [
      () => page.getByRole('button', { name: 'Popover' }).click(),
      () => page.getByRole('button', { name: 'More', exact: true }).click(),
      () => page.getByRole('combobox', { name: 'Player', exact: true }).click(),
      ...(look.width > 640 ? [() => page.getByRole('button', { name: /Day/ }).last().click()] : []),
    ]
    const part = '[data-portal] :is([role="dialog"], [role="menu"], [role="listbox"])'
    const shown = page.locator(part).filter({ visible: true })
    for (const opener of openers) {
      await opener()
      await shown.first().waitFor()
      expect(await faultsOf(page, part)).toEqual([])
      await page.keyboard.press('Escape')
      await expect.poll(() => shown.count(), { timeout: 15_000 }).toBe(0)
    }
    // The browser does not consider a page stable while its messages move.
    const messages = page.locator('[data-passing]')
    const place = await messages.boundingBox()
    await page
      .getByRole('button', { name: /Danley Jean Jacques/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Move to another team' }).click()
    await messages.getByText('Moved').waitFor()
    expect(await messages.boundingBox()).toEqual(place)
    for (const shape of ['ask', 'form', 'drawer', 'page', 'wide', 'full']) {
      await page.getByRole('button', { name: `Dialog: ${shape}` }).click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      expect(await sideways(page)).toBe(0)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Dialog: form' }).click()
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('dialog', { name: 'Archive U12 Falcons?' }).waitFor()
    expect(await faultsOf(page, '[role="dialog"]')).toEqual([])
    expect(complaints).toEqual([])
  })
})

describe('a table of 10,000 rows', () => {
  const table = (page: Page) => page.locator('section[aria-label="Tables"]')
  const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)
  const counted = (page: Page) => table(page).evaluate((section) => section.querySelectorAll('*').length)

  test('renders only the rows near the viewport, on a phone and on a laptop', async () => {
    const { page, close } = await open({ width: 360, query: '?rows=10000' })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => window.scrollTo(0, 0))
      await table(page).scrollIntoViewIfNeeded()
      // While scrolling, rows beyond the view are rendered ahead.
      await expect.poll(() => counted(page), { timeout: 10_000 }).toBeLessThanOrEqual(500)
      await expect.poll(() => heightOf(page)).toBeGreaterThan(10_000 * 50)
      await page.evaluate((to) => window.scrollTo(0, to), (await heightOf(page)) / 2)
      await expect.poll(() => counted(page)).toBeGreaterThan(100)
      await expect.poll(() => counted(page), { timeout: 10_000 }).toBeLessThanOrEqual(500)
    }
    await close()
  })
})

test('rows have their number when only some are rendered, and all are rendered for printing', async () => {
  const { page, close } = await open({ query: '?rows=500' })
  const grid = page.getByRole('table', { name: 'Players' })
  const rows = () => grid.getByRole('row').count()
  expect(await grid.getAttribute('aria-rowcount')).toBe('501')
  await grid.getByRole('button', { name: 'Due' }).click()
  expect(await grid.getByRole('row').nth(1).getAttribute('aria-rowindex')).toBe('2')
  expect(await rows()).toBeLessThan(100)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await rows()).toBe(501)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(rows, { timeout: 15_000 }).toBeLessThan(100)
  await close()
})
