import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { Look } from '#web/chat/Look.tsx'
import { NewPoll } from '#web/chat/NewPoll.tsx'
import { Report } from '#web/chat/Report.tsx'
import { show, standInServer } from '../answering.tsx'
import { organizationId } from '../people.ts'
import { at, conversationSid, path } from './talk.ts'

/** What is typed in a chat beside messages is not lost by a tap. */

standInServer()
const asked = 'Leave without saving?'
const close = vi.fn<() => void>()
const of = { close, conversationSid, messageSid: 'message-1', orgId: organizationId, text: 'You are a loser' }
const type = (field: string) => async (user: UserEvent) =>
  user.type(await screen.findByRole('textbox', { name: field }), 'Oranges')

it.each<[what: string, dialog: ReactElement, type: (user: UserEvent) => Promise<void>]>([
  ['a question', <NewPoll key="1" say={() => undefined} close={close} />, type('Question')],
  ['an answer to choose', <NewPoll key="2" say={() => undefined} close={close} />, type('Answer 2')],
  ['what else is wrong with a message', <Report key="3" {...of} />, type('What else should they know')],
  [
    'what is wrong with it',
    <Report key="4" {...of} />,
    async (user) => user.click(await screen.findByRole('radio', { name: 'Something else' })),
  ],
  ['why one looks into a conversation', <Look key="5" {...of} />, type('Why do you look at it')],
])('asks before %s is lost by closing what it is typed in, and not when nothing was', async (_, dialog, begin) => {
  close.mockReset()
  const { user } = show(dialog, { path, at })
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  await begin(user)
  const leave = async (answer: string) => {
    await user.click(screen.getByRole('button', { name: 'Close' }))
    const question = within(await screen.findByRole('dialog', { name: asked }))
    await user.click(question.getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: asked })).toBeNull())
  }
  await leave('Stay')
  expect(close).toHaveBeenCalledOnce()
  await leave('Leave')
  expect(close).toHaveBeenCalledTimes(2)
})
