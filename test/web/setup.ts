import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { setTimeout } from 'node:timers/promises'
import * as React from 'react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { prefetchDialogs } from '#web/kit/lazyParts.ts'
import { dismissSnackbars } from '#web/kit/Snackbar.tsx'
import { searchStates } from '#web/shell/searchStates.ts'
import { waitForRender } from './waitForRender.ts'
import './styles.ts'

afterEach(() => {
  cleanup()
  // Form drafts: each test begins as a new tab.
  sessionStorage.clear()
  searchStates.clear()
  // Test files share one page; each begins at the root address.
  history.replaceState(null, '', '/')
})

// A question has a React root of its own, which is unmounted 200 ms after its answer: the page must still exist then.
afterAll(async () => {
  const isRoot = (element: Element) => Object.keys(element).some((name) => name.startsWith('__reactContainer$'))
  for (let times = 0; times < 10 && [...document.body.children].some(isRoot); times++) await setTimeout(50)
})

// Clears messages of requests that ended after the last file.
beforeEach(() => {
  dismissSnackbars()
  vi.restoreAllMocks()
})

// Mock of what jsdom lacks: a modal dialog opens, takes the focus and returns it on close.
const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>()
HTMLDialogElement.prototype.showModal = function showModal() {
  focusedBefore.set(this, document.activeElement)
  this.open = true
  this.querySelector<HTMLElement>('button, input')?.focus()
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
  const returnTo = focusedBefore.get(this)
  if (returnTo instanceof HTMLElement) returnTo.focus()
}

// React captures a stack per element for its warnings, which takes an eighth of the time here. It stops by itself above ten
// thousand per second, so this pretends that the limit is reached.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object,
  'recentlyCreatedOwnerStacks',
  {
    get: () => 10_000,
    set: () => {},
    configurable: true,
  },
)

// By default no media query matches except reduced motion, so that no test waits for animations. It is never reset,
// because a component of the last test may still ask.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: media.includes('reduced-motion') }) as MediaQueryList

// Screens load parts late, which takes time on a busy machine.
configure({ asyncUtilTimeout: 10_000, getElementError: notFound })

// After each wait or user action, React's pending renders are finished.
const { asyncWrapper } = getConfig()
configure({
  asyncWrapper: (callback) =>
    asyncWrapper(async () => {
      const result = await callback()
      await waitForRender()
      return result
    }),
})

/** Builds a "not found" error whose message with the page is created lazily, because most are thrown by waits that go on. */
function notFound(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  // The stack starts at the caller.
  Error.captureStackTrace(error, notFound)
  let fullMessage: string | undefined
  const get = () => (fullMessage ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n'))
  return Object.defineProperty(error, 'message', { get, configurable: true })
}

// Loads dialogs and menus before the tests, so that no test waits for their chunks.
await prefetchDialogs()
