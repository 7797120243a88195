import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { NewEvent } from '#web/chat/NewEvent.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { event, teamId } from '../people.ts'
import { at, conversationSid, path } from './talk.ts'

const server = standInServer()
const named = (letter: string, name: string) => ({ ...event(), id: `${teamId}.e0000000000${letter}`, name })

it('sends an event once it is selected and submitted, filters many, and asks before discarding it', async () => {
  const [say, close] = [vi.fn(), vi.fn<() => void>()]
  server.answers({
    'GET /api/v1/teamEventsByMonth/{orgUnitId}': {
      events: [named('b', 'Training'), named('c', 'Cup final')],
      cursor: null,
    },
  })
  const { user } = showScreen(<NewEvent conversationSid={conversationSid} sendMessage={say} close={close} />, {
    path,
    at,
  })
  const send = () => screen.getByRole('button', { name: 'Send' })
  await user.type(await screen.findByRole('searchbox', { name: 'Find an event' }), 'cup')
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(1))
  expect(send()).toHaveAccessibleDescription('Choose an event.')
  await user.click(screen.getByRole('radio', { name: /Cup final/ }))
  expect(say).not.toHaveBeenCalled()
  await user.type(screen.getByRole('searchbox'), 'x')
  expect(screen.getByRole('radio', { name: /Cup final/ })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  await user.click(send())
  expect(say).toHaveBeenCalledExactlyOnceWith({
    text: '',
    event: { eventId: `${teamId}.e0000000000c`, name: 'Cup final' },
  })
  expect(close).toHaveBeenCalledOnce()
})
