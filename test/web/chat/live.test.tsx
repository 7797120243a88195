import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { at, chat, conversationSid, type Message, MESSAGES, message, path } from './talk.ts'

/** Mock web sockets: they record what is sent, and the tests dispatch messages on them. */
const lines: StandInSocket[] = []
class StandInSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState = 0
  readonly said: string[] = []
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    lines.push(this)
    queueMicrotask(() => {
      this.readyState = 1
      this.dispatchEvent(new Event('open'))
    })
  }
  send(text: string) {
    this.said.push(text)
  }
  close() {
    this.readyState = 3
  }
}
const TICKET = 'POST /rest-api/chat/ticket'
beforeEach(() => {
  lines.length = 0
  vi.stubGlobal('WebSocket', StandInSocket)
})

const server = standInServer()
const open = () => showScreen(<ChatScreen />, { path, at })
const opened = (count: number) => waitFor(() => expect(lines.map(({ readyState }) => readyState)[count - 1]).toBe(1))
const hear = (news: object) =>
  act(async () => void lines.at(-1)?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(news) })))

it('opens one web socket with a ticket, and closes it on unmount', async () => {
  server.answers({ ...chat([message(1, 'Hello')]), [TICKET]: { ticket: 'abc' } })
  const { unmount } = open()
  await screen.findByText('Hello')
  await opened(1)
  expect(lines.map(({ url }) => url)).toEqual(['ws://localhost:3000/live?ticket=abc'])
  unmount()
  expect(lines[0]?.readyState).toBe(3)
})

it('shows messages as they arrive, and those missed during a lost connection', async () => {
  const stored: Message[] = [message(1, 'Hello')]
  let tickets = 0
  server.answers({
    ...chat([]),
    [MESSAGES]: () => ({ messages: stored.toReversed(), cursor: null }),
    [TICKET]: () => ({ ticket: `${(tickets += 1)}` }),
  })
  open()
  await screen.findByText('Hello')
  await opened(1)
  stored.push(message(2, 'Who drives?'))
  await hear({ conversation: 'another' })
  await hear({ conversation: conversationSid })
  await screen.findByText('Who drives?')
  stored.push(message(3, 'I do'))
  window.dispatchEvent(new Event('online'))
  await screen.findByText('I do')
  // An aborted attempt may have used a ticket as well.
  const used = lines.map(({ url }) => Number(new URL(url).searchParams.get('ticket')))
  expect([used.length, used[0]]).toEqual([2, 1])
  expect(used[1]).toBeGreaterThan(1)
})

it('shows who is typing, and throttles the user’s own typing events', async () => {
  const stored: Message[] = [message(1, 'Hello')]
  server.answers({
    ...chat([]),
    [MESSAGES]: () => ({ messages: stored.toReversed(), cursor: null }),
    [TICKET]: { ticket: 'abc' },
  })
  const { user } = open()
  await screen.findByText('Hello')
  await opened(1)
  await hear({ typing: conversationSid, userId: 'carmen' })
  await hear({ typing: 'another', userId: 'user-1' })
  await hear({ odd: true })
  await screen.findByText('Carmen Coach is writing …')
  stored.push(message(2, 'Can you drive?'))
  await hear({ conversation: conversationSid })
  await screen.findByText('Can you drive?')
  expect(screen.queryByText('Carmen Coach is writing …')).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Yes we can')
  expect(lines[0]?.said).toEqual([JSON.stringify({ typing: conversationSid })])
})
