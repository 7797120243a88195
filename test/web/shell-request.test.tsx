import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { screenChunks, Selector } from '#web/chunks.ts'
import { NoResponse, standInServer } from './fakeServer.tsx'
import { coachOf, playersAndTeams, today } from './people.ts'
import { open } from './shell-open.tsx'

const server = standInServer()
const ASK = 'POST /api/v1/requestAccessToTeam'
/** Differs from our own message, so that a match can only come from the server. */
const sentence = 'Coach Carmen has it.'
const failure = 'Error requesting access, please reach out to your coach directly.'

// Loads the chunks first, which is slow on a busy machine and not what is tested.
beforeAll(() => Promise.all([Selector.prefetch(), screenChunks.today.prefetch()]))
beforeEach(() => server.answers({ 'GET /api/v1/today': today() }))

/** Opens the selector with the request form. */
async function openForm(data = playersAndTeams(), title = 'SELECT A TEAM') {
  server.answers({ 'GET /api/v1/playersAndTeams': data })
  const { user } = open('/today')
  await user.click(await screen.findByRole('button', { name: title }))
  const dialog = await screen.findByRole('dialog', { name: 'Players and teams' })
  await user.click(within(dialog).getByRole('button', { name: 'Request access to a team' }))
  const email = within(dialog).getByRole('textbox', { name: "Coach's e-mail" })
  const name = within(dialog).getByRole('textbox', { name: "Team's name" })
  const send = () => user.click(within(dialog).getByRole('button', { name: 'Send request' }))
  return { user, dialog, email, name, send }
}

describe('requesting access to a team in the selector', () => {
  test.each([
    ['a user without players and teams', playersAndTeams(), 'SELECT A TEAM'],
    ['a coach', coachOf(), 'U12 Falcons'],
  ])('is offered to %s', async (_, data, title) => {
    server.answers({ 'GET /api/v1/playersAndTeams': data })
    const { user } = open('/today')
    await user.click(await screen.findByRole('button', { name: title }))
    const dialog = await screen.findByRole('dialog', { name: 'Players and teams' })
    expect(within(dialog).getByRole('button', { name: 'Request access to a team' })).not.toBeNull()
  })

  test('asks once before discarding the input, on closing the form or choosing a team', async () => {
    const { user, email, dialog } = await openForm(coachOf(), 'U12 Falcons')
    await user.type(email, 'coach@club.example')
    const leave = (answer: 'Stay' | 'Leave') => screen.findByRole('button', { name: answer }).then(user.click)
    await user.keyboard('{Escape}')
    await leave('Stay')
    await user.click(within(dialog).getByRole('button', { name: 'U12 Falcons' }))
    await leave('Stay')
    expect(email).toHaveValue('coach@club.example')
    await user.click(within(dialog).getByRole('button', { name: 'U12 Falcons' }))
    await leave('Leave')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('sends the coach’s email and the team’s name, and shows the server’s message', async () => {
    const { user, dialog, email, name, send } = await openForm()
    server.answers({ [ASK]: { success: true, message: sentence } })
    expect(document.activeElement).toBe(email)
    await user.type(email, 'coach@club.example')
    await user.type(name, 'U12 Falcons')
    await send()
    const told = await within(dialog).findByText(sentence)
    expect(told.getAttribute('role')).toBe('status')
    expect(server.asked(ASK).map(({ body }) => body)).toEqual([
      { email: 'coach@club.example', teamName: 'U12 Falcons' },
    ])
    expect(document.activeElement?.textContent).toBe('Request access again')
  })

  test.each([
    ['a rejection', new Problem('too_many_requests')],
    ['no response', new NoResponse()],
    ['an error', new Problem('internal')],
  ])('shows a snackbar after %s and keeps the input', async (_, refusal) => {
    const { user, email, name, send } = await openForm()
    server.answers({
      [ASK]: () => {
        throw refusal
      },
    })
    await user.type(email, 'coach@club.example')
    await user.type(name, 'U12 Falcons')
    await send()
    const told = await screen.findByText(failure)
    expect(told.closest('[role="alert"]')).not.toBeNull()
    expect(told.closest('li')?.className).toContain('danger')
    expect([email, name].map((input) => (input as HTMLInputElement).value)).toEqual([
      'coach@club.example',
      'U12 Falcons',
    ])
  })

  test('shows validation errors at the fields and sends nothing', async () => {
    const { user, email, name, send } = await openForm()
    await user.type(email, 'coach')
    await send()
    expect(email).toHaveAccessibleDescription('Invalid e-mail.')
    expect(name).toHaveAccessibleDescription('Required.')
    await user.type(name, 'x'.repeat(65))
    expect(name).toHaveAccessibleDescription('Max Characters: 64')
    expect(server.asked(ASK)).toEqual([])
  })
})
