import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepSnapshot } from '#web/early/keepSnapshot.ts'
import { showSnapshot } from '#web/early/showSnapshot.ts'
import { isPersonal } from '#web/session/stored.ts'

const now = new Date('2026-11-21T18:00:00Z')
const drawn = '<main><article><i style="color: red;"></i>Training</article><div data-passing="">a message</div></main>'
const page = (app = '/assets/index-1.js') => {
  document.head.innerHTML = `<script type="module" src="${app}"></script>`
  document.body.innerHTML = '<div id="root"><div class="outline"></div></div><noscript></noscript>'
}
const root = () => document.getElementById('root') as HTMLElement
const outline = '<div class="outline"></div>'
/** Loads the page with what the script in its head does once the app's root exists. */
function opens(userId = 'user-1', at = now, app = '/assets/index-1.js') {
  page(app)
  goes('/today')
  showSnapshot(root(), userId, app, at)
  return root().innerHTML
}

/** Goes to an address and marks its screen as rendered. */
function goes(address: string) {
  history.replaceState(null, '', address)
  document.documentElement.dataset['drawn'] = address
}

beforeEach(() => {
  process.env['TZ'] = 'America/Chicago'
  goes('/today')
  page()
  root().innerHTML = drawn
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
  delete document.documentElement.dataset['drawn']
  document.head.innerHTML = ''
  document.body.innerHTML = ''
})

describe('the snapshot of Today', () => {
  test('is shown as soon as the root exists, inert', () => {
    keepSnapshot('user-1', 'data', now)
    expect(opens()).toBe('<main><article><i data-style="color: red;" style="color: red;"></i>Training</article></main>')
    // The content security policy forbids style attributes in markup.
    expect(localStorage.getItem('touchline.of.user-1.picture')).not.toContain(' style=')
    expect(root().inert).toBe(true)
  })
  test.each([
    ['of yesterday', 'user-1', new Date('2026-11-22T18:00:00Z'), undefined],
    ['of another version of the app', 'user-1', now, '/assets/index-2.js'],
    ['of another person', 'user-2', now, undefined],
  ])('%s is not shown', (_, userId, at, app) => {
    keepSnapshot('user-1', 'data', now)
    expect(opens(userId, at, app)).toBe(outline)
    expect(root().inert).not.toBe(true)
  })
  test('stays when another screen is left, until Today’s data has changed', () => {
    keepSnapshot('user-1', 'data', now)
    goes('/players')
    keepSnapshot('user-1', 'data', now)
    expect(opens()).toContain('Training')
    goes('/players')
    keepSnapshot('user-1', 'other data', now)
    expect(opens()).toBe(outline)
  })
  test('is not taken while loading, with an open dialog, or when too long', () => {
    root().innerHTML = '<main><div aria-busy="true"></div></main>'
    keepSnapshot('user-1', 'a', now)
    expect(opens()).toBe(outline)
    root().innerHTML = drawn
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>')
    keepSnapshot('user-1', 'b', now)
    expect(opens()).toBe(outline)
    root().innerHTML = `<main><article>${'x'.repeat(200_000)}</article></main>`
    keepSnapshot('user-1', 'c', now)
    expect(opens()).toBe(outline)
  })
  test('is deleted on sign-out', () => {
    keepSnapshot('user-1', 'data', now)
    expect(Object.keys(localStorage).every(isPersonal)).toBe(true)
  })
})
