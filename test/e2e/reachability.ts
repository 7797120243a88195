import type { Page } from 'playwright-core'
import { waitForAnimations } from './accessibility.ts'

/** The narrowest supported phone, and a laptop of 1280 by 720 at 200% zoom. */
export const narrowViewport = { width: 320, height: 640 }
export const zoomed = { width: 640, height: 360 }

/** Returns what cannot be read or reached on the page as it is: too wide, cut off, or covered. */
export async function unreachableElements(page: Page): Promise<string[]> {
  await waitForAnimations(page)
  return page.evaluate(() => {
    const faults = new Set<string>()
    const describeElement = (element: Element) => {
      const name = element.getAttribute('aria-label') ?? (element.textContent || element.className)
      return `${element.tagName.toLowerCase()} “${name.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}”`
    }
    const root = document.scrollingElement ?? document.documentElement
    if (root.scrollWidth > root.clientWidth) faults.add(`scrolls sideways by ${root.scrollWidth - root.clientWidth}`)

    // What a dialog covers cannot be reached, and need not be.
    const open = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], dialog[open]')].filter((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    )
    const dialog = open.at(-1)
    const container = dialog ?? document.querySelector('#root') ?? document.body
    const styleOf = (element: Element) => getComputedStyle(element)
    const isScroller = (element: Element) => {
      const { overflowX } = styleOf(element)
      return overflowX === 'auto' || overflowX === 'scroll'
    }
    const isHidden = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width <= 2 || height <= 2 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }
    const all = [...container.querySelectorAll('*')].filter((element) => !isHidden(element))

    // Only a named region that is a tab stop, or a list of tabs, may scroll horizontally.
    for (const element of all) {
      if (element.scrollWidth <= element.clientWidth + 1 || !isScroller(element)) continue
      if (element.closest('[role="tablist"]') || element.matches('textarea, pre, [role="grid"]')) continue
      const isNamed = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')
      if (!(isNamed && element.getAttribute('tabindex') === '0'))
        faults.add(`${describeElement(element)} scrolls sideways by ${element.scrollWidth - element.clientWidth}`)
    }

    /**
     * The horizontal range in which the element can be visible, given the ancestors that clip it; scroll containers do not
     * limit it.
     */
    const boundsOf = (element: Element): { left: number; right: number; ellipsis: boolean } => {
      let [left, right, ellipsis] = [0, innerWidth, false]
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowX, textOverflow, position } = styleOf(at)
        // A scroll container can bring it into view.
        if (isScroller(at)) return { left: -Infinity, right: Infinity, ellipsis }
        if (overflowX === 'hidden' || overflowX === 'clip') {
          const box = at.getBoundingClientRect()
          if (box.left > left || box.right < right) ellipsis ||= textOverflow === 'ellipsis'
          left = Math.max(left, box.left)
          right = Math.min(right, box.right)
        }
        if (position === 'fixed') break
      }
      return { left, right, ellipsis }
    }
    const unseenSelector = '[class*="visually-hidden"], [hidden], svg, select, [inert]'
    const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim() || parent.closest(unseenSelector)) continue
      if (isHidden(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      const { left, right, ellipsis } = boundsOf(parent)
      // An ellipsis shows that there is more, which opens with a press.
      if (ellipsis && right - left > 40) continue
      const cutPixels = Math.max(left - box.left, box.right - right)
      if (cutPixels > 2) faults.add(`${describeElement(parent)} is cut off by ${Math.round(cutPixels)}`)
    }

    /** Returns whether a sticky element is currently stuck at its edge. */
    const isStuck = (element: Element): boolean => {
      const { top, bottom } = styleOf(element)
      const box = element.getBoundingClientRect()
      return (
        Math.abs(box.top - Number.parseFloat(top)) <= 1 ||
        Math.abs(innerHeight - box.bottom - Number.parseFloat(bottom)) <= 1
      )
    }
    // Fixed and sticky bars must leave more than half of the viewport free.
    const isSticky = (element: Element | null): boolean => {
      for (let at = element; at && at !== document.body; at = at.parentElement) {
        if (at.matches('[role="dialog"], [role="alertdialog"], dialog')) return false
        const { position } = styleOf(at)
        if (position === 'fixed') return true
        if (position === 'sticky' && isStuck(at)) return true
      }
      return false
    }
    const scrolls = dialog
      ? [dialog, ...dialog.querySelectorAll('*')].find(
          (each) => each.scrollHeight > each.clientHeight + 8 && ['auto', 'scroll'].includes(styleOf(each).overflowY),
        )
      : root
    const scrollBefore = scrolls?.scrollTop ?? 0
    if (scrolls && scrolls.scrollHeight > scrolls.clientHeight + 8) {
      scrolls.scrollTop = (scrolls.scrollHeight - scrolls.clientHeight) / 2
      const { left, width } = dialog ? scrolls.getBoundingClientRect() : { left: 0, width: innerWidth }
      // Counts only what spans the full width: a bar does, a sidebar does not.
      const parts = [0.1, 0.5, 0.9].map((part) => {
        let [covered, looked] = [0, 0]
        for (let y = 2; y < innerHeight; y += 4) {
          looked += 1
          const at = document.elementFromPoint(left + part * width, y)
          const free = dialog ? at && scrolls.contains(at) && !isSticky(at) : !isSticky(at)
          if (!free) covered += 1
        }
        return covered / looked
      })
      const covered = Math.min(...parts)
      if (covered > 0.5) faults.add(`bars cover ${Math.round(covered * 100)} % of the height`)
      scrolls.scrollTop = scrollBefore
    }

    // Whatever can be pressed must receive a click at its place, once it is scrolled to.
    const pressable =
      'a[href], button, input:not([type="hidden"], [type="file"]), select, textarea, [role="button"], [role="tab"], [role="menuitem"], summary'
    const offsets = new Map<Element, [number, number]>()
    for (const element of all)
      if (element.scrollTop || element.scrollLeft) offsets.set(element, [element.scrollTop, element.scrollLeft])
    for (const element of [...container.querySelectorAll(pressable)]) {
      // The skip link is visible only while it has the focus.
      if (isHidden(element) || element.closest(unseenSelector) || element.matches('a[href="#main"]')) continue
      if (styleOf(element).pointerEvents === 'none') continue
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      // An element with hidden overflow can only be scrolled by a script.
      for (let at = element.parentElement; at && at !== root; at = at.parentElement)
        if (at.scrollTop > 8 && ['hidden', 'clip'].includes(styleOf(at).overflowY))
          faults.add(`${describeElement(element)} is beyond what can be scrolled to`)
      const boxes = [...element.getClientRects()]
      const label = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const isAt = (x: number, y: number) => {
        const at = document.elementFromPoint(x, y)
        if (!at) return false
        return (
          element.contains(at) ||
          (at.contains(element) && at.matches('label, a, button')) ||
          label.some((each) => each.contains(at))
        )
      }
      const isReached = boxes.some(({ left, top, width, height }) => isAt(left + width / 2, top + height / 2))
      if (!isReached) {
        const box = element.getBoundingClientRect()
        const topElement = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        faults.add(
          `${describeElement(element)} is under ${topElement ? describeElement(topElement) : 'nothing: outside'}`,
        )
      }
    }
    scrollTo(0, 0)
    for (const element of all) {
      const [top, left] = offsets.get(element) ?? [0, 0]
      if (element.scrollTop !== top) element.scrollTop = top
      if (element.scrollLeft !== left) element.scrollLeft = left
    }
    return [...faults]
  })
}
