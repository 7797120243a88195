import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepSnapshot } from '#web/early/keepSnapshot.ts'
import { dropSnapshots } from '#web/early/snapshot.ts'
import { showSnapshot } from '#web/early/showSnapshot.ts'
import { clearOtherUsers } from '#web/session/tokens.ts'
import { isPersonal } from '#web/session/stored.ts'
import { organizationId as orgId, teamId } from './people.ts'

/** Snapshots of screens other than Today, each at its address. */
const now = new Date('2026-11-21T18:00:00Z')
const month = `/${orgId}/${teamId}/calendar?month=2026-11`
const outline = '<div class="outline"></div>'
const root = () => document.getElementById('root') as HTMLElement
function page(app = '/assets/index-1.js') {
  document.head.innerHTML = `<script type="module" src="${app}"></script>`
  document.body.innerHTML = `<div id="root">${outline}</div><noscript></noscript>`
}
/** Goes to an address and marks its screen as rendered. */
function goes(address: string) {
  history.replaceState(null, '', address)
  document.documentElement.dataset['drawn'] = address
}
/** A user leaves a rendered screen. */
function leaves(address: string, html: string, userId = 'user-1') {
  page()
  goes(address)
  root().innerHTML = html
  keepSnapshot(userId, 'data of Today', now)
}
/** Returns the markup of the app's root before the app is rendered. */
function opens(address: string, userId = 'user-1', at = now, app = '/assets/index-1.js') {
  page(app)
  history.replaceState(null, '', address)
  showSnapshot(root(), userId, app, at)
  return root().innerHTML
}
const kept = () => Object.keys(localStorage).filter((name) => name.includes('.picture/'))

beforeEach(() => {
  process.env['TZ'] = 'America/Chicago'
})
afterEach(() => {
  localStorage.clear()
  document.cookie = '__Host-touchline-in-place=; max-age=0; path=/; secure'
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  delete document.documentElement.dataset['drawn']
  history.replaceState(null, '', '/')
})

describe('the snapshot of a screen', () => {
  test('is shown at its address, inert', () => {
    leaves(month, '<main><h1>November</h1></main>')
    expect(opens(month)).toBe('<main><h1>November</h1></main>')
    expect(root().inert).toBe(true)
  })
  test.each([
    ['of another month', month.replace('11', '12'), 'user-1', now, undefined],
    ['of another team', month.replace('t0000000000a', 't0000000000b'), 'user-1', now, undefined],
    ['of yesterday', month, 'user-1', new Date('2026-11-22T18:00:00Z'), undefined],
    ['of another version of the app', month, 'user-1', now, '/assets/index-2.js'],
    ['of another person', month, 'user-2', now, undefined],
  ])('%s is not shown', (_, address, userId, at, app) => {
    leaves(month, '<main><h1>November</h1></main>')
    expect(opens(address, userId, at, app)).toBe(outline)
    expect(root().inert).not.toBe(true)
  })
  test('is separate from that of Today', () => {
    leaves('/today', '<main><article>Training</article></main>')
    leaves('/chat', '<main><h1>Chat</h1></main>')
    expect(opens('/today')).toContain('Training')
    expect(opens('/chat')).toContain('Chat')
  })
  test('omits children of other families, messages between people, and form input', () => {
    leaves(
      `/${orgId}/${teamId}/teams`,
      '<main><h1>U12</h1><div data-unkept=""><ul><li>Mia <img src="mia.jpg"></li></ul></div><input value="typed"><textarea>typed too</textarea></main>',
    )
    expect(localStorage.getItem(kept()[0] ?? '')).not.toMatch(/Mia|mia|typed/)
    expect(opens(`/${orgId}/${teamId}/teams`)).toMatch(/^<main><h1>U12<\/h1><div data-unkept="" data-style="[^"]*"/)
  })
  test.each([
    '/my-data',
    '/notices',
    `/dashboard/player/${orgId}.p0000000000a`,
    `/settings/${orgId}/billing`,
    '/email',
    '/login',
    '/nowhere/at/all',
  ])('is not taken of %s', (address) => {
    leaves(address, '<main><h1>Something</h1></main>')
    expect(kept()).toEqual([])
  })
  test('is not taken on behalf of a user, with an open dialog, of a snapshot itself, or when too long', () => {
    leaves('/chat', '<main><dialog open="">A question</dialog></main>')
    leaves('/payments', `<main>${'x'.repeat(200_000)}</main>`)
    page()
    goes(month)
    root().inert = true
    keepSnapshot('user-1', 'data of Today', now)
    document.cookie = '__Host-touchline-in-place=user-2.1; path=/; secure'
    leaves(month, '<main><h1>November</h1></main>', 'user-2')
    leaves('/today', '<main><article>Training</article></main>', 'user-2')
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/November|Training/)
    expect(
      kept()
        .map((name) => localStorage.getItem(name))
        .filter(Boolean),
    ).toEqual([])
  })
  test('is one of at most eight, all of the same day', () => {
    for (let i = 1; i <= 12; i++) leaves(`/calendar?month=2026-${String(i).padStart(2, '0')}`, '<main></main>')
    expect(kept()).toHaveLength(8)
    expect(opens('/calendar?month=2026-12')).toBe('<main></main>')
    page()
    root().innerHTML = '<main></main>'
    goes('/chat')
    keepSnapshot('user-1', 'data of Today', new Date('2026-11-22T18:00:00Z'))
    expect(kept()).toHaveLength(1)
  })
  test('omits attributes of hidden parts, and error messages that repeat input', () => {
    leaves(
      '/chat',
      `<main><section class="conversation" data-unkept="" aria-label="Mia Miller" title="Mia"><h2>Mia</h2></section>
        <img data-unkept="" alt="Mia Miller" src="mia.jpg"><div contenteditable="">Mia is ill</div>
        <input aria-invalid="true" aria-describedby="one two"><i id="one">Mia.exe is too large</i><i id="two">Mia</i><i id="three">A hint</i></main>`,
    )
    const text = localStorage.getItem(kept()[0] ?? '')
    expect(text).not.toMatch(/mia/i)
    expect(opens('/chat')).toMatch(/<section class="conversation" data-unkept=""/)
    expect(text).toContain('A hint')
  })
  test('is not taken while the address has changed but the previous screen is still rendered', () => {
    const player = `<main><h1>Mia Miller</h1><p>Allergic to nuts</p></main>`
    goes(`/dashboard/player/${orgId}.p0000000000a`)
    page()
    root().innerHTML = player
    history.replaceState(null, '', month)
    keepSnapshot('user-1', 'data of Today', now)
    expect(kept()).toEqual([])
    // The same for Today, as the previous screen has event cards, too.
    history.replaceState(null, '', '/today')
    root().innerHTML = '<main><article>Training of another team</article></main>'
    keepSnapshot('user-1', 'data of Today', now)
    expect(JSON.stringify({ ...localStorage })).not.toContain('another team')
  })
  test('is not taken of a form that is being filled in', () => {
    leaves('/payments', '<main><h2 data-unpictured="">Details</h2>Any allergies?</main>')
    expect(kept()).toEqual([])
  })
  test('is deleted on sign-out, when another user signs in, and after a write', () => {
    leaves('/chat', '<main></main>')
    expect(kept()).toHaveLength(1)
    expect(kept().every(isPersonal)).toBe(true)
    clearOtherUsers('user-2')
    expect(kept()).toEqual([])
    leaves('/chat', '<main></main>')
    dropSnapshots()
    expect(kept()).toEqual([])
  })
})
