import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import PlayerTasksScreen from '#web/assignments/PlayerTasksScreen.tsx'
import { advanceTime, type FakeAnswers, clockFrom, NoResponse, showScreen, standInServer } from '../fakeServer.tsx'
import { assignmentId, at, form, myTask, playerTask } from './tasks.ts'

const server = standInServer()
beforeEach(() => clockFrom(Date.now()))
afterEach(() => vi.restoreAllMocks())
const SAVE = 'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'
const saved = { state: 'DONE', share: 100, changedAt: '2026-11-21T18:00:00Z', revision: 1 } as const

/** Simulates storage that is full for tasks. */
const isFull = () => {
  const setItem = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, text) {
    if (name.includes('.task.')) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, name, text)
  })
}
async function open(more: FakeAnswers = {}) {
  server.answers({
    'GET /rest-api/assignment/player/{playerId}': { assignments: [myTask()], cursor: null, today: '2026-11-21' },
    'GET /rest-api/assignment/task-response/{assignmentId}/player/{playerId}': playerTask(form),
    [SAVE]: saved,
    ...more,
  })
  const { user, unmount } = showScreen(<PlayerTasksScreen />, {
    ...at.family,
    at: `${at.family.at}?task=${assignmentId}`,
  })
  const shown = within(await screen.findByRole('dialog'))
  return { user, shown, unmount, runs: await shown.findByRole('textbox', { name: 'How many runs?' }) }
}
const sent = () => server.asked(SAVE).map(({ body }) => body)

it('sends answers when the device’s storage is full, and confirms them only then', async () => {
  isFull()
  const { user, shown, runs } = await open()
  await user.type(runs, '3')
  await user.click(shown.getByRole('radio', { name: 'No' }))
  await user.click(shown.getByRole('button', { name: 'Send to the coach' }))
  await shown.findByText('Done. The coach has your answers.')
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ done: true }))
  expect(sent().at(-1)).toMatchObject({ response: { answers: { runs: ['3'], hurt: ['No'] } } })
})

it('sends the latest input, not what was stored before the storage was full', async () => {
  const { user, shown, runs } = await open()
  await user.type(runs, '3')
  isFull()
  await user.type(runs, '4')
  await advanceTime(1000)
  await shown.findByText('Saved')
  expect(sent()).toMatchObject([{ response: { answers: { runs: ['34'] } } }])
})

it('says offline that only the page holds the answers, and sends them when online after the dialog was closed', async () => {
  isFull()
  const { user, shown, runs } = await open({
    [SAVE]: () => {
      throw new NoResponse()
    },
  })
  await user.type(runs, '3')
  await user.click(shown.getByRole('radio', { name: 'No' }))
  await user.click(shown.getByRole('button', { name: 'Send to the coach' }))
  await shown.findByText(/^Not sent yet, and this device has no room to save it\./)
  expect(shown.queryByText('Done. The coach has your answers.')).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  server.answers({ [SAVE]: saved })
  const before = sent().length
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(sent()).toHaveLength(before + 1))
  expect(sent().at(-1)).toMatchObject({ response: { answers: { runs: ['3'], hurt: ['No'] } }, done: true })
})
