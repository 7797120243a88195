/** Scroll positions by history key, restored after Back. */
const storedAs = 'touchline.scroll'
const most = 50

const positions = new Map<string, number>(readPositions())
function readPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storedAs) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}

/**
 * The key of a page. The first page of a visit has no key of its own and might share it with the first page of the next, so the
 * path is added. This stays in the tab after sign-out, so the path is hashed.
 */
export const placeOf = ({ key, pathname }: { key: string; pathname: string }): string => {
  if (key !== 'default') return key
  const sum = [...pathname].reduce((before, each) => (before * 31 + (each.codePointAt(0) ?? 0)) >>> 0, 7)
  return `${key}${sum.toString(36)}`
}

export function keepScroll(key: string): void {
  positions.delete(key)
  positions.set(key, window.scrollY)
}

/** Takes over scroll restoration: the browser would restore before the page is rendered. */
export function startScrollMemory(keyNow: () => string): void {
  window.history.scrollRestoration = 'manual'
  // A reload restores the position too.
  window.addEventListener('pagehide', () => {
    keepScroll(keyNow())
    try {
      sessionStorage.setItem(storedAs, JSON.stringify([...positions].slice(-most)))
    } catch {
      // Without storage, pages start at the top.
    }
  })
}

/** How long to wait for the page's content, in milliseconds. */
const patience = 3000

/** Restores the scroll position once the page is long enough, unless the user interacts first. Returns a cancel function. */
export function restoreScroll(key: string): () => void {
  const wanted = positions.get(key) ?? 0
  window.scrollTo(0, wanted)
  if (wanted === 0 || Math.abs(window.scrollY - wanted) < 2) return () => undefined
  const grown = new ResizeObserver(() => {
    window.scrollTo(0, wanted)
    if (Math.abs(window.scrollY - wanted) < 2) stop()
  })
  const timer = setTimeout(stop, patience)
  const own = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  function stop(): void {
    grown.disconnect()
    clearTimeout(timer)
    for (const event of own) window.removeEventListener(event, stop)
  }
  grown.observe(document.body)
  for (const event of own) window.addEventListener(event, stop, { passive: true })
  return stop
}
