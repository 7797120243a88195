import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { at, chat, message, ONE, conversation, path, person, SEND } from './talk.ts'

const server = standInServer()
const open = () => showScreen(<ChatScreen />, { path, at })

const ofTwo = {
  type: 'direct' as const,
  friendlyName: 'Carmen Coach',
  people: [person('user-1', 'Ann Jean Jacques'), person('carmen', 'Carmen Coach', { left: true })],
}
const alone = { ...ofTwo, stopped: 'chat_alone' as const }

it('names the person who has left a conversation in which nobody can write any more', async () => {
  server.answers(chat([message(1, 'See you')], alone))
  open()
  expect(await screen.findByText('Carmen Coach has left: nobody would read it.')).toBeVisible()
  expect(within(screen.getByRole('log')).getByText('See you')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
})

it('says that the other person has left when the name is unknown', async () => {
  server.answers(chat([], { ...alone, friendlyName: '' }))
  open()
  expect(await screen.findByText('The other person has left: nobody would read it.')).toBeVisible()
})

it('keeps a draft with the reason it cannot be sent when the other person leaves', async () => {
  let isAlone = false
  server.answers({ ...chat([]), [ONE]: () => conversation(isAlone ? alone : ofTwo) })
  const { user } = open()
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  await user.type(field, 'Mia is ill')
  isAlone = true
  window.dispatchEvent(new Event('focus'))
  await screen.findByText(/Carmen Coach has left/, {}, { timeout: 15_000 })
  expect(field).toBeVisible()
  expect(field.value).toBe('Mia is ill')
  const send = screen.getByRole('button', { name: 'Send' })
  expect(send).toHaveAccessibleDescription('Carmen Coach has left: nobody would read it.')
  expect(screen.queryByRole('button', { name: 'Add a file, a poll or an event' })).toBeNull()
  await user.click(send)
  await user.type(field, '{Enter}')
  expect(server.asked(SEND)).toEqual([])
  await user.clear(field)
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
})

it('keeps a message that was being sent when the other person left, with the reason', async () => {
  server.answers({
    ...chat([], ofTwo),
    [SEND]: () => {
      throw new Problem('chat_alone')
    },
  })
  const { user } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Mia is ill')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const waiting = await screen.findByRole('list', { name: 'Not sent yet' })
  await within(waiting).findByText('The other person has left: nobody would read it.')
  expect(within(waiting).getByText('Mia is ill')).toBeVisible()
  await waitFor(() => expect(within(waiting).getByRole('button', { name: 'Send again' })).toBeVisible())
})
