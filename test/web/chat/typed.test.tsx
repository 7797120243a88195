import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { AddPeople } from '#web/chat/AddPeople.tsx'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { InspectDialog } from '#web/chat/InspectDialog.tsx'
import { NewConversation } from '#web/chat/NewConversation.tsx'
import { NewPoll } from '#web/chat/NewPoll.tsx'
import { Report } from '#web/chat/Report.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'
import { at, chat, conversationSid, message, ONE, conversation, path } from './talk.ts'

/** Input in chat dialogs is not lost by a tap, and the keyboard focus moves to where the user continues. */

const server = standInServer()
const EDIT = 'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'
const asked = 'Leave without saving?'
const close = vi.fn<() => void>()
const of = { close, conversationSid, messageSid: 'message-1', orgId: organizationId, text: 'You are a loser' }
const type = (field: string) => async (user: UserEvent) =>
  user.type(await screen.findByRole('textbox', { name: field }), 'Oranges')
const tick = async (user: UserEvent) => user.click(await screen.findByRole('checkbox', { name: /^Xenia/ }))
const xenia = { userId: 'xenia', name: 'Xenia', staff: false, minor: false, teams: [] }
const everybody = { orgId: null, userId: null, playerId: null, teamId: undefined }

async function leave(user: UserEvent, answer: string) {
  await user.click(screen.getByRole('button', { name: 'Close' }))
  const question = within(await screen.findByRole('dialog', { name: asked }))
  await user.click(question.getByRole('button', { name: answer }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: asked })).toBeNull())
}

it.each<[what: string, dialog: ReactElement, type: (user: UserEvent) => Promise<void>]>([
  ['the question of a poll', <NewPoll key="1" sendMessage={() => undefined} close={close} />, type('Question')],
  ['an option of a poll', <NewPoll key="2" sendMessage={() => undefined} close={close} />, type('Answer 2')],
  ['the comment on a report', <Report key="3" {...of} />, type('Anything else they should know?')],
  [
    'the reason of a report',
    <Report key="4" {...of} />,
    async (user) => user.click(await screen.findByRole('radio', { name: 'Something else' })),
  ],
  ['the reason for reading a conversation', <InspectDialog key="5" {...of} />, type('Why do you need to read it?')],
  [
    'people chosen for a group',
    <AddPeople key="6" conversation={conversation({ type: 'group' })} close={close} />,
    tick,
  ],
  [
    'people chosen for a new conversation',
    <NewConversation key="7" opened requested={everybody} close={close} />,
    tick,
  ],
])('asks before closing discards %s, but does not ask without input', async (_, dialog, begin) => {
  close.mockReset()
  server.answers({
    'GET /rest-api/chat-user/available-orgs': [{ orgId: organizationId, orgName: 'Athletic' }],
    'GET /rest-api/chat-user/available-participants': { status: 'success', data: { chatParticipants: [xenia] } },
  })
  const { user } = showScreen(dialog, { path, at })
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  await begin(user)
  await leave(user, 'Stay')
  expect(close).toHaveBeenCalledOnce()
  await leave(user, 'Leave')
  expect(close).toHaveBeenCalledTimes(2)
})

it('asks once before discarding a new group name', async () => {
  server.answers({ ...chat([]), [ONE]: conversation({ type: 'group', friendlyName: 'Oranges' }) })
  const { user } = showScreen(<ChatScreen />, { path, at })
  await user.click(await screen.findByRole('button', { name: 'Actions for Oranges' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename', hidden: true }))
  const field = () => screen.findByRole('textbox', { name: 'Conversation name' })
  await user.type(await field(), ' and lemons')
  await leave(user, 'Stay')
  expect(await field()).toHaveValue('Oranges and lemons')
  await leave(user, 'Leave')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Conversation name' })).toBeNull())
})

async function choose(user: UserEvent, name: string) {
  await user.click(
    await within(await screen.findByRole('log')).findByRole('button', { name: /^Actions for the message/ }),
  )
  await user.click(await screen.findByRole('menuitem', { name, hidden: true }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  // The menu has returned the focus by then.
  await new Promise((resolve) => setTimeout(resolve, 50))
}

it('focuses the editor of a message, asks before discarding changes, rejects an empty text, and returns the focus', async () => {
  const own = message(1, 'Bring watre', { userId: 'user-1', sentAt: '2026-11-21T17:55:00Z' })
  server.answers({ ...chat([own]), [EDIT]: own })
  const { user } = showScreen(<ChatScreen />, { path, at })
  await choose(user, 'Edit')
  const field = screen.getByRole('textbox', { name: 'Edit' })
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(field).toHaveFocus()
  expect(asks()).toBe(false)
  await user.keyboard('!')
  expect(field).toHaveValue('Bring watre!')
  await waitFor(() => expect(asks()).toBe(true))
  await user.clear(field)
  const save = () => screen.getByRole('button', { name: 'Save' })
  expect(save()).toHaveAccessibleDescription('Write something, or unsend the message.')
  await user.click(save())
  expect(server.asked(EDIT)).toEqual([])
  await user.type(field, 'Bring water')
  await user.click(save())
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit' })).toBeNull())
  expect(server.asked(EDIT).map(({ body }) => body)).toEqual([{ text: 'Bring water' }])
  expect(document.getElementById('message-1')).toHaveFocus()
  expect(asks()).toBe(false)
})

it('focuses the input on Reply, and on canceling it', async () => {
  server.answers(chat([message(1, 'Who drives?')]))
  const { user } = showScreen(<ChatScreen />, { path, at })
  await choose(user, 'Reply')
  const field = screen.getByRole('textbox', { name: 'Message' })
  expect(field).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Cancel reply' }))
  expect(field).toHaveFocus()
})

it('asks before discarding attached files', async () => {
  server.answers(chat([]))
  const { user } = showScreen(<ChatScreen />, { path, at })
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const input = await screen.findByLabelText('Pictures and files')
  expect(asks()).toBe(false)
  // A file whose upload failed is still attached, as it can be retried.
  await user.upload(input, new File(['the way there'], 'way.pdf', { type: 'application/pdf' }))
  const away = await screen.findByRole('button', { name: 'Remove way.pdf' })
  expect(asks()).toBe(true)
  await user.click(away)
  await waitFor(() => expect(asks()).toBe(false))
})

it('asks before a change of the club discards the selected people', async () => {
  server.answers({
    'GET /rest-api/chat-user/available-orgs': [
      { orgId: organizationId, orgName: 'Athletic' },
      { orgId: 'o0000000000b', orgName: 'Borough' },
    ],
    'GET /rest-api/chat-user/available-participants': { status: 'success', data: { chatParticipants: [xenia] } },
  })
  const { user } = showScreen(<NewConversation opened requested={everybody} close={close} />, { path, at })
  await tick(user)
  const club = () => screen.getByRole('combobox', { name: 'Club' })
  const answer = async (name: string) => {
    await user.selectOptions(club(), 'Borough')
    await user.click(within(await screen.findByRole('dialog', { name: asked })).getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: asked })).toBeNull())
  }
  await answer('Stay')
  expect(club()).toHaveDisplayValue('Athletic')
  expect(screen.getByRole('checkbox', { name: /^Xenia/ })).toBeChecked()
  await answer('Leave')
  expect(club()).toHaveDisplayValue('Borough')
  expect(await screen.findByRole('checkbox', { name: /^Xenia/ })).not.toBeChecked()
})
