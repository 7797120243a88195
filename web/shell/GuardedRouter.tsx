import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { createPath, type Location, NavigationType, type Navigator, Router, type To } from 'react-router-dom'
import { type Guard, guardsToAsk, mayLeave } from '../kit/leaveGuards.ts'
import { toHistoryState } from './navigationState.ts'
import { saveScroll, toPageKey, startScrollRestoration } from './scroll.ts'

/**
 * The browser history for the router, like BrowserRouter, plus asking before a page is left (`useLeaveGuard`). Links ask before
 * navigating. Back has already happened when popstate fires, so it is undone and repeated after a yes.
 */
type HistoryEntry = { usr: unknown; key: string; idx: number }
type RouterState = { location: Location; action: NavigationType }

const readEntry = (): Partial<HistoryEntry> => (window.history.state as HistoryEntry | null) ?? {}
function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  const { usr = null, key = 'default' } = readEntry()
  return { pathname, search, hash, state: usr, key, mask: undefined }
}
const toPathname = (to: To) => new URL(typeof to === 'string' ? to : createPath(to), window.location.href).pathname
const newKey = () => crypto.randomUUID().slice(0, 8)

function createHistory(onChange: (shown: RouterState) => void) {
  let index = readEntry().idx ?? 0
  if (readEntry().idx === undefined) window.history.replaceState({ ...readEntry(), idx: index }, '')
  /** Handles the next popstate: of a Back that was undone, or of one that was allowed. */
  let expectedPop: (() => void) | undefined
  let currentKey = toPageKey(currentLocation())
  startScrollRestoration(() => currentKey)

  function notify(action: NavigationType): void {
    const location = currentLocation()
    saveScroll(currentKey)
    currentKey = toPageKey(location)
    onChange({ location, action })
  }

  function write(to: To, givenState: unknown, method: 'pushState' | 'replaceState'): void {
    const url = typeof to === 'string' ? to : createPath(to)
    const state = toHistoryState(toPathname(to), currentLocation(), givenState, method === 'replaceState')
    if (method === 'pushState') index += 1
    const entry: HistoryEntry = { usr: state ?? null, key: newKey(), idx: index }
    try {
      window.history[method](entry, '', url)
    } catch {
      // The state cannot be cloned, or the browser limits the rate of history changes.
      window.location.assign(url)
    }
    notify(method === 'pushState' ? NavigationType.Push : NavigationType.Replace)
  }

  function onPopState(): void {
    if (expectedPop) {
      const handle = expectedPop
      expectedPop = undefined
      return handle()
    }
    const next = currentLocation()
    const delta = (readEntry().idx ?? index) - index
    const guards = guardsToAsk(next)
    if (guards.length === 0 || delta === 0) return onArrive()
    // Ask only once the browser is back on this page.
    expectedPop = () => void leaveAfterAsking(delta, guards)
    window.history.go(-delta)
  }
  async function leaveAfterAsking(delta: number, guards: readonly Guard[]): Promise<void> {
    if (!(await mayLeave(guards))) return
    expectedPop = onArrive
    window.history.go(delta)
  }
  function onArrive(): void {
    index = readEntry().idx ?? index
    notify(NavigationType.Pop)
  }

  const navigator: Navigator = {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (delta) => window.history.go(delta),
    push(to, state) {
      const pathname = toPathname(to)
      const guards = guardsToAsk({ pathname, state: toHistoryState(pathname, currentLocation(), state, false) })
      if (guards.length === 0) write(to, state, 'pushState')
      else void mayLeave(guards).then((isAllowed) => isAllowed && write(to, state, 'pushState'))
    },
    // Redirects are not initiated by the user, so they do not ask.
    replace: (to, state) => write(to, state, 'replaceState'),
  }
  return { navigator, popped: onPopState }
}

export function GuardedRouter({ children }: { children: ReactNode }) {
  const [routerState, setRouterState] = useState<RouterState>(() => ({
    location: currentLocation(),
    action: NavigationType.Pop,
  }))
  // Keep the old screen until the next one can be rendered.
  const [{ navigator, popped: onPopState }] = useState(() =>
    createHistory((next) => startTransition(() => setRouterState(next))),
  )
  useEffect(() => {
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [onPopState])
  return (
    <Router location={routerState.location} navigationType={routerState.action} navigator={navigator}>
      {children}
    </Router>
  )
}
