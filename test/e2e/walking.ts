import type { Page, Request } from 'playwright-core'

const pendingRequests = new WeakMap<Page, Set<unknown>>()
/** Starts to track the page's pending requests for `waitForLoad`. */
export function trackRequests(page: Page): void {
  const requests = new Set<unknown>()
  pendingRequests.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** Excludes a request that is never answered from tracking. */
export const untrack = (request: Request): void => void pendingRequests.get(request.frame().page())?.delete(request)

export const skeletons = '.outline, [class*="_skeleton"]'
/**
 * Waits until all tracked requests are answered for a while and, unless `outlined`, no skeleton is shown: a busy machine may
 * pause between two requests.
 */
export async function waitForLoad(page: Page, { outlined = false } = {}): Promise<void> {
  for (let quietRounds = 0, turns = 0; quietRounds < 3 && turns < 200; turns++) {
    await page.waitForTimeout(30)
    quietRounds = pendingRequests.get(page)?.size === 0 ? quietRounds + 1 : 0
    if (quietRounds === 3 && !outlined && (await page.locator(skeletons).count()) > 0) quietRounds = 0
  }
  await page.locator('#root:not([inert])').getByRole('heading').first().waitFor({ timeout: 15_000 })
}

/**
 * Navigates as a link of the app does, and waits until the new screen is rendered: the old heading is removed, changed, or
 * covered by a dialog.
 */
export async function navigate(page: Page, path: string): Promise<void> {
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

/** Navigates to the screen, and waits until it is complete. */
export async function openPath(page: Page, path: string): Promise<void> {
  await navigate(page, path)
  await waitForLoad(page)
}

export type View = { colorScheme: 'light' | 'dark'; viewport: { width: number; height: number } }
/** Changes the color scheme and the viewport, and waits for what then loads. */
export async function setView(page: Page, { colorScheme, viewport }: View): Promise<void> {
  const { width } = page.viewportSize() ?? {}
  await page.emulateMedia({ colorScheme })
  if (width === viewport.width) return
  await page.setViewportSize(viewport)
  await waitForLoad(page)
}
