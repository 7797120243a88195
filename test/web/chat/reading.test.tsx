import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { type FakeRequest, showScreen, standInServer } from '../fakeServer.tsx'
import { teamId } from '../people.ts'
import { at, chat, LIST, conversationSummary, MESSAGES, message, ONE, conversation, path, READ } from './talk.ts'

const server = standInServer()
const SEARCH = 'POST /rest-api/chat/conversations/{conversationSid}/search'

const open = () => showScreen(<ChatScreen />, { path, at })
const rows = async () =>
  within(await screen.findByRole('log'))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
function led() {
  const found: string[] = []
  Element.prototype.scrollIntoView = function scrollIntoView() {
    found.push(this.id)
  }
  return found
}

it('marks a conversation that the user was added to as new until it is opened', async () => {
  let isNew = true
  server.answers({
    ...chat([], { type: 'group', friendlyName: 'Drivers' }),
    [LIST]: () => ({
      conversations: [
        conversationSummary({ type: 'group', friendlyName: 'Drivers', isNew, unread: 0, lastMessage: null }),
      ],
      noChatIn: [],
    }),
    [ONE]: () => conversation({ type: 'group', friendlyName: 'Drivers', isNew, readSeq: 3 }),
    [READ]: () => {
      isNew = false
      return { readSeq: 3 }
    },
  })
  const { user } = showScreen(<ChatScreen />, { path, at: '/chat' })
  await user.click(await screen.findByRole('link', { name: /^Drivers.*New$/ }))
  await screen.findByRole('heading', { name: 'Drivers' })
  expect(await screen.findByRole('link', { name: /^Drivers(?!.*New)/ })).toBeVisible()
  expect(server.asked(READ)).toHaveLength(1)
})

it('marks the first unread message, also after it was read and more arrived', async () => {
  let read = 2
  const said = [
    message(4, 'Bring water'),
    message(3, 'Mine', { userId: 'user-1' }),
    message(2, 'Two'),
    message(1, 'One'),
  ]
  const now = { messages: said, lastSeq: 4 }
  server.answers({
    ...chat([]),
    [MESSAGES]: () => ({ messages: now.messages, cursor: null }),
    [ONE]: () => conversation({ readSeq: read, lastSeq: now.lastSeq }),
    [READ]: () => {
      read = now.lastSeq
      now.messages = [message(5, 'And oranges'), ...said]
      now.lastSeq = 5
      return { readSeq: read }
    },
  })
  open()
  const expected = ['One', 'Two', 'Mine', /^New$/, 'Bring water'].map((text) => expect.stringMatching(text))
  await waitFor(async () => expect(await rows()).toEqual(expected))
  await waitFor(() => expect(server.asked(READ)).not.toHaveLength(0))
  await waitFor(() => expect(server.asked(ONE).length).toBeGreaterThan(1))
  expect(await rows()).toEqual(expected)
})

it('has no mark when all is read, or while the first unread message is not loaded', async () => {
  server.answers(chat([message(2, 'Two'), message(1, 'One')], { readSeq: 2 }))
  const { unmount } = open()
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  unmount()
  server.answers({
    ...chat([], { readSeq: 1, lastSeq: 900 }),
    [MESSAGES]: { messages: [message(900, 'Last'), message(899, 'Last but one')], cursor: '899' },
  })
  open()
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  await waitFor(() => expect(server.asked(READ)).not.toHaveLength(0))
  expect(await rows()).toHaveLength(2)
})

/** The messages in pages of two, as the server returns them. */
const twoByTwo = (last: number) => ({
  [MESSAGES]: ({ query: { cursor } }: FakeRequest) => {
    const newest = cursor ? Number(cursor) - 1 : last
    const replyTo = { messageSid: 'message-3', seq: 3, userId: 'carmen', text: 'Said 3' }
    const said = [newest, newest - 1].filter((seq) => seq > 0)
    const messages = said.map((seq) => message(seq, `Said ${seq}`, seq === last ? { replyTo } : {}))
    return { messages, cursor: newest > 2 ? String(newest - 1) : null }
  },
})

it('opens at the first unread message, and loads the pages up to it', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    return { top: this.matches('[data-new]') ? -700 : 40 } as DOMRect
  })
  server.answers({ ...chat([], { readSeq: 3, lastSeq: 8 }), ...twoByTwo(8) })
  const { user } = open()
  const expected = ['Said 3', /^New$/, 'Said 4', 'Said 5', 'Said 6', 'Said 7', 'Said 8']
  await waitFor(async () => expect(await rows()).toEqual(expected.map((text) => expect.stringMatching(text))))
  const log = screen.getByRole('log')
  expect(log.scrollTop).toBe(-740)
  fireEvent.scroll(log)
  await user.click(screen.getByRole('button', { name: 'To the newest messages' }))
  expect(log.scrollTop).toBe(0)
  expect(log).toHaveFocus()
})

it('marks the first unread message also in a conversation that was open before', async () => {
  const other = `${teamId}.c0000000000b`
  const known = { readSeq: 1, lastSeq: 1 }
  server.answers({
    ...chat([]),
    [LIST]: {
      conversations: [conversationSummary(), conversationSummary({ conversationSid: other, friendlyName: 'Drivers' })],
      noChatIn: [],
    },
    [MESSAGES]: ({ params }) => {
      const last = params['conversationSid'] === other ? 0 : known.lastSeq
      return { messages: [2, 1].filter((seq) => seq <= last).map((seq) => message(seq, `Said ${seq}`)), cursor: null }
    },
    [ONE]: ({ params }) =>
      conversation({ friendlyName: params['conversationSid'] === other ? 'Drivers' : 'U12', ...known }),
  })
  const { user } = open()
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: /^Drivers/ }))
  await screen.findByRole('heading', { name: 'Drivers' })
  known.lastSeq = 2
  await user.click(screen.getByRole('link', { name: /^U12 Falcons/ }))
  const expected = ['Said 1', /^New$/, 'Said 2'].map((text) => expect.stringMatching(text))
  await waitFor(async () => expect(await rows()).toEqual(expected))
})

it('scrolls from a reply or a search result to the message if it is loaded', async () => {
  const found = led()
  const gone = { messageSid: 'message-0', seq: 1, userId: 'carmen', text: 'Long ago' }
  const quoted = { messageSid: 'message-1', seq: 801, userId: 'carmen', text: 'Who drives?' }
  server.answers({
    ...chat(
      [
        message(803, 'So it was', { messageSid: 'message-3', replyTo: gone }),
        message(802, 'I do', { messageSid: 'message-2', replyTo: quoted }),
        message(801, 'Who drives?', { messageSid: 'message-1' }),
      ],
      { readSeq: 803, lastSeq: 803 },
    ),
    [SEARCH]: {
      messages: [message(802, 'I do', { messageSid: 'message-2' }), message(1, 'Long ago')],
      cursor: null,
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Carmen Coach Who drives?' }))
  expect(found).toEqual(['message-1'])
  expect(document.getElementById('message-1')).toHaveFocus()
  expect(screen.queryByRole('button', { name: /Long ago/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Actions for U12 Falcons' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Search', hidden: true }))
  await user.type(await screen.findByRole('searchbox'), 'do')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await user.click(await screen.findByRole('button', { name: 'Show in the conversation' }))
  await waitFor(() => expect(found).toEqual(['message-1', 'message-2']))
  await waitFor(() => expect(document.getElementById('message-2')).toHaveFocus())
})

it('loads the message that a reply quotes, then scrolls to it', async () => {
  const found = led()
  server.answers({ ...chat([], { readSeq: 8, lastSeq: 8 }), ...twoByTwo(8) })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Carmen Coach Said 3' }))
  await waitFor(() => expect(found).toEqual(['message-3']))
  expect(document.getElementById('message-3')).toHaveFocus()
  expect(await rows()).toHaveLength(6)
})
