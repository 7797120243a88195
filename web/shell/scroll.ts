/** Scroll positions by history key, restored after Back. */
const storageKey = 'touchline.scroll'
const maxPositions = 50

const positions = new Map<string, number>(readPositions())
function readPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}

/**
 * The key of a page. The first page of a visit has no key of its own and might share it with the first page of the next, so the
 * path is added. This stays in the tab after sign-out, so the path is hashed.
 */
export const toPageKey = ({ key, pathname }: { key: string; pathname: string }): string => {
  if (key !== 'default') return key
  const sum = [...pathname].reduce((hash, each) => (hash * 31 + (each.codePointAt(0) ?? 0)) >>> 0, 7)
  return `${key}${sum.toString(36)}`
}

export function saveScroll(key: string): void {
  positions.delete(key)
  positions.set(key, window.scrollY)
}

/** Takes over scroll restoration: the browser would restore before the page is rendered. */
export function startScrollRestoration(getKey: () => string): void {
  window.history.scrollRestoration = 'manual'
  // A reload restores the position too.
  window.addEventListener('pagehide', () => {
    saveScroll(getKey())
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-maxPositions)))
    } catch {
      // Without storage, pages start at the top.
    }
  })
}

/** How long to wait for the page's content, in milliseconds. */
const restoreTimeout = 3000

/** Restores the scroll position once the page is long enough, unless the user interacts first. Returns a cancel function. */
export function restoreScroll(key: string): () => void {
  const savedTop = positions.get(key) ?? 0
  window.scrollTo(0, savedTop)
  if (savedTop === 0 || Math.abs(window.scrollY - savedTop) < 2) return () => undefined
  const resizeObserver = new ResizeObserver(() => {
    window.scrollTo(0, savedTop)
    if (Math.abs(window.scrollY - savedTop) < 2) stop()
  })
  const timer = setTimeout(stop, restoreTimeout)
  const userEvents = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  function stop(): void {
    resizeObserver.disconnect()
    clearTimeout(timer)
    for (const event of userEvents) window.removeEventListener(event, stop)
  }
  resizeObserver.observe(document.body)
  for (const event of userEvents) window.addEventListener(event, stop, { passive: true })
  return stop
}
