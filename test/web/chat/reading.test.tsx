import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { show, standInServer } from '../answering.tsx'
import { at, chat, LIST, listed, MESSAGES, message, ONE, one, path, READ } from './talk.ts'

const server = standInServer()
const SEARCH = 'POST /rest-api/chat/conversations/{conversationSid}/search'

const open = () => show(<ChatScreen />, { path, at })
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

it('marks as new what somebody has brought one into, until it was opened', async () => {
  let isNew = true
  server.answers({
    ...chat([], { type: 'group', friendlyName: 'Drivers' }),
    [LIST]: () => ({
      conversations: [listed({ type: 'group', friendlyName: 'Drivers', isNew, unread: 0, lastMessage: null })],
      noChatIn: [],
    }),
    [ONE]: () => one({ type: 'group', friendlyName: 'Drivers', isNew, readSeq: 3 }),
    [READ]: () => {
      isNew = false
      return { readSeq: 3 }
    },
  })
  const { user } = show(<ChatScreen />, { path, at: '/chat' })
  await user.click(await screen.findByRole('link', { name: /^Drivers.*New$/ }))
  await screen.findByRole('heading', { name: 'Drivers' })
  expect(await screen.findByRole('link', { name: /^Drivers(?!.*New)/ })).toBeVisible()
  expect(server.asked(READ)).toHaveLength(1)
})

it('says where the unread ones begin, also once they are read and more have come', async () => {
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
    [ONE]: () => one({ readSeq: read, lastSeq: now.lastSeq }),
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

it('draws no such line where all was read, nor among the last ones where the first unread one is not loaded', async () => {
  server.answers(chat([message(2, 'Two'), message(1, 'One')], { readSeq: 2 }))
  const { unmount } = open()
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  unmount()
  server.answers({
    ...chat([], { readSeq: 1, lastSeq: 9 }),
    [MESSAGES]: { messages: [message(9, 'Nine'), message(8, 'Eight')], cursor: '8' },
  })
  open()
  await waitFor(async () => expect(await rows()).toHaveLength(2))
})

it('leads from what is answered, and from what was found, to the message where it is loaded', async () => {
  const found = led()
  const gone = { messageSid: 'message-0', userId: 'carmen', text: 'Long ago' }
  const quoted = { messageSid: 'message-1', userId: 'carmen', text: 'Who drives?' }
  server.answers({
    ...chat([
      message(3, 'So it was', { replyTo: gone }),
      message(2, 'I do', { replyTo: quoted }),
      message(1, 'Who drives?'),
    ]),
    [SEARCH]: { messages: [message(2, 'I do'), message(0, 'Long ago')], cursor: null },
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
