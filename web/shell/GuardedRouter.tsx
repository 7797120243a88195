import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { createPath, type Location, NavigationType, type Navigator, Router, type To } from 'react-router-dom'
import { type Guard, guardsToAsk, mayLeave } from '../kit/leaveGuards.ts'
import { stateFor } from './place.ts'
import { keepScroll, placeOf, startScrollMemory } from './scroll.ts'

/**
 * The browser history for the router, like BrowserRouter, plus asking before a page is left (`useLeaveGuard`). Links ask before
 * navigating. Back has already happened when popstate fires, so it is undone and repeated after a yes.
 */
type Kept = { usr: unknown; key: string; idx: number }
type Shown = { location: Location; action: NavigationType }

const kept = (): Partial<Kept> => (window.history.state as Kept | null) ?? {}
function here(): Location {
  const { pathname, search, hash } = window.location
  const { usr = null, key = 'default' } = kept()
  return { pathname, search, hash, state: usr, key, mask: undefined }
}
const pathOf = (to: To) => new URL(typeof to === 'string' ? to : createPath(to), window.location.href).pathname
const newKey = () => crypto.randomUUID().slice(0, 8)

function browserHistory(show: (shown: Shown) => void) {
  let index = kept().idx ?? 0
  if (kept().idx === undefined) window.history.replaceState({ ...kept(), idx: index }, '')
  /** Handles the next popstate: of a Back that was undone, or of one that was allowed. */
  let expected: (() => void) | undefined
  let place = placeOf(here())
  startScrollMemory(() => place)

  function tell(action: NavigationType): void {
    const location = here()
    keepScroll(place)
    place = placeOf(location)
    show({ location, action })
  }

  function put(to: To, given: unknown, way: 'pushState' | 'replaceState'): void {
    const url = typeof to === 'string' ? to : createPath(to)
    const state = stateFor(pathOf(to), here(), given, way === 'replaceState')
    if (way === 'pushState') index += 1
    const entry: Kept = { usr: state ?? null, key: newKey(), idx: index }
    try {
      window.history[way](entry, '', url)
    } catch {
      // The state cannot be cloned, or the browser limits the rate of history changes.
      window.location.assign(url)
    }
    tell(way === 'pushState' ? NavigationType.Push : NavigationType.Replace)
  }

  function popped(): void {
    if (expected) {
      const handle = expected
      expected = undefined
      return handle()
    }
    const next = here()
    const delta = (kept().idx ?? index) - index
    const left = guardsToAsk(next)
    if (left.length === 0 || delta === 0) return arrive()
    // Ask only once the browser is back on this page.
    expected = () => void leaveBy(delta, left)
    window.history.go(-delta)
  }
  async function leaveBy(delta: number, left: readonly Guard[]): Promise<void> {
    if (!(await mayLeave(left))) return
    expected = arrive
    window.history.go(delta)
  }
  function arrive(): void {
    index = kept().idx ?? index
    tell(NavigationType.Pop)
  }

  const navigator: Navigator = {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (delta) => window.history.go(delta),
    push(to, state) {
      const pathname = pathOf(to)
      const left = guardsToAsk({ pathname, state: stateFor(pathname, here(), state, false) })
      if (left.length === 0) put(to, state, 'pushState')
      else void mayLeave(left).then((may) => may && put(to, state, 'pushState'))
    },
    // Redirects are not initiated by the user, so they do not ask.
    replace: (to, state) => put(to, state, 'replaceState'),
  }
  return { navigator, popped }
}

export function GuardedRouter({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>(() => ({ location: here(), action: NavigationType.Pop }))
  // Keep the old screen until the next one can be rendered.
  const [{ navigator, popped }] = useState(() => browserHistory((next) => startTransition(() => setShown(next))))
  useEffect(() => {
    window.addEventListener('popstate', popped)
    return () => window.removeEventListener('popstate', popped)
  }, [popped])
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={navigator}>
      {children}
    </Router>
  )
}
