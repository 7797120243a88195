/** Where pages were scrolled to, by the key of their place in the history: who comes back finds them as they were. */
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
 * The place of a page: the first one of a visit has no key of its own, and another address may be the first of the next visit. It
 * stays in the tab after who was here has signed out, and so tells no address: a sum of its characters tells them apart.
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

/** From now on the browser leaves the place to us: it would look for it before the page is drawn. */
export function startScrollMemory(keyNow: () => string): void {
  window.history.scrollRestoration = 'manual'
  // Loading the page anew is a way back, too.
  window.addEventListener('pagehide', () => {
    keepScroll(keyNow())
    try {
      sessionStorage.setItem(storedAs, JSON.stringify([...positions].slice(-most)))
    } catch {
      // Where nothing can be kept, pages begin at their top.
    }
  })
}

/** How long what a page shows may take to come, in milliseconds. */
const patience = 3000

/** Scrolls to where the page was, as soon as it is as long again; not any more once somebody scrolls themselves. */
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
