import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { address, NoResponse, showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, teamId } from '../people.ts'
import { open as openProduct } from '../shell-open.tsx'
import {
  at,
  chat,
  conversationSid,
  LIST,
  conversationSummary,
  type Message,
  MESSAGES,
  message,
  path,
  person,
  READ,
  SEND,
  participant,
  participants,
} from './talk.ts'

const server = standInServer()
const CLUBS = 'GET /rest-api/chat-user/available-orgs'
const PEOPLE = 'GET /rest-api/chat-user/available-participants'

const open = () => showScreen(<ChatScreen />, { path, at })

it('lists conversations, marks unread ones, and opens one', async () => {
  server.answers({
    ...chat([message(2, 'Who drives?'), message(1, 'Game on Saturday')]),
    'GET /rest-api/chat/unread-count': { unreadCount: 2 },
    'GET /api/v1/playersAndTeams': {
      players: [{ id: `${organizationId}.p0000000000a`, name: 'Mia', orgUnits: [] }],
      following: [],
      organizations: [],
    },
  })
  const { user } = openProduct('/chat')
  const row = await screen.findByRole('link', { name: /U12 Falcons.*Carmen: Who drives\?.*2 unread messages/ })
  await screen.findByRole('link', { name: 'Chat 2 unread in chat', hidden: true })
  await user.click(row)
  const log = await screen.findByRole('log')
  expect(
    within(log)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['New', expect.stringContaining('Game on Saturday'), expect.stringContaining('Who drives?')])
  await waitFor(() => expect(server.calls).toContainEqual(expect.objectContaining({ key: READ, body: { seq: 2 } })))
  // No message is part of the screen's snapshot.
  expect(screen.getAllByText(/Who drives|Game on/).filter((each) => !each.closest('[data-unkept]'))).toEqual([])
})

it('omits names of other people from the screen’s snapshot', async () => {
  server.answers({
    ...chat([]),
    [LIST]: { conversations: [conversationSummary({ type: 'direct', friendlyName: 'Carmen Coach' })], noChatIn: [] },
  })
  showScreen(<ChatScreen />, { path, at: '/chat' })
  expect((await screen.findAllByText('Carmen Coach')).filter((each) => !each.closest('[data-unkept]'))).toEqual([])
})

it('names an unnamed group by its other members, in the list and the heading', async () => {
  const firstNames = ['Carla', 'Paula', 'Eva', 'Leo']
  const nameless = { type: 'group', friendlyName: '', firstNames } as const
  const two = { ...nameless, conversationSid: `${teamId}.c0000000000b`, firstNames: ['Carla', 'Eva'] }
  const alone = { ...nameless, conversationSid: `${teamId}.c0000000000c`, firstNames: [] }
  server.answers({
    ...chat([message(1, 'Hello')], nameless),
    [LIST]: {
      conversations: [conversationSummary(nameless), conversationSummary(two), conversationSummary(alone)],
      noChatIn: [],
    },
  })
  open()
  expect(await screen.findByRole('heading', { name: 'Carla, Paula and 2 more' })).toBeVisible()
  for (const name of [/^Carla, Paula and 2 more/, /^Carla and Eva/, /^Group/])
    expect(await screen.findByRole('link', { name })).toBeVisible()
})

it('opened with a player starts a conversation with their family; with a user, with them', async () => {
  const people = {
    status: 'success' as const,
    data: { chatParticipants: [{ userId: 'lea', name: 'Lea Moreno', staff: false, minor: false, teams: [] }] },
  }
  server.answers({
    ...chat([]),
    [CLUBS]: [{ orgId: organizationId, orgName: 'Springfield FC' }],
    [PEOPLE]: people,
    [`${PEOPLE}/players`]: people,
  })
  const playerId = `${organizationId}.p0000000000a`
  const ofPlayer = showScreen(<ChatScreen />, { path, at: `/chat?orgId=${organizationId}&playerId=${playerId}` })
  const dialog = await screen.findByRole('dialog', { name: 'New conversation' })
  await within(dialog).findByText('Lea Moreno')
  expect(server.asked(`${PEOPLE}/players`).map(({ query }) => query)).toEqual([{ playerIds: playerId }])
  ofPlayer.unmount()
  showScreen(<ChatScreen />, { path, at: `/chat?orgId=${organizationId}&userId=lea` })
  expect(await screen.findByRole<HTMLInputElement>('checkbox', { name: /Lea Moreno/ })).toBeChecked()
})

it('starts no conversation with a player’s family in a club that has chat turned off', async () => {
  server.answers({ ...chat([]), [CLUBS]: [{ orgId: 'o0000000000z', orgName: 'Another club' }] })
  const playerId = `${organizationId}.p0000000000a`
  showScreen(<ChatScreen />, { path, at: `/chat?orgId=${organizationId}&playerId=${playerId}` })
  const dialog = within(await screen.findByRole('dialog', { name: 'New conversation' }))
  expect(await dialog.findByText('Chat is turned off here.')).toBeVisible()
  expect(dialog.queryByText('Another club')).toBeNull()
})

it('sends messages written offline when online, once each and in order', async () => {
  const stored: Message[] = []
  let isThere = false
  server.answers({
    ...chat([]),
    [MESSAGES]: () => ({ messages: stored.toReversed(), cursor: null }),
    [SEND]: ({ body }) => {
      if (!isThere) throw new NoResponse()
      const { messageSid, text } = body as { messageSid: string; text: string }
      const sent = message(stored.length + 1, text, { messageSid, userId: 'user-1' })
      if (!stored.some((each) => each.messageSid === messageSid)) stored.push(sent)
      return sent
    },
  })
  const { user } = open()
  const field = await screen.findByRole('textbox', { name: 'Message' })
  for (const text of ['First', 'Second']) {
    await user.type(field, text)
    await user.click(screen.getByRole('button', { name: 'Send' }))
  }
  const waiting = await screen.findByRole('list', { name: 'Not sent yet' })
  expect(within(waiting).getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('link', { name: /U12 Falcons.*Not sent yet/ })).toBeVisible()
  isThere = true
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull())
  expect(stored.map(({ text }) => text)).toEqual(['First', 'Second'])
})

it('keeps a rejected message with the reason until it is sent again or discarded', async () => {
  server.answers({
    ...chat([]),
    [SEND]: () => {
      throw new Problem('chat_stopped')
    },
  })
  const { user } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Hello')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const waiting = await screen.findByRole('list', { name: 'Not sent yet' })
  await within(waiting).findByText(/until a second adult/)
  await user.click(within(waiting).getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull()
})

it('keeps a draft, and sends no text beyond the limit', async () => {
  server.answers(chat([]))
  const first = open()
  await first.user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Half a sen')
  first.unmount()
  const { user } = open()
  const field = await screen.findByRole('textbox', { name: 'Message' })
  expect((field as HTMLTextAreaElement).value).toBe('Half a sen')
  await user.clear(field)
  await user.click(field)
  await user.paste('x'.repeat(2001))
  await screen.findByText(/2001 of 2000 characters/)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(server.calls.filter(({ key }) => key === SEND)).toEqual([])
})

it('shows web addresses as links, and other markup as text', async () => {
  server.answers(chat([message(1, 'See https://club.example/a?b=1. <b>x</b> javascript:alert(1)')]))
  open()
  const link = await screen.findByRole('link', { name: 'https://club.example/a?b=1' })
  expect(link.getAttribute('rel')).toContain('noopener')
  expect(screen.getByRole('log').textContent).toContain('<b>x</b> javascript:alert(1)')
  expect(within(screen.getByRole('log')).getAllByRole('link')).toHaveLength(1)
})

it('says why nobody can write, and still allows reporting messages', async () => {
  server.answers(chat([message(1, 'Bye'), message(2, 'Mine', { userId: 'user-1' })], { stopped: 'chat_stopped' }))
  const { user } = open()
  await screen.findByText(/until a second adult or the child’s own guardian/)
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Actions for the message from/ }))
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  expect(items.map(({ textContent }) => textContent)).toEqual(['Report'])
})

it('starts a conversation in one of several clubs, sorted by name', async () => {
  server.answers({
    ...chat([]),
    [CLUBS]: [
      { orgId: 'o0000000000b', orgName: 'Zephyr' },
      { orgId: organizationId, orgName: 'Athletic' },
    ],
    [PEOPLE]: participants(
      participant('carmen', 'Carmen Coach', { staff: true }),
      participant('kid', 'Mia', { minor: true }),
    ),
    'POST /rest-api/chat/create/dm': { conversationSid },
  })
  const { user } = showScreen(<ChatScreen />, { path, at: '/chat' })
  await user.click(await screen.findByRole('button', { name: 'New conversation' }))
  const dialog = await screen.findByRole('dialog')
  const club = await within(dialog).findByRole('combobox', { name: 'Club' })
  expect([...club.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['Athletic', 'Zephyr'])
  await user.click(await within(dialog).findByRole('checkbox', { name: /Mia/ }))
  await within(dialog).findByText(/never alone with one adult/)
  await user.click(within(dialog).getByRole('button', { name: 'Start' }))
  await screen.findByRole('textbox', { name: 'Message' })
  const made = server.calls.find(({ key }) => key === 'POST /rest-api/chat/create/dm')
  expect(made?.body).toMatchObject({ organizationId, userIds: ['kid'] })
})

it('starts a conversation in the club and team of its address, and opens it there', async () => {
  server.answers({
    ...chat([]),
    'GET /api/v1/playersAndTeams': {
      ...coachOf(),
      organizations: coachOf().organizations.map((club) => ({
        ...club,
        permissions: ['chatEnabled'],
        teams: [...club.teams, { id: `${organizationId}.t0000000000b`, name: 'U14 Otters', permissions: [] }],
      })),
    },
    [CLUBS]: [
      { orgId: 'o0000000000b', orgName: 'Athletic' },
      { orgId: organizationId, orgName: 'Riverside FC' },
    ],
    [`${PEOPLE}/teams`]: participants(participant('lea', 'Lea Moreno')),
    [PEOPLE]: participants(participant('lea', 'Lea Moreno'), participant('anders', 'Anders Berg')),
    'POST /rest-api/chat/create/dm': { conversationSid },
  })
  const { user } = showScreen(<ChatScreen />, { path, at: `/${organizationId}/${teamId}/chat` })
  await user.click(await screen.findByRole('button', { name: 'New conversation' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('combobox', { name: 'Club' })).toHaveValue(organizationId)
  expect(dialog.getByRole('combobox', { name: 'Team' })).toHaveValue(teamId)
  await user.click(await dialog.findByRole('checkbox', { name: /Lea Moreno/ }))
  expect(server.asked(`${PEOPLE}/teams`).map(({ query }) => query)).toEqual([{ teamIds: teamId }])
  expect(server.asked(PEOPLE)).toEqual([])
  // The selected person stays selected among all members of the club.
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Team' }), 'All teams')
  await user.click(await dialog.findByRole('checkbox', { name: /Anders Berg/ }))
  await user.click(dialog.getByRole('button', { name: 'Start' }))
  await screen.findByRole('textbox', { name: 'Message' })
  const [made] = server.asked('POST /rest-api/chat/create/dm')
  expect(made?.body).toMatchObject({ organizationId, userIds: ['lea', 'anders'] })
  expect(address()).toBe(`/${organizationId}/${teamId}/chat/${conversationSid}`)
})

it('shows a rejected group name at its field', async () => {
  server.answers({
    ...chat([]),
    [CLUBS]: [{ orgId: organizationId, orgName: 'Athletic' }],
    [PEOPLE]: participants(participant('carmen', 'Carmen Coach'), participant('lea', 'Lea Moreno')),
    'POST /rest-api/chat/create/dm': { conversationSid },
  })
  const { user } = showScreen(<ChatScreen />, { path, at: '/chat' })
  await user.click(await screen.findByRole('button', { name: 'New conversation' }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const each of [/Carmen/, /Lea/]) await user.click(await dialog.findByRole('checkbox', { name: each }))
  const name = dialog.getByRole('textbox', { name: 'Conversation name' })
  const begin = () => user.click(dialog.getByRole('button', { name: 'Start' }))
  await user.type(name, '   ')
  await begin()
  expect(name).toHaveAccessibleDescription(/Please type a name for your conversation/)
  await user.clear(name)
  await user.paste('x'.repeat(65))
  await begin()
  expect(name).toHaveAccessibleDescription(/Max Characters: 64/)
  expect(server.asked('POST /rest-api/chat/create/dm')).toEqual([])
  await user.clear(name)
  await begin()
  await screen.findByRole('textbox', { name: 'Message' })
  expect(server.asked('POST /rest-api/chat/create/dm')[0]?.body).not.toHaveProperty('friendlyName')
})

it('shows pictures of authors, and of the other person in the list', async () => {
  const people = [person('user-1', 'Ann'), person('carmen', 'Carmen Coach', { avatarUrl: '/avatar/drawn?v=1' })]
  server.answers({
    ...chat([message(1, 'Hi')], { people }),
    [LIST]: { conversations: [conversationSummary({ userId: 'lea', avatarUrl: '/avatar/other?v=2' })], noChatIn: [] },
  })
  open()
  const list = await screen.findByRole('region', { name: 'Conversations' })
  await screen.findByText('Carmen Coach')
  const shown = (place: Element) => [...place.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  expect(shown(await screen.findByRole('log'))).toEqual(['/avatar/drawn?v=1'])
  expect(shown(list)).toEqual(['/avatar/other?v=2'])
})

it('shows an error when participants fail to load, and can be retried', async () => {
  let broken = true
  server.answers({
    ...chat([]),
    [CLUBS]: [{ orgId: organizationId, orgName: 'Athletic' }],
    [PEOPLE]: () => {
      if (broken) throw new Problem('busy')
      return participants(participant('carmen', 'Carmen Coach'))
    },
  })
  const { user } = showScreen(<ChatScreen />, { path, at: '/chat' })
  await user.click(await screen.findByRole('button', { name: 'New conversation' }))
  await screen.findByText('Touchline is busy. Please try again in a moment.')
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('checkbox', { name: /Carmen Coach/ })).toBeVisible()
})
