import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { show, standInServer } from '../answering.tsx'
import { at, chat, LIST, listed, MESSAGES, message, ONE, one, path } from './talk.ts'

const server = standInServer()
const open = () => show(<ChatScreen />, { path, at })

it('says that one is not in a conversation, where nothing can be written, and leads to the others', async () => {
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

it('takes away what was read there from whoever is shut out meanwhile, and the field to write in', async () => {
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
    [ONE]: unlessOut(one()),
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

it('offers nothing in somebody’s place, where chat stays theirs alone', async () => {
  server.answers({
    ...chat([]),
    [LIST]: () => {
      throw new Problem('only_themselves')
    },
  })
  show(<ChatScreen />, { path, at: '/chat' })
  expect(await screen.findByText(/nobody can do it on their behalf/)).toBeVisible()
  for (const name of ['New conversation', 'Try again']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByText('Choose a conversation')).toBeNull()
})

it('says of a last message that is gone only that: hidden, taken back or no longer kept', async () => {
  const lastMessage = { text: '', from: 'Peter', mine: false, sentAt: '2026-11-21T17:00:00Z' }
  server.answers({ ...chat([]), [LIST]: { conversations: [listed({ lastMessage })], noChatIn: [] } })
  show(<ChatScreen />, { path, at: '/chat' })
  expect(await screen.findByText('Peter: This message no longer exists.')).toBeVisible()
})
