import { startOfDay } from '../events/todayInput.ts'
import { readItem } from '../session/stored.ts'
import { pictured, pictureName } from './picture.ts'

/**
 * The picture of a screen: what it looked like when it was left, as markup. The script in the page's head puts it where the
 * app is going to be drawn, so that the screen is there with the first paint, before React has arrived. It can only be
 * looked at; React takes its place with what the device kept of Today, and elsewhere with what the page's head has asked for.
 */
export type Picture = {
  /** What Today was drawn from: when that has changed since, it is a picture of the past. */
  of: string
  startUtc: string
  /** The script of the version that drew it; another one may draw something else. */
  app: string
  html: string
  /** What the page's own sheet does not say of its looks. */
  sheet: string
}

/** Where the app is drawn; the element after it says that it is there whole. */
export const findRoot = () => document.querySelector<HTMLElement>('#root:has(+ noscript)')

export function readPicture(name: string): Picture | undefined {
  try {
    return (JSON.parse(readItem(name) ?? 'null') as Picture | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Shows the picture where the app is going to be drawn; only one of today. False when there is none. */
export function showPicture(root: HTMLElement, userId: string, app: string, now: Date): boolean {
  const picture = readPicture(pictureName(userId, pictured()))
  if (picture?.startUtc !== startOfDay(now) || picture.app !== app) return false
  root.inert = true
  if (picture.sheet) {
    // Not as an element, which the policy of the site forbids; it goes when the app, which has its own, is drawn.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(picture.sheet)
    document.adoptedStyleSheets = [sheet]
  }
  // Our own markup, as React wrote it; scripts and handlers in it would not run: the policy of the site forbids them.
  root.innerHTML = picture.html
  // Styles on an element come through the object model, which the policy allows.
  for (const styled of root.querySelectorAll<HTMLElement>('[data-style]'))
    styled.style.cssText = styled.dataset['style'] ?? ''
  return true
}
