// apart: the service worker script listens on its global, which here is the test's own.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenForPush } from '#web/worker/push.ts'
import { address, standInServer } from './fakeServer.tsx'
import { playersAndTeams, profile, today } from './people.ts'
import { open } from './shell-open.tsx'

/** Push notifications of chat messages: when they are shown, and where they lead. */

const server = standInServer()
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile'
const chrome =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const told = { title: 'U12 Falcons', body: 'A new message', conversationSid: 'c1' }

type Hear = (event: object) => void
let hears: Record<string, Hear>
let notes: { title: string; silent: boolean; isThere: boolean }[]
let windows: object[]
const openWindow = vi.fn<(url: string) => Promise<void>>()

function begin(userAgent = chrome): void {
  hears = {}
  notes = []
  windows = []
  openWindow.mockReset().mockResolvedValue()
  vi.stubGlobal('addEventListener', (type: string, hear: Hear) => {
    hears[type] = hear
  })
  vi.stubGlobal('navigator', Object.create(navigator, { userAgent: { value: userAgent } }))
  vi.stubGlobal('registration', {
    showNotification: (title: string, { silent }: { silent: boolean }) => {
      notes.push({ title, silent, isThere: true })
      return Promise.resolve()
    },
    getNotifications: () =>
      Promise.resolve(notes.map((note) => ({ close: () => Object.assign(note, { isThere: false }) }))),
  })
  vi.stubGlobal('clients', { matchAll: () => Promise.resolve(windows), openWindow })
  listenForPush()
}
async function happens(type: 'push' | 'notificationclick', event: object): Promise<void> {
  let work: Promise<unknown> | undefined
  hears[type]?.({ ...event, waitUntil: (lasting: Promise<unknown>) => (work = lasting) })
  await work
}
const push = () => happens('push', { data: { json: () => told } })
const press = () =>
  happens('notificationclick', { notification: { close: () => undefined, data: { address: '/chat/c1' } } })
const looking = { visibilityState: 'visible', focused: true, url: 'https://touchline.test/chat/c1' }

describe('a push notification of a message', () => {
  it('is shown when its conversation is not open', async () => {
    begin()
    await push()
    expect(notes).toEqual([{ title: 'U12 Falcons', silent: false, isThere: true }])
  })
  it('is not shown while its conversation is open', async () => {
    begin()
    windows = [looking]
    await push()
    expect(notes).toEqual([])
  })
  it('is shown silently on iOS and closed at once, as iOS ends the subscription after three hidden pushes', async () => {
    begin(safari)
    windows = [looking]
    await push()
    expect(notes).toEqual([{ title: 'U12 Falcons', silent: true, isThere: false }])
  })
})

describe('a notification that is clicked', () => {
  const page = (more: object = {}) => ({
    focus: () => Promise.resolve(),
    navigate: vi.fn<(url: string) => Promise<void>>().mockResolvedValue(),
    postMessage: vi.fn(),
    ...more,
  })
  it('opens a window when there is none', async () => {
    begin()
    await press()
    expect(openWindow).toHaveBeenCalledWith('/chat/c1')
  })
  it('asks the open page to navigate, which keeps what is typed there', async () => {
    begin()
    const said = page({
      postMessage: (data: object, [port]: MessagePort[]) => {
        expect(data).toEqual({ leadTo: '/chat/c1' })
        port?.postMessage('led')
      },
    })
    windows = [said]
    await press()
    expect(said.navigate).not.toHaveBeenCalled()
  })
  it('reloads an open page that does not respond', async () => {
    begin()
    const silent = page()
    windows = [silent]
    await press()
    expect(silent.navigate).toHaveBeenCalledWith('/chat/c1')
  })
})

describe('an open page', () => {
  const worker = new EventTarget()
  beforeEach(() => {
    Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
  })
  afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))
  it('navigates where a notification leads, and confirms it', async () => {
    server.answers({
      'GET /rest-api/users/profile': profile(),
      'GET /api/v1/today': today(),
      'GET /api/v1/playersAndTeams': playersAndTeams(),
    })
    open('/today')
    await screen.findByRole('heading', { name: 'Today', level: 1 })
    const answer = vi.fn<(said: string) => void>()
    const message = Object.assign(new Event('message'), {
      data: { leadTo: '/payments' },
      ports: [{ postMessage: answer }],
    })
    worker.dispatchEvent(message)
    await waitFor(() => expect(address()).toBe('/payments'))
    expect(answer).toHaveBeenCalledOnce()
  })
})
