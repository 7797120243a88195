import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { at, chat, message, path, SEND } from './talk.ts'

const server = standInServer()
afterEach(() => vi.restoreAllMocks())

/** Simulates storage that is full for names with this part. */
const isFull = (part: string) => {
  const setItem = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, text) {
    if (name.includes(part)) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, name, text)
  })
}

it('sends messages when the device’s storage is full, and shows them while they wait', async () => {
  let hasSignal = false
  server.answers({
    ...chat([]),
    [SEND]: () => {
      if (!hasSignal) throw new TypeError('Failed to fetch')
      return message(1, 'I drive')
    },
  })
  const { user } = showScreen(<ChatScreen />, { path, at })
  const field = await screen.findByRole('textbox', { name: 'Message' })
  isFull('.chat.unsent')
  await user.type(field, 'I drive')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const waiting = await screen.findByRole('list', { name: 'Not sent yet' })
  expect(within(waiting).getByText('I drive')).toBeVisible()
  await waitFor(() => expect(server.asked(SEND)).not.toEqual([]))
  hasSignal = true
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull())
  expect(server.asked(SEND).map(({ body }) => body)).toContainEqual(expect.objectContaining({ text: 'I drive' }))
})
