import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { startTexts } from '#web/i18n.ts'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { NoResponse, showScreen, standInServer } from '../fakeServer.tsx'
import { card, coachOf, invite, organizationId, playerId, playersAndTeams, teamId, today } from '../people.ts'

const server = standInServer()
const ASK = 'POST /api/v1/requestInvite'
/** Differs from our own message, so that a match can only come from the server. */
const sentence = 'Coach Carmen has it.'
const mine = { id: playerId('a'), name: 'Danley', orgUnits: [] }
const runs = () => {
  const [club] = coachOf().organizations
  return playersAndTeams({ organizations: club ? [{ ...club, orgAdmin: true, permissions: ['canEditTeam'] }] : [] })
}

/** Opens Today with the request form. */
async function openForm() {
  server.answers({
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': playersAndTeams(),
    'GET /rest-api/chat/unread-count': { unreadCount: 0 },
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await screen.findByRole('button', { name: 'Request access' }))
  const box = screen.getByRole('region', { name: 'Not seeing your player listed?' })
  const email = within(box).getByRole('textbox', { name: "Coach's e-mail" })
  const name = within(box).getByRole('textbox', { name: "Player's name" })
  const send = () => user.click(within(box).getByRole('button', { name: 'Send request' }))
  return { user, box, email, name, send }
}

it.each([
  ['without events', today(), playersAndTeams()],
  ['with a player', today(card(invite('danley'))), playersAndTeams()],
  [
    'who is a coach and has a player',
    today(card(null)),
    { ...coachOf(), players: [{ id: playerId('a'), name: 'Danley', orgUnits: [] }] },
  ],
  ['who is a coach without a player', today(card(null)), coachOf()],
  ['who is an administrator without a player', today(), runs()],
])('is offered below the cards to a user %s', async (_who, day, own) => {
  server.answers({
    'GET /api/v1/today': day,
    'GET /api/v1/playersAndTeams': own,
    'GET /rest-api/chat/unread-count': { unreadCount: 0 },
    'GET /rest-api/today/requests': { requests: [] },
  })
  showScreen(<TodayScreen />)
  // It is in a chunk of its own, which loads slowly on a busy machine.
  await screen.findByRole('heading', { name: 'Not seeing your player listed?' }, { timeout: 10_000 })
  expect(screen.getAllByRole('heading').at(-1)?.textContent).toBe('Not seeing your player listed?')
})

it.each([
  ['their team', coachOf(), `/${organizationId}/${teamId}/calendar`],
  ['their club', runs(), `/${organizationId}/calendar`],
  ['the family if they also have a player', { ...runs(), players: [mine] }, '/calendar'],
])('links a coach from Today to the calendar of %s', async (_whose, own, calendar) => {
  server.answers({
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': own,
    'GET /rest-api/today/requests': { requests: [] },
  })
  showScreen(<TodayScreen />)
  const link = await screen.findByRole('link', { name: 'View Upcoming Events' }, { timeout: 10_000 })
  expect(link).toHaveAttribute('href', calendar)
})

it('shows no calendar link to a user without players and clubs', async () => {
  server.answers({ 'GET /api/v1/today': today(), 'GET /api/v1/playersAndTeams': playersAndTeams() })
  showScreen(<TodayScreen />)
  await screen.findByRole('link', { name: 'Have your own team?' }, { timeout: 10_000 })
  expect(screen.queryByRole('link', { name: 'View Upcoming Events' })).toBeNull()
})

it('sends the coach’s email and the player’s name, and shows the server’s message', async () => {
  const { user, email, name, box, send } = await openForm()
  server.answers({ [ASK]: { success: true, message: sentence } })
  expect(document.activeElement).toBe(email)
  await user.type(email, 'coach@club.example')
  await user.type(name, 'Danley Jean Jacques')
  await send()
  expect((await screen.findByText(sentence)).getAttribute('role')).toBe('status')
  expect(server.asked(ASK).map(({ body }) => body)).toEqual([
    { email: 'coach@club.example', playerName: 'Danley Jean Jacques' },
  ])
  expect(within(box).queryByRole('textbox')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Request access again')
  await user.click(screen.getByRole('button', { name: 'Request access again' }))
  expect(screen.queryByText(sentence)).toBeNull()
  expect(within(box).getByRole<HTMLInputElement>('textbox', { name: "Player's name" }).value).toBe('')
})

it('shows the message in the user’s language where that differs from the server’s', async () => {
  const { user, email, name, send } = await openForm()
  server.answers({ [ASK]: { success: true, message: sentence } })
  await user.type(email, 'coach@club.example')
  await user.type(name, 'Danley')
  await startTexts(['es-MX'])
  await send()
  expect(await screen.findByText('Le enviamos tu solicitud al entrenador.')).toBeVisible()
  await startTexts(['en-US'])
})

it.each([
  ['', '', 'Required.', 'Required.'],
  ['  ', 'Danley', 'Required.', ''],
  ['coach', 'Danley', 'Invalid e-mail.', ''],
  ['coach@club', 'Danley', 'Invalid e-mail.', ''],
  ['co ach@club.example', 'Danley', 'Invalid e-mail.', ''],
  ['coach@club.example', 'x'.repeat(65), '', 'Max Characters: 64'],
])('shows validation errors for “%s” and “%s”, and sends nothing', async (address, player, first, second) => {
  const { user, email, name, send } = await openForm()
  if (address) await user.type(email, address)
  if (player) await user.type(name, player)
  expect(email).toHaveAccessibleDescription('')
  await send()
  expect(email).toHaveAccessibleDescription(first)
  expect(name).toHaveAccessibleDescription(second)
  expect(email.getAttribute('aria-invalid')).toBe(String(first !== ''))
  expect(document.activeElement).toBe(first ? email : name)
  expect(server.asked(ASK)).toEqual([])
  await user.clear(first ? email : name)
  await user.type(first ? email : name, first ? 'coach@club.example' : 'Danley')
  expect(first ? email : name).toHaveAccessibleDescription('')
})

it('shows the server’s error, keeps the input and can be retried', async () => {
  const { user, email, name, send, box } = await openForm()
  let refusal: Error = new Problem('too_many_requests')
  server.answers({
    [ASK]: () => {
      throw refusal
    },
  })
  await user.type(email, 'coach@club.example')
  await user.type(name, 'Danley')
  await send()
  const alert = await within(box).findByRole('alert')
  expect(alert.textContent).toBe('You have sent many requests today. Please try again tomorrow, or call your coach.')
  refusal = new NoResponse()
  await send()
  await waitFor(() => expect(within(box).getByRole('alert').textContent).toMatch(/^No connection/))
  server.answers({ [ASK]: { success: true, message: sentence } })
  await send()
  await screen.findByText(sentence)
  expect(server.asked(ASK).at(-1)?.body).toEqual({ email: 'coach@club.example', playerName: 'Danley' })
})

it('is sent once, however often it is submitted', async () => {
  const { user, email, name, send } = await openForm()
  const arrived = Promise.withResolvers<{ success: boolean; message: string }>()
  server.answers({ [ASK]: () => arrived.promise })
  await user.type(email, 'coach@club.example')
  await user.type(name, 'Danley{Enter}')
  await send()
  await user.type(name, '{Enter}')
  arrived.resolve({ success: true, message: sentence })
  await screen.findByText(sentence)
  expect(server.asked(ASK)).toHaveLength(1)
})

it('closes without a request and restores the focus', async () => {
  const { user, box } = await openForm()
  await user.click(within(box).getByRole('button', { name: 'Close' }))
  expect(document.activeElement?.textContent).toBe('Request access')
  expect(server.asked(ASK)).toEqual([])
})

it('lists past requests with their outcome', async () => {
  const asked = {
    id: 'a',
    to: 'coach@club.example',
    playerName: 'Danley',
    teamName: null,
    askedAt: '2026-11-20T18:00:00Z',
  }
  server.answers({
    'GET /api/v1/today': today(),
    'GET /rest-api/today/my-requests': {
      requests: [
        { ...asked, state: 'waiting' },
        { ...asked, id: 'b', state: 'granted' },
        { ...asked, id: 'c', playerName: null, teamName: 'U12 Falcons', state: 'declined' },
      ],
    },
  })
  showScreen(<TodayScreen />)
  const list = await screen.findByRole('list', { name: 'Your requests' }, { timeout: 10_000 })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'You asked coach@club.example on Fri 20 Nov about Danley. No answer yet.',
    'You asked coach@club.example on Fri 20 Nov about Danley. You have been given access.',
    'You asked coach@club.example on Fri 20 Nov about U12 Falcons. The coach declined.',
  ])
})

it('asks before Close discards input', async () => {
  const { user, box, name } = await openForm()
  await user.type(name, 'Danley')
  const close = async (answer: string) => {
    await user.click(within(box).getByRole('button', { name: 'Close' }))
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await user.click(question.getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await close('Stay')
  expect(name).toHaveValue('Danley')
  await close('Leave')
  expect(within(box).queryByRole('textbox')).toBeNull()
})
