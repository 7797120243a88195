import type { Page } from 'playwright-core'
import { type ScreenOnPhone, visit } from './paints.ts'
import { type Figure, percentiles } from './report.ts'

/** How often a warm start is timed, after warm-up runs: the browser caches a script's compiled code after some uses. */
const repetitions = 9
const warmUp = 4

/**
 * A warm start: the app's files come from its service worker, and its content from the device. Measured from the start
 * of the navigation to the paint of the first card, by element timing, in a tab that has been open (for a new tab, the
 * browser's own work is outside our control, so that has no gate).
 */
export async function warmFigures(screen: ScreenOnPhone, origin: string): Promise<Figure[]> {
  const { label: what, path, phone, card, waitsForServer } = screen
  await visit(screen, origin)
  const page = await phone.context.newPage()
  await markCard(page, card)
  await page.goto(origin + path)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const open = await median(async () => {
    await page.goto(`${origin}/players`, { waitUntil: 'networkidle' })
    return start(page, origin + path)
  })
  await page.close()
  const figure: Figure = {
    what: `a warm start of ${what}: the first card is painted${waitsForServer?.card ? `; ${waitsForServer.card}` : ''}`,
    value: open,
    unit: 'ms',
    ...(!waitsForServer?.card && { atMost: 150 }),
  }
  if (what !== 'Today') return [figure]
  const freshTime = await median(async () => {
    const page = await phone.context.newPage()
    await markCard(page, card)
    const paint = await start(page, origin + path)
    await page.close()
    return paint
  })
  return [figure, { what: 'a warm start in a new tab: the first card is painted', value: freshTime, unit: 'ms' }]
}

async function median(timed: () => Promise<number>): Promise<number> {
  const ms: number[] = []
  for (let i = 0; i < warmUp + repetitions; i++) {
    const painted = await timed()
    if (i >= warmUp) ms.push(painted)
  }
  return percentiles(ms).p50
}

/**
 * Makes the browser report the paint of the first card, or of its first part; marked as soon as it is in the document,
 * before it is painted.
 */
const markCard = (page: Page, card: string) =>
  page.addInitScript((selector) => {
    const mark = () => {
      const first = document.querySelector(selector)
      for (const each of first ? [first, ...first.querySelectorAll('*')] : [])
        each.setAttribute('elementtiming', 'card')
    }
    new MutationObserver(mark).observe(document, { subtree: true, childList: true })
  }, card)

async function start(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  const { painted, controlled } = await page.evaluate(async () => {
    const painted = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        // The types do not include these entries yet.
        const [card] = list.getEntries() as (PerformanceEntry & { renderTime: number })[]
        if (card) resolve(card.renderTime)
      }).observe({ type: 'element', buffered: true })
    })
    return { painted, controlled: navigator.serviceWorker.controller !== null }
  })
  if (!controlled) throw new Error('No service worker answered.')
  // Waits, so that later work does not affect the next start; leaving the page saves its content on the device.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
  return painted
}
