import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { show, standInServer } from '../answering.tsx'
import { organizationId } from '../people.ts'
import { chat, conversationSid, path } from './talk.ts'

const server = standInServer()
const CREATE = 'POST /rest-api/chat/create/dm'

it('is the same group where it is sent again, also once others are chosen; then what stands is opened, and that is said', async () => {
  let hasSignal = false
  const people = ['Xenia', 'Yara', 'Zoe'].map((name) => ({
    userId: name.toLowerCase(),
    name,
    staff: false,
    minor: false,
    teams: [],
  }))
  server.answers({
    ...chat([]),
    'GET /rest-api/chat-user/available-orgs': [{ orgId: organizationId, orgName: 'Athletic' }],
    'GET /rest-api/chat-user/available-participants': { status: 'success', data: { chatParticipants: people } },
    [CREATE]: () => {
      if (!hasSignal) throw new TypeError('Failed to fetch')
      return { conversationSid, before: true }
    },
  })
  const { user } = show(<ChatScreen />, { path, at: '/chat' })
  await user.click(await screen.findByRole('button', { name: 'New conversation' }))
  const dialog = within(await screen.findByRole('dialog'))
  const tick = async (...names: string[]) => {
    for (const name of names) await user.click(await dialog.findByRole('checkbox', { name: new RegExp(name) }))
  }
  const begin = async (times: number) => {
    await user.click(dialog.getByRole('button', { name: 'Begin' }))
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
  expect(await screen.findByText(/This conversation was begun before/)).toBeVisible()
})
