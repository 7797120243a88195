import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { prefetchLate } from '#web/kit/late.ts'
import { dismissSnackbars } from '#web/kit/Snackbar.tsx'

afterEach(() => {
  cleanup()
  // Drafts of forms: each test begins in a tab of its own.
  sessionStorage.clear()
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

// No query holds, unless a test says so. A part of the last test may still ask when its own answer is gone.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

// What a screen loads late takes its time on a machine that does much else.
configure({ asyncUtilTimeout: 10_000 })

// Dialogs and menus, which people wait for once: each test begins when they are there.
await prefetchLate()
