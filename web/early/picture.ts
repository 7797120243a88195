import { keepItem, names, readItem } from '../session/stored.ts'
import { startOfDay } from '../events/todayInput.ts'

/**
 * The picture of Today: what the screen looked like when it was left, as markup. The script in the page's head puts it
 * where the app is going to be drawn, so that the day is there with the first paint, before React has arrived. It can
 * only be looked at; React draws the same from what the device kept, and takes its place.
 */
type Picture = {
  /** What it was drawn from: when that has changed since, it is a picture of the past. */
  of: string
  startUtc: string
  /** The script of the version that drew it; another one may draw something else. */
  app: string
  html: string
}

const nameFor = (userId: string) => `${names.personal}${userId}.picture`
/** Characters. An administrator's day is no longer than a parent's. */
const mostKept = 100_000

/** Where the app is drawn; the element after it says that it is there whole. */
export const findRoot = () => document.querySelector<HTMLElement>('#root:has(+ noscript)')
const appOf = () => document.querySelector('script[type="module"]')?.getAttribute('src') ?? ''

function readPicture(userId: string): Picture | undefined {
  try {
    return (JSON.parse(readItem(nameFor(userId)) ?? 'null') as Picture | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Shows the picture where the app is going to be drawn; only one of today. False when there is none. */
export function showPicture(root: HTMLElement, userId: string, app: string, now: Date): boolean {
  const picture = readPicture(userId)
  if (picture?.startUtc !== startOfDay(now) || picture.app !== app) return false
  root.inert = true
  // Our own markup, as React wrote it; scripts and handlers in it would not run: the policy of the site forbids them.
  root.innerHTML = picture.html
  // Styles on an element come through the object model, which the policy allows.
  for (const styled of root.querySelectorAll<HTMLElement>('[data-style]'))
    styled.style.cssText = styled.dataset['style'] ?? ''
  return true
}

/**
 * Keeps a picture of the page, when it shows Today; an earlier one as long as it still shows what it was drawn from.
 * @param of all that the screen is drawn from, as text
 */
export function keepPicture(userId: string, of: string, now: Date): void {
  const root = location.pathname === '/today' && !document.querySelector('dialog[open], [role="dialog"]') && findRoot()
  if (!root || !root.querySelector('article')) {
    if (readPicture(userId)?.of !== of) keepItem(nameFor(userId), '')
    return
  }
  const drawn = root.cloneNode(true) as HTMLElement
  // What comes and goes, and what is loaded after the day: React's first drawing does not have it.
  for (const passing of drawn.querySelectorAll('[data-passing]')) passing.remove()
  for (const styled of drawn.querySelectorAll<HTMLElement>('[style]')) {
    styled.dataset['style'] = styled.style.cssText
    styled.removeAttribute('style')
  }
  const picture: Picture = { of, startUtc: startOfDay(now), app: appOf(), html: drawn.innerHTML }
  const text = JSON.stringify(picture)
  keepItem(nameFor(userId), text.length <= mostKept ? text : '')
}
