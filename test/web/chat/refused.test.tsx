import { act, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { startTexts } from '#web/i18n.ts'
import { writeLasting, toUnsentChatName } from '#web/session/stored.ts'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { at, chat, conversationSid, path, SEND } from './talk.ts'

const server = standInServer()
afterEach(() => act(() => startTexts(['en-US'])))

it('shows in the user’s language why a message was rejected, and stored reasons as stored', async () => {
  const kept = { messageSid: 'message-0', conversationSid: `${conversationSid}b`, text: 'Old', writtenAt: '2026-11-21' }
  // Also replaces what another file's test has left in memory when the storage was full.
  writeLasting(toUnsentChatName('user-1'), JSON.stringify([{ ...kept, refused: 'Kept in English.' }]))
  server.answers({
    ...chat([]),
    [SEND]: () => {
      throw new Problem('chat_off')
    },
  })
  const { user } = showScreen(<ChatScreen />, { path, at })
  await act(() => startTexts(['es-MX']))
  await user.type(await screen.findByRole('textbox', { name: 'Mensaje' }), 'Yo llevo')
  await user.click(screen.getByRole('button', { name: 'Enviar' }))
  expect(await screen.findByText('El chat está desactivado aquí.')).toBeVisible()
  expect(JSON.parse(localStorage.getItem(toUnsentChatName('user-1')) ?? '[]')).toMatchObject([
    { text: 'Old', refused: 'Kept in English.' },
    { text: 'Yo llevo', refusedCode: 'chat_off' },
  ])
})
