import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import PlayerTasksScreen from '#web/assignments/PlayerTasksScreen.tsx'
import { advanceTime, type FakeAnswers, clockFrom, showScreen, standInServer } from '../fakeServer.tsx'
import { playersAndTeams } from '../people.ts'
import { assignmentId, at, danley, myTask, playerTask } from './tasks.ts'

const server = standInServer()
beforeEach(() => clockFrom(Date.now()))
const TASK = 'GET /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'
const SAVE = 'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'
const saved = { state: 'STARTED', share: 50, changedAt: '2026-11-21T18:00:00Z', revision: 1 } as const
const question = { description: '', answers: [], optional: true }
const waiver = (description: string) =>
  ({ ...question, id: 'sign', answerType: 'WAIVER', questionTitle: 'I agree', description }) as const
const text = (id: string, questionTitle: string) => ({ ...question, id, answerType: 'TEXT', questionTitle }) as const
const before = playerTask({ updateFormList: [text('food', 'Food'), text('ride', 'Ride'), waiver('We take care.')] })
const now = playerTask({ updateFormList: [text('food', 'Food'), waiver('Nobody is liable.')] })
now.assignment.taskVersion = 1

const sent = () =>
  server.asked(SAVE).map(({ body }) => body as { taskVersion: number; response: { answers: object }; done: boolean })
/** Opens a task that a coach changes after it was read. */
async function open(more: FakeAnswers = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({ players: [{ id: danley, name: 'Danley', orgUnits: [] }] }),
    'GET /rest-api/assignment/player/{playerId}': { assignments: [myTask()], cursor: null, today: '2026-11-21' },
    [TASK]: () => (sent().length === 0 ? before : now),
    [SAVE]: ({ body }) => {
      if ((body as { taskVersion: number }).taskVersion < 1) throw new Problem('task_changed')
      return saved
    },
    ...more,
  })
  const { user } = showScreen(<PlayerTasksScreen />, { ...at.family, at: `${at.family.at}?task=${assignmentId}` })
  return { user, shown: within(await screen.findByRole('dialog')) }
}
const value = (field: HTMLElement) => (field as HTMLInputElement).value

it('shows the changed task with the input, which has to be signed again', async () => {
  const { user, shown } = await open()
  await user.type(await shown.findByRole('textbox', { name: 'Food' }), 'Pasta')
  await user.type(shown.getByRole('textbox', { name: 'Ride' }), 'By bus')
  await user.type(shown.getByRole('textbox', { name: 'I agree' }), 'Rosa')
  await advanceTime(1000)
  await shown.findByText(/^The coach has changed this task since you/)
  await shown.findByText('Nobody is liable.')
  expect(['Food', 'I agree'].map((name) => value(shown.getByRole('textbox', { name })))).toEqual(['Pasta', ''])
  // Answers to removed questions are still shown.
  expect(shown.getByText('By bus')).toBeDefined()
  act(() => void window.dispatchEvent(new Event('online')))
  await advanceTime(20_000)
  expect(sent().map(({ taskVersion }) => taskVersion)).toEqual([0])
  expect(localStorage.getItem(`touchline.of.user-1.task.${assignmentId}/${danley}`)).toMatch(/Pasta.*By bus.*Rosa/)
  await user.click(shown.getByRole('button', { name: 'Save these answers' }))
  await shown.findByText('Saved')
  expect(sent().at(-1)).toMatchObject({ taskVersion: 1, response: { answers: { food: ['Pasta'] } }, done: false })
  expect(sent().at(-1)?.response.answers).not.toHaveProperty('sign')
  expect(shown.getByText('By bus')).toBeDefined()
})

it('does not send a signature given offline before the changed task was reviewed', async () => {
  const response = { answers: { food: ['Pasta'], sign: ['Rosa Moreno'] }, lines: [] }
  const kept = JSON.stringify({ saveId: 'kept-save', revision: 0, response, done: true })
  localStorage.setItem(`touchline.of.user-1.task.${assignmentId}/${danley}`, kept)
  const { user, shown } = await open({ [TASK]: now })
  await shown.findByText(/^The coach has changed this task since you/)
  await waitFor(() => expect(value(shown.getByRole('textbox', { name: 'I agree' }))).toBe(''))
  // Before the task was opened, the answers were sent with the old task version, which the server rejects.
  expect(sent().map(({ taskVersion }) => taskVersion)).toEqual([0])
  await user.type(shown.getByRole('textbox', { name: 'Food' }), '!')
  await advanceTime(1000)
  await shown.findByText('Saved')
  expect(sent().slice(1)).toMatchObject([{ taskVersion: 1, response: { answers: { food: ['Pasta!'] } }, done: false }])
  expect(sent().at(-1)?.response.answers).not.toHaveProperty('sign')
})
