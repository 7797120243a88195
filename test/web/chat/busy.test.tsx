import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { toUnsentChatName } from '#web/session/stored.ts'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { at, chat, message, path, SEND } from './talk.ts'

const server = standInServer()
afterEach(() => vi.restoreAllMocks())

it.each([429, 408])('resends messages after a status %i from the gateway, in order', async (status) => {
  server.answers({
    ...chat([]),
    [SEND]: ({ body }) => message(1, (body as { text: string }).text, { userId: 'user-1' }),
  })
  let isThrottled = true
  const real = globalThis.fetch
  const met: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!isThrottled || init?.method !== 'POST' || !pathname.endsWith('/messages')) return real(input, init)
    met.push(typeof init.body === 'string' ? init.body : '')
    return new Response('{"message":"Too Many Requests"}', { status })
  })
  const { user } = showScreen(<ChatScreen />, { path, at })
  const field = await screen.findByRole('textbox', { name: 'Message' })
  const say = async (text: string) => {
    await user.type(field, text)
    await user.click(screen.getByRole('button', { name: 'Send' }))
  }
  await say('I drive')
  await waitFor(() => expect(met).not.toEqual([]))
  await say('From the north gate')
  const kept = () => JSON.parse(localStorage.getItem(toUnsentChatName('user-1')) ?? '[]') as { text: string }[]
  await waitFor(() => expect(kept().map(({ text }) => text)).toEqual(['I drive', 'From the north gate']))
  isThrottled = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(kept()).toEqual([]))
  expect(server.asked(SEND).map(({ body }) => (body as { text: string }).text)).toEqual([
    'I drive',
    'From the north gate',
  ])
})
