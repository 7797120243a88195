import { startOfDay } from '../events/todayInput.ts'
import { readItem } from '../session/stored.ts'
import { snapshotAddress, snapshotName } from './snapshot.ts'

/**
 * A snapshot of a screen: its markup when it was left. The script in the page's head shows it in the app's root at the first
 * paint, before React has loaded. It is inert until React replaces it: on Today with stored responses, elsewhere with the
 * responses that the page's head has requested.
 */
export type Snapshot = {
  /** The data that Today was rendered from: when that has changed, the snapshot is out of date. */
  of: string
  startUtc: string
  /** The script of the version of the app that rendered it; only the same version shows it. */
  app: string
  html: string
  /** The CSS that it needs beyond the page's own. */
  sheet: string
}

/** The root of the app; undefined until it is completely parsed, which the element after it shows. */
export const findRoot = () => document.querySelector<HTMLElement>('#root:has(+ noscript)')

export function readSnapshot(name: string): Snapshot | undefined {
  try {
    return (JSON.parse(readItem(name) ?? 'null') as Snapshot | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Shows the snapshot of this address, if there is one of today by this version of the app; false otherwise. */
export function showSnapshot(root: HTMLElement, userId: string, app: string, now: Date): boolean {
  const snapshot = readSnapshot(snapshotName(userId, snapshotAddress()))
  if (snapshot?.startUtc !== startOfDay(now) || snapshot.app !== app) return false
  root.inert = true
  if (snapshot.sheet) {
    // A style element is forbidden by the content security policy. The sheet is removed once the app renders with its own styles.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(snapshot.sheet)
    document.adoptedStyleSheets = [sheet]
  }
  // Markup that React has rendered. Scripts and handlers in it would not run: the content security policy forbids them.
  root.innerHTML = snapshot.html
  // Inline styles are set through the DOM, which the policy allows.
  for (const styled of root.querySelectorAll<HTMLElement>('[data-style]'))
    styled.style.cssText = styled.dataset['style'] ?? ''
  return true
}
