import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { faultAt, Problem } from '#shared/problems.ts'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'
import { chat, conversationSid, path } from './talk.ts'

const server = standInServer()
const CREATE = 'POST /rest-api/chat/create/dm'

const people = ['Xenia', 'Yara', 'Zoe'].map((name) => ({
  userId: name.toLowerCase(),
  name,
  staff: false,
  minor: false,
  teams: [],
}))
const choice = {
  ...chat([]),
  'GET /rest-api/chat-user/available-orgs': [{ orgId: organizationId, orgName: 'Athletic' }],
  'GET /rest-api/chat-user/available-participants': {
    status: 'success' as const,
    data: { chatParticipants: people },
  },
}

it('retries with the same group id after other members were chosen, then opens the saved group and says so', async () => {
  let hasSignal = false
  server.answers({
    ...choice,
    [CREATE]: () => {
      if (!hasSignal) throw new TypeError('Failed to fetch')
      return { conversationSid, before: true }
    },
  })
  const { user } = showScreen(<ChatScreen />, { path, at: '/chat' })
  await user.click(await screen.findByRole('button', { name: 'New conversation' }))
  const dialog = within(await screen.findByRole('dialog'))
  const tick = async (...names: string[]) => {
    for (const name of names) await user.click(await dialog.findByRole('checkbox', { name: new RegExp(name) }))
  }
  const begin = async (times: number) => {
    await user.click(dialog.getByRole('button', { name: 'Start' }))
    await waitFor(() => expect(server.asked(CREATE)).toHaveLength(times))
  }
  await tick('Xenia', 'Zoe')
  await begin(1)
  await begin(2)
  await tick('Xenia', 'Yara')
  hasSignal = true
  await begin(3)
  const asked = server.asked(CREATE).map(({ body }) => body as { groupId: string; userIds: string[] })
  expect(asked.map(({ userIds }) => userIds)).toEqual([
    ['xenia', 'zoe'],
    ['xenia', 'zoe'],
    ['zoe', 'yara'],
  ])
  expect(new Set(asked.map(({ groupId }) => groupId)).size).toBe(1)
  expect(await screen.findByText(/This conversation already exists in the form/)).toBeVisible()
})

it('retries with the same group id after the dialog was closed, and uses a new one after success', async () => {
  let isLost = true
  server.answers({
    ...choice,
    [CREATE]: () => {
      if (isLost) throw new TypeError('Failed to fetch')
      return { conversationSid }
    },
  })
  const { user } = showScreen(<ChatScreen />, { path, at: '/chat' })
  const begin = async (times: number) => {
    await user.click(await screen.findByRole('button', { name: 'New conversation' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New conversation' }))
    for (const name of [/Xenia/, /Zoe/]) await user.click(await dialog.findByRole('checkbox', { name }))
    await user.click(dialog.getByRole('button', { name: 'Start' }))
    await waitFor(() => expect(server.asked(CREATE)).toHaveLength(times))
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Start', busy: true })).toBeNull())
    return dialog
  }
  await user.click((await begin(1)).getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  isLost = false
  await begin(2)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New conversation' })).toBeNull())
  await begin(3)
  const ids = server.asked(CREATE).map(({ body }) => (body as { groupId: string }).groupId)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

it('shows the limit of a group, which includes the guardians of children', async () => {
  server.answers({
    ...choice,
    [CREATE]: () => {
      throw new Problem('bad_request', [faultAt('userIds', 'too_many', { limit: 39 })])
    },
  })
  const { user } = showScreen(<ChatScreen />, { path, at: '/chat' })
  await user.click(await screen.findByRole('button', { name: 'New conversation' }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const name of [/Xenia/, /Zoe/]) await user.click(await dialog.findByRole('checkbox', { name }))
  await user.click(dialog.getByRole('button', { name: 'Start' }))
  const why = 'A group can have up to 40 people, including the guardians of children in it.'
  expect(await screen.findByText(why)).toBeVisible()
  expect(dialog.getByRole('checkbox', { name: /Zoe/ })).toBeChecked()
})

it('renders the first 100 people of a large club, and keeps a selected one visible', async () => {
  const many = Array.from({ length: 230 }, (_, i) => ({ ...people[0], userId: `u${i}`, name: `Person ${i}` }))
  const chatParticipants = many.map((each) => ({ ...each, staff: false, minor: false, teams: [] }))
  const route = 'GET /rest-api/chat-user/available-participants'
  server.answers({ ...choice, [route]: { status: 'success', data: { chatParticipants } } })
  const { user } = showScreen(<ChatScreen />, { path, at: `/chat?orgId=${organizationId}&userId=u222` })
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('100 of 230')
  const boxes = () => [...dialog.querySelectorAll<HTMLInputElement>('li input[type="checkbox"]')]
  expect([boxes().length, boxes()[0]?.checked]).toEqual([101, true])
  await user.type(within(dialog).getByRole('searchbox'), '229')
  await waitFor(() => expect(boxes()).toHaveLength(2))
})
