import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'
import {
  at,
  chat,
  conversationSid,
  type Message,
  MESSAGES,
  message,
  ONE,
  conversation,
  path,
  person,
  SEND,
} from './talk.ts'

const server = standInServer()
const VOTE = 'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote'
const PIN = 'PUT /rest-api/chat/conversations/{conversationSid}/pinned'
const SEARCH = 'POST /rest-api/chat/conversations/{conversationSid}/search'
const ADD = 'POST /rest-api/chat/conversations/{conversationSid}/people'
const open = () => showScreen(<ChatScreen />, { path, at })
const actions = /Actions for/

it('shows images with their names, and other files with name and size', async () => {
  const file = { fileId: 'f1', name: 'Route.jpg', type: 'image/jpeg', size: 1200, url: '/files/f1?signed' }
  const paper = { fileId: 'f2', name: 'Rules.pdf', type: 'application/pdf', size: 2_400_000, url: '/files/f2?signed' }
  server.answers(chat([message(1, 'Here', { files: [file, paper] })]))
  open()
  const picture = await screen.findByRole('img', { name: 'Route.jpg' })
  expect(picture.closest('a')).toHaveAttribute('href', '/files/f1?signed')
  expect(screen.getByRole('link', { name: /^Rules\.pdf \(2\.4\sMB\)$/ })).toHaveAttribute('href', '/files/f2?signed')
})

it('says why a file was removed, without a link', async () => {
  const gone = { fileId: 'f1', name: 'Route.jpg', type: 'image/jpeg', size: 1200, url: null }
  server.answers(chat([message(1, 'Here', { files: [gone] })]))
  open()
  await screen.findByText('Route.jpg was removed: it contained malware.')
  expect(screen.queryByRole('img', { name: 'Route.jpg' })).toBeNull()
})

it('sends a poll, and shows who voted for what', async () => {
  const stored: Message[] = []
  server.answers({
    ...chat([]),
    [MESSAGES]: () => ({ messages: stored.toReversed(), cursor: null }),
    [SEND]: ({ body }) => {
      const { messageSid, text, poll } = body as {
        messageSid: string
        text: string
        poll: { options: string[]; several: boolean }
      }
      const options = poll.options.map((option, i) => ({ text: option, userIds: i === 0 ? ['carmen'] : [] }))
      stored.push(message(1, text, { messageSid, userId: 'user-1', poll: { several: poll.several, options } }))
      return stored[0] as Message
    },
    [VOTE]: ({ body }) => {
      const { options } = body as { options: number[] }
      const [before] = stored as [Message]
      const asked = before.poll?.options.map((option, i) => ({
        ...option,
        userIds: [...option.userIds, ...(options.includes(i) ? ['user-1'] : [])],
      }))
      stored[0] = { ...before, poll: { several: false, options: asked ?? [] } }
      return stored[0]
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add a file, a poll or an event' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Poll', hidden: true }))
  const dialog = await screen.findByRole('dialog', { name: 'Poll' })
  expect(within(dialog).getByText('Ask something.')).toBeVisible()
  await user.type(within(dialog).getByRole('textbox', { name: 'Question' }), 'When?')
  await user.type(within(dialog).getByRole('textbox', { name: 'Answer 1' }), 'Saturday')
  await user.type(within(dialog).getByRole('textbox', { name: 'Answer 2' }), 'Sunday')
  await user.click(within(dialog).getByRole('button', { name: 'Ask' }))
  const poll = await screen.findByRole('group', { name: 'Poll: choose one' })
  expect(within(poll).getByText('1 person answered')).toBeVisible()
  await user.click(within(poll).getByRole('button', { name: /^Saturday/ }))
  await within(poll).findByText('2 people answered')
  expect(within(poll).getByRole('button', { name: /^Saturday/, pressed: true })).toHaveTextContent(
    'Carmen Coach, Ann Jean Jacques',
  )
  expect(server.calls).toContainEqual(expect.objectContaining({ key: VOTE, body: { options: [0] } }))
})

it('lets a coach pin a message and unpin it', async () => {
  let pinned: Message | null = null
  const said = message(1, 'Meet at nine')
  server.answers({
    ...chat([said]),
    [ONE]: () => conversation({ mayPin: true, pinned }),
    [PIN]: ({ body }) => {
      pinned = (body as { messageSid: string | null }).messageSid === null ? null : said
      return {}
    },
  })
  const { user } = open()
  const log = await screen.findByRole('log')
  await user.click(await within(log).findByRole('button', { name: actions }))
  await user.click(await screen.findByRole('menuitem', { name: 'Pin', hidden: true }))
  const head = await screen.findByRole('region', { name: 'Pinned message' })
  expect(head).toHaveTextContent('Carmen Coach: Meet at nine')
  await user.click(within(head).getByRole('button', { name: 'Unpin' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Pinned message' })).toBeNull())
})

it('searches messages page by page, and keeps the search out of addresses', async () => {
  server.answers({
    ...chat([message(9, 'Hello')]),
    [SEARCH]: ({ body }) =>
      (body as { cursor?: string }).cursor === undefined
        ? { messages: [message(8, 'Oranges on Saturday')], cursor: '8' }
        : { messages: [message(2, 'Saturday at ten')], cursor: null },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Actions for U12 Falcons' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Search', hidden: true }))
  await user.type(await screen.findByRole('searchbox', { name: 'Search for' }), 'saturday{Enter}')
  const found = await screen.findByRole('region', { name: 'Found messages' })
  await user.click(within(found).getByRole('button', { name: 'Search older messages' }))
  await within(found).findByText('Saturday at ten')
  expect(within(found).getByText('Oranges on Saturday')).toBeVisible()
  expect(server.calls.filter(({ key }) => key === SEARCH).map(({ body, query }) => [body, query])).toEqual([
    [{ text: 'saturday' }, {}],
    [{ text: 'saturday', cursor: '8' }, {}],
  ])
})

it('adds more people to a group, offering those who are not in it', async () => {
  const participant = (userId: string, name: string) => ({ userId, name, staff: false, minor: false, teams: [] })
  server.answers({
    ...chat([message(1, 'Hello')], {
      type: 'group',
      people: [person('user-1', 'Ann'), person('carmen', 'Carmen Coach')],
    }),
    'GET /rest-api/chat-user/available-participants': {
      status: 'success',
      data: { chatParticipants: [participant('carmen', 'Carmen Coach'), participant('lea', 'Lea Moreno')] },
    },
    [ADD]: {},
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Actions for U12 Falcons' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add people', hidden: true }))
  const dialog = await screen.findByRole('dialog', { name: 'Add people' })
  await user.click(await within(dialog).findByRole('checkbox', { name: /Lea Moreno/ }))
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1)
  await user.click(within(dialog).getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(server.calls).toContainEqual(
      expect.objectContaining({ key: ADD, params: { conversationSid }, body: { userIds: ['lea'] } }),
    ),
  )
  expect(server.calls.find(({ key }) => key.includes('available'))?.query).toEqual({ organizationId })
})

it('does not send a message while one of its files failed, until it is retried or removed', async () => {
  server.answers({
    ...chat([]),
    [SEND]: message(1, 'Here are the rules', { userId: 'user-1' }),
    'POST /rest-api/files/{orgId}': () => {
      throw new Problem('busy')
    },
  })
  const { user, container } = showScreen(<ChatScreen />, { path, at })
  const field = await screen.findByRole('textbox', { name: 'Message' })
  const chooser = container.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(chooser, new File([], 'Empty.txt', { type: 'text/plain' }))
  expect(await screen.findByText('Empty.txt is empty.')).toBeVisible()
  const large = Object.defineProperty(new File(['x'], 'Season.pdf', { type: 'application/pdf' }), 'size', {
    value: 25_000_001,
  })
  // The other selected files are uploaded.
  await user.upload(chooser, [large, new File(['x'], 'Rules.txt', { type: 'text/plain' })])
  expect(await screen.findByText('Season.pdf is larger than 25 MB.')).toBeVisible()
  await screen.findByText(/^Not sent\./)
  await user.type(field, 'Here are the rules{Enter}')
  expect(screen.getByRole('button', { name: 'Send' })).toHaveAccessibleDescription(
    'A file was not sent. Try again or remove it.',
  )
  // The error is below the field, which keeps its width.
  expect(field.parentElement).not.toHaveTextContent('A file was not sent')
  expect(server.asked(SEND)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Remove Rules.txt' }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(1))
})
