import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { at, chat, message, path } from './talk.ts'

const server = standInServer()

it('says why a group cannot be renamed while nobody can write', async () => {
  server.answers(chat([message(1, 'Bye')], { type: 'group', friendlyName: 'Drivers', stopped: 'chat_stopped' }))
  const { user } = showScreen(<ChatScreen />, { path, at })
  await screen.findByRole('heading', { name: 'Drivers' })
  await user.click(screen.getByRole('button', { name: 'Actions for Drivers' }))
  const item = await screen.findByRole('menuitem', { name: /^Rename/, hidden: true })
  expect(item).toHaveAttribute('aria-disabled', 'true')
  expect(item).toHaveTextContent(/until a second adult or the child’s own guardian/)
})
