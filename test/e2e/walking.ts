import type { Page, Request } from 'playwright-core'

const waiting = new WeakMap<Page, Set<unknown>>()
/** From here on `arrived` knows what the page waits for. */
export function countRequests(page: Page): void {
  const asked = new Set<unknown>()
  waiting.set(page, asked)
  page.on('request', (request) => asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
}

/** What is never answered is not waited for. */
export const forget = (request: Request): void => void waiting.get(request.frame().page())?.delete(request)

export const outlines = '.outline, [class*="_skeleton"]'
/**
 * Its requests are answered, and nothing is drawn as an outline, unless that is what is looked at: between two requests a busy machine may
 * take long.
 */
export async function arrived(page: Page, { outlined = false } = {}): Promise<void> {
  for (let quiet = 0, turns = 0; quiet < 3 && turns < 200; turns++) {
    await page.waitForTimeout(30)
    quiet = waiting.get(page)?.size === 0 ? quiet + 1 : 0
    if (quiet === 3 && !outlined && (await page.locator(outlines).count()) > 0) quiet = 0
  }
  await page.locator('#root:not([inert])').getByRole('heading').first().waitFor({ timeout: 15_000 })
}

/**
 * As a link of the app leads there. The screen before stands until the next one can be drawn: its heading goes, says something else,
 * or stays under a dialog that opens above it.
 */
export async function lead(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    for (const each of document.querySelectorAll('h1, dialog[open]'))
      each.setAttribute('data-before', each.textContent ?? '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
  await page
    .waitForFunction(
      () =>
        document.querySelector('dialog[open]:not([data-before])') !== null ||
        [...document.querySelectorAll('h1[data-before]')].every(
          (each) => each.getAttribute('data-before') !== each.textContent,
        ),
      undefined,
      { timeout: 500 },
    )
    .catch(() => undefined)
}

/** Goes there, and waits until it stands there whole. */
export async function goTo(page: Page, path: string): Promise<void> {
  await lead(page, path)
  await arrived(page)
}

export type View = { colorScheme: 'light' | 'dark'; viewport: { width: number; height: number } }
/** The page as it stands, in another light and of another size; what has then still to come has arrived. */
export async function seenAs(page: Page, { colorScheme, viewport }: View): Promise<void> {
  const { width } = page.viewportSize() ?? {}
  await page.emulateMedia({ colorScheme })
  if (width === viewport.width) return
  await page.setViewportSize(viewport)
  await arrived(page)
}
