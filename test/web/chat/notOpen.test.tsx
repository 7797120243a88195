import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { at, chat, LIST, conversationSummary, MESSAGES, message, ONE, conversation, path } from './talk.ts'

const server = standInServer()
const open = () => showScreen(<ChatScreen />, { path, at })

it('says that the user is not in a conversation, with a link to the others', async () => {
  const refuses = () => {
    throw new Problem('not_found')
  }
  server.answers({ ...chat([]), [ONE]: refuses, [MESSAGES]: refuses })
  const { user } = open()
  expect(await screen.findByText('You are not in this conversation')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Conversations' }))
  expect(await screen.findByText('Choose a conversation')).toBeVisible()
})

it('removes messages and the input when the user is blocked meanwhile', async () => {
  let isOut = false
  const unlessOut =
    <A,>(answer: A) =>
    () => {
      if (isOut) throw new Problem('chat_blocked')
      return answer
    }
  const before = chat([message(1, 'Who drives?')])
  server.answers({
    ...before,
    [ONE]: unlessOut(conversation()),
    [MESSAGES]: unlessOut({ messages: [message(1, 'Who drives?')], cursor: null }),
  })
  open()
  await within(await screen.findByRole('log')).findByText('Who drives?')
  isOut = true
  window.dispatchEvent(new Event('focus'))
  expect(await screen.findByText(/This club has blocked you from its chat/, {}, { timeout: 15_000 })).toBeVisible()
  expect(screen.queryByRole('log')).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
})

it('has no controls while acting on behalf of a user, as chat is private', async () => {
  server.answers({
    ...chat([]),
    [LIST]: () => {
      throw new Problem('only_themselves')
    },
  })
  showScreen(<ChatScreen />, { path, at: '/chat' })
  expect(await screen.findByText(/nobody can do it on their behalf/)).toBeVisible()
  for (const name of ['New conversation', 'Try again']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByText('Choose a conversation')).toBeNull()
})

it('says that a removed last message no longer exists', async () => {
  const lastMessage = { text: '', from: 'Peter', mine: false, sentAt: '2026-11-21T17:00:00Z' }
  server.answers({ ...chat([]), [LIST]: { conversations: [conversationSummary({ lastMessage })], noChatIn: [] } })
  showScreen(<ChatScreen />, { path, at: '/chat' })
  expect(await screen.findByText('Peter: This message no longer exists.')).toBeVisible()
})
