import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AccountName } from '#scripts/demo/accounts.ts'
import { laptop, signedIn } from './pages.ts'
import { openPath, trackRequests } from './walking.ts'

/** Returns the focused element's accessible name, whether its focus indicator is visible, and its HTML. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { name: '', seen: true, html: '' }
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    const labels = (element as HTMLInputElement).labels ?? []
    const labelled = document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent
    const name = element.getAttribute('aria-label') ?? labelled ?? labels[0]?.textContent ?? element.textContent ?? ''
    // Within a time input the browser itself highlights the focused segment.
    const isTime = element instanceof HTMLInputElement && element.type === 'time'
    const marked = isTime || (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    const seen = marked && width > 0 && height > 0
    return { name: name.trim().replaceAll(/\s+/g, ' '), seen, html: element.outerHTML.slice(0, 300) }
  })

/**
 * Presses Tab until the element with this name has the focus. Fails at a stop without a name or without a visible focus
 * indicator.
 */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passedNames: string[] = []
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab')
    const { name: focusedName, seen, html } = await focused(page)
    passedNames.push(focusedName)
    if (html && !focusedName) throw new Error(`Tab stopped at an element without a name: ${html}`)
    expect([focusedName, seen]).toEqual([focusedName, true])
    if (typeof name === 'string' ? focusedName === name : name.test(focusedName)) return
  }
  throw new Error(`Tab never reached ${name}; it passed ${passedNames.join(' | ')}`)
}

/** Tabs to the element and presses the key. */
export async function press(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

/** Chooses an item of a menu or tree: it is one tab stop, arrows move within it, and Enter activates. */
export async function pressItem(page: Page, role: 'menuitem' | 'treeitem', name: string): Promise<void> {
  const item = page.getByRole(role, { name, exact: true })
  await item.waitFor()
  for (let i = 0; i < 20; i++) {
    if (await item.evaluate((each) => each === document.activeElement)) return page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`The arrow keys never reached ${name}.`)
}

/** Waits until the dialog has the focus: until then Tab would move on in the page beneath. */
export const waitForFocusWithin = (dialog: Locator): Promise<void> =>
  dialog.and(dialog.page().locator(':focus-within')).waitFor()

/** Opens a dialog and closes it with Escape; expects the focus to move into it and back to the button. */
export async function expectFocusReturns(page: Page, name: string | RegExp): Promise<void> {
  await press(page, name)
  const dialog = page.getByRole('dialog').last()
  await waitForFocusWithin(dialog)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await focused(page)).name).toMatch(new RegExp(name))
}

/** Signs in and opens a screen with a single page load, as a link does. */
export async function openScreen(name: AccountName, path: string, viewport = laptop): Promise<Page> {
  const page = await signedIn(name, { viewport })
  trackRequests(page)
  await openPath(page, path)
  return page
}

export async function type(page: Page, field: string | RegExp, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Chooses among radio buttons: the group is one tab stop, and arrows move on and choose. */
export async function choose(page: Page, groupName: RegExp, optionName: string | RegExp): Promise<void> {
  await tabTo(page, groupName)
  for (let i = 0; i < 20; i++) {
    const { name } = await focused(page)
    const isChosen = await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.checked === true)
    if (typeof optionName === 'string' ? name === optionName : optionName.test(name)) {
      if (!isChosen) await page.keyboard.press('Space')
      return
    }
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`The arrow keys never reached ${optionName}.`)
}
