import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { prefetchLate } from '#web/kit/late.ts'
import { dismissSnackbars } from '#web/kit/Snackbar.tsx'
import { kept } from '#web/shell/keptSearches.ts'
import { drawn } from './drawn.ts'
import './styles.ts'

afterEach(() => {
  cleanup()
  // Drafts of forms: each test begins in a tab of its own.
  sessionStorage.clear()
  kept.clear()
  // Files share the page: none begins where another one ended.
  history.replaceState(null, '', '/')
})

// What the last file's requests said after its end.
beforeEach(() => {
  dismissSnackbars()
  vi.restoreAllMocks()
})

// What jsdom leaves to real browsers: a modal dialog is shown, has focus, and gives it back.
const before = new WeakMap<HTMLDialogElement, Element | null>()
HTMLDialogElement.prototype.showModal = function showModal() {
  before.set(this, document.activeElement)
  this.open = true
  this.querySelector<HTMLElement>('button, input')?.focus()
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
  const back = before.get(this)
  if (back instanceof HTMLElement) back.focus()
}

// React notes where each element is made, for the words of its warnings, which takes an eighth of all time here. Of more than ten
// thousand a second it notes nothing by itself.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object,
  'recentlyCreatedOwnerStacks',
  {
    get: () => 10_000,
    set: () => {},
    configurable: true,
  },
)

// No query holds, unless a test says so, but that nothing needs to move, for which one would wait. A part of the last test may
// still ask when its own answer is gone.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: media.includes('reduced-motion') }) as MediaQueryList

// What a screen loads late takes its time on a machine that does much else.
configure({ asyncUtilTimeout: 10_000, getElementError: notFound })

// Whoever has waited, or done something, looks at a page that stands as it will stay.
const { asyncWrapper } = getConfig()
configure({
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const found = await work()
      await drawn()
      return found
    }),
})

/** What was not found, and the page: it is written down when somebody reads it, for most of these are tries of a wait that goes on. */
function notFound(what: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  // It points at who looked.
  Error.captureStackTrace(error, notFound)
  let message: string | undefined
  const get = () => (message ??= [what, prettyDOM(container)].filter(Boolean).join('\n\n'))
  return Object.defineProperty(error, 'message', { get, configurable: true })
}

// Dialogs and menus, which people wait for once: each test begins when they are there.
await prefetchLate()
