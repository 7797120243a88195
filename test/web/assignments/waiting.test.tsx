import { act, waitFor, within, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import PlayerTasksScreen from '#web/assignments/PlayerTasksScreen.tsx'
import { names, tasksPrefix } from '#web/session/stored.ts'
import { clearOtherUsers, clearPersonalData } from '#web/session/tokens.ts'
import { address, advanceTime, clockFrom, NoResponse, showScreen, signIn, standInServer } from '../fakeServer.tsx'
import { open as openShell } from '../shell-open.tsx'
import { assignmentId, at, danley, myTask, playerTask } from './tasks.ts'

/** Unsent answers to a task, across an expired session and a throttling gateway. */

const server = standInServer()
beforeEach(() => clockFrom(Date.now()))
afterEach(() => vi.restoreAllMocks())
const SAVE = 'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'
const saved = { state: 'STARTED', share: 50, changedAt: '2026-11-21T18:00:00Z', revision: 1 } as const
const name = `${tasksPrefix('user-1')}${assignmentId}/${danley}`
const sent = () => server.asked(SAVE).map(({ body }) => body as { response: unknown })

function open(query = '') {
  server.answers({
    'GET /rest-api/assignment/player/{playerId}': { assignments: [myTask()], cursor: null, today: '2026-11-21' },
    'GET /rest-api/assignment/task-response/{assignmentId}/player/{playerId}': playerTask(),
  })
  return showScreen(<PlayerTasksScreen />, { ...at.family, at: at.family.at + query })
}
async function tick() {
  const { user, unmount } = open(`?task=${assignmentId}`)
  const shown = within(await screen.findByRole('dialog'))
  await user.click(await shown.findByRole('checkbox', { name: 'Juggle 50 times' }))
  await advanceTime(1000)
  await shown.findByText('Saved on this device. It will be sent as soon as you are back online.')
  return { unmount, shown }
}
const hasNoSignal = () =>
  server.answers({
    [SAVE]: () => {
      throw new NoResponse()
    },
  })

it('are sent once the same user has signed in again after the session ended by itself', async () => {
  hasNoSignal()
  const { unmount } = await tick()
  unmount()
  // Closing the task also sends, which fails offline, too.
  await advanceTime(100)
  clearPersonalData(true)
  expect(localStorage.getItem(name)).not.toBeNull()
  const before = sent().length
  server.answers({ [SAVE]: saved })
  act(() => void window.dispatchEvent(new Event('online')))
  await advanceTime(20_000)
  expect(sent()).toHaveLength(before)
  signIn()
  clearOtherUsers('user-1')
  open()
  await waitFor(() => expect(sent()).toHaveLength(before + 1))
  expect(sent().at(-1)).toMatchObject({ response: { lines: ['juggle'] } })
  await waitFor(() => expect(localStorage.getItem(name)).toBeNull())
})

it('are deleted, unsent, on sign-out or when another user signs in', async () => {
  localStorage.setItem(name, '{}')
  clearPersonalData(true)
  clearOtherUsers('user-10')
  expect(localStorage.getItem(name)).toBeNull()
  localStorage.setItem(name, '{}')
  clearPersonalData()
  expect(localStorage.getItem(name)).toBeNull()
})

it('are not sent as another user who signs in meanwhile', async () => {
  hasNoSignal()
  await tick()
  server.answers({ [SAVE]: saved })
  const before = sent().length
  const client = 'CognitoIdentityServiceProvider.client'
  const claims = { sub: 'user-10', exp: Math.floor(Date.now() / 1000) + 3600 }
  localStorage.setItem(`${client}.LastAuthUser`, 'user-10')
  localStorage.setItem(`${client}.user-10.accessToken`, `e30.${btoa(JSON.stringify(claims))}.signature`)
  act(() => void window.dispatchEvent(new Event('online')))
  await advanceTime(20_000)
  expect(sent()).toHaveLength(before)
})

it.each([429, 408])('are kept after a status %i from the gateway, and sent again', async (status) => {
  server.answers({ [SAVE]: saved })
  let isThrottled = true
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    isThrottled && init?.method === 'POST'
      ? new Response('{"message":"Too Many Requests"}', { status })
      : real(input, init),
  )
  const { shown } = await tick()
  isThrottled = false
  await advanceTime(20_000)
  await shown.findByText('Saved')
  expect(sent()).toMatchObject([{ response: { lines: ['juggle'] } }])
  expect(
    Object.keys(localStorage).filter((each) => each.startsWith(names.personal) && each.includes('.task.')),
  ).toEqual([])
})

describe('logging out with unsent answers', () => {
  const patient = { timeout: 30_000 }
  const waits = { revision: 0, response: { answers: {}, lines: ['juggle'] }, done: false }
  beforeEach(() => localStorage.setItem(name, JSON.stringify({ ...waits, saveId: crypto.randomUUID() })))
  const toLogin = () => waitFor(() => expect(address()).toBe('/login'), patient)

  it('shows a message first, until they are sent', async () => {
    hasNoSignal()
    openShell('/logout')
    const told = { name: 'Your answers to 1 assignment have not been sent yet' }
    expect(await screen.findByRole('heading', told, patient)).toBeVisible()
    await waitFor(() => expect(sent()).not.toEqual([]))
    server.answers({ [SAVE]: saved })
    act(() => void window.dispatchEvent(new Event('online')))
    await toLogin()
    expect(sent().at(-1)).toMatchObject({ response: { lines: ['juggle'] } })
  })

  it.each(['task_changed', 'answered_meanwhile'] as const)(
    'shows a message that a decision is needed: %s',
    async (code) => {
      server.answers({
        [SAVE]: () => {
          throw new Problem(code)
        },
      })
      openShell('/logout')
      await waitFor(() => expect(sent()).not.toEqual([]), patient)
      const told = { name: '1 assignment is waiting for your decision' }
      expect(await screen.findByRole('heading', told, patient)).toBeVisible()
      expect(screen.getByText(/^Open the assignment: it asks you a question/)).toBeVisible()
      expect(screen.queryByText(/sent when this device is online/)).toBeNull()
      await advanceTime(20_000)
      expect(address()).toBe('/logout')
      expect(localStorage.getItem(name)).not.toBeNull()
    },
  )

  it('continues when the server rejects them', async () => {
    server.answers({
      [SAVE]: () => {
        throw new Problem('assignment_closed')
      },
    })
    openShell('/logout')
    await toLogin()
    expect(localStorage.getItem(name)).toBeNull()
  })
})
