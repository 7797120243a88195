import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import PlayerTasksScreen from '#web/assignments/PlayerTasksScreen.tsx'
import { advanceTime, type FakeAnswers, clockFrom, NoResponse, showScreen, standInServer } from '../fakeServer.tsx'
import { playerId, playersAndTeams } from '../people.ts'
import { assignmentId, at, danley, form, myTask, playerTask, todo } from './tasks.ts'

const server = standInServer()
beforeEach(() => clockFrom(Date.now()))
/** The delay of automatic saving after the last change, in milliseconds. */
const pause = 1000
const MINE = 'GET /rest-api/assignment/player/{playerId}'
const TASK = 'GET /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'
const SAVE = 'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'

const saved = { state: 'STARTED', share: 50, changedAt: '2026-11-21T18:00:00Z', revision: 1 } as const
function open(more: FakeAnswers = {}, query = '') {
  server.answers({
    [MINE]: {
      assignments: [
        myTask({ dueOn: '2026-11-20' }),
        myTask({ id: `${assignmentId}b`, name: 'Read', feedback: 'Good!' }),
      ],
      cursor: null,
      today: '2026-11-21',
    },
    [TASK]: playerTask(),
    [SAVE]: saved,
    ...more,
  })
  return showScreen(<PlayerTasksScreen />, { ...at.family, at: at.family.at + query })
}
const refuses = () => {
  throw new Problem('answered_meanwhile')
}
const dialog = async () => within(await screen.findByRole('dialog'))
const sent = () => server.asked(SAVE).map(({ body }) => body as { response: unknown; revision: number; done: boolean })

it('lists open and overdue assignments with the coach’s feedback', async () => {
  open()
  const list = await screen.findByRole('list', { name: 'Assignments' })
  const [late, other] = within(list).getAllByRole('listitem')
  expect(within(late as HTMLElement).getByText(/was due 11\/20\/2026/)).toBeDefined()
  expect(within(other as HTMLElement).getByText('Coach: Good!')).toBeDefined()
})

it('offers the user’s other players, except for those whose data they may not see', async () => {
  const players = ['Danley', 'Ada', 'Leo'].map((name, i) => ({ id: playerId('abc'[i] ?? ''), name, orgUnits: [] }))
  const [first, second, third] = players as [(typeof players)[0], (typeof players)[0], (typeof players)[0]]
  open({
    'GET /api/v1/playersAndTeams': playersAndTeams({ players: [first, { ...second, lacks: ['sees'] }, third] }),
  })
  const choice = within(await screen.findByRole('combobox', { name: 'Player' }))
  expect(choice.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Danley', 'Leo'])
})

it('saves each checked line, and is done with the last one', async () => {
  const { user } = open({ [SAVE]: ({ body }) => ({ ...saved, revision: (body as { revision: number }).revision + 1 }) })
  await user.click(await screen.findByRole('button', { name: 'Do it: Homework' }))
  const shown = await dialog()
  await user.click(await shown.findByRole('checkbox', { name: 'Juggle 50 times' }))
  await advanceTime(pause)
  await shown.findByText('Saved')
  await user.click(shown.getByRole('checkbox', { name: 'Watch the final' }))
  await advanceTime(pause)
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toMatchObject([
    { revision: 0, done: false, response: { lines: ['juggle'] } },
    { revision: 1, done: true, response: { lines: ['juggle', 'watch'] } },
  ])
})

it('starts with what was just saved when reopened, before it is read again', async () => {
  const { user } = open({
    [TASK]: () => (sent().length === 0 ? playerTask() : new Promise(() => undefined)),
    [SAVE]: ({ body }) => ({ ...saved, revision: (body as { revision: number }).revision + 1 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Do it: Homework' }))
  await user.click(await (await dialog()).findByRole('checkbox', { name: 'Juggle 50 times' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(sent()).not.toEqual([]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Do it: Homework' }))
  const again = await dialog()
  expect(await again.findByRole('checkbox', { name: 'Juggle 50 times' })).toHaveProperty('checked', true)
  await user.click(again.getByRole('checkbox', { name: 'Watch the final' }))
  await advanceTime(pause)
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ revision: 1, response: { lines: ['juggle', 'watch'] } }))
})

it('continues from answers another user has given since it was open', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Do it: Homework' }))
  await (await dialog()).findByRole('checkbox', { name: 'Juggle 50 times' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  server.answers({ [TASK]: playerTask(todo, { revision: 4, response: { answers: {}, lines: ['juggle'] } }) })
  await user.click(screen.getByRole('button', { name: 'Do it: Homework' }))
  const again = await dialog()
  await waitFor(() => expect(again.getByRole('checkbox', { name: 'Juggle 50 times' })).toHaveProperty('checked', true))
  await user.click(again.getByRole('checkbox', { name: 'Watch the final' }))
  await advanceTime(pause)
  await waitFor(() => expect(sent()).toMatchObject([{ revision: 4 }]))
})

it('keeps answers given offline, and sends them when back online with the same id', async () => {
  const { user } = open(
    {
      [SAVE]: () => {
        throw new NoResponse()
      },
    },
    `?task=${assignmentId}`,
  )
  const shown = await dialog()
  await user.click(await shown.findByRole('checkbox', { name: 'Juggle 50 times' }))
  await advanceTime(pause)
  expect(await shown.findByText(/Saved on this device\. It will be sent as soon/)).toBeDefined()
  server.answers({ [SAVE]: saved })
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await shown.findByText('Saved')).toBeDefined()
  const names = server.asked(SAVE).map(({ body }) => (body as { saveId: string }).saveId)
  expect(new Set(names).size).toBe(1)
})

it('sends kept answers after a reload', async () => {
  const kept = { saveId: 'save-a', revision: 0, response: { answers: {}, lines: ['juggle'] }, done: false }
  localStorage.setItem(`touchline.of.user-1.task.${assignmentId}/${danley}`, JSON.stringify(kept))
  open()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toEqual({ ...kept, taskVersion: 0 })
  await waitFor(() => expect(localStorage.getItem(`touchline.of.user-1.task.${assignmentId}/${danley}`)).toBeNull())
})

it('asks which answers to keep when another user has answered meanwhile', async () => {
  const { user } = open(
    {
      [SAVE]: () => {
        throw new Problem('answered_meanwhile')
      },
    },
    `?task=${assignmentId}`,
  )
  const shown = await dialog()
  await user.click(await shown.findByRole('checkbox', { name: 'Juggle 50 times' }))
  await advanceTime(pause)
  await shown.findByText(/Someone else has answered in the meantime\./)
  // Nothing is sent until the user decides, even when online, and further input is kept.
  act(() => void window.dispatchEvent(new Event('online')))
  await user.click(shown.getByRole('checkbox', { name: 'Watch the final' }))
  act(() => void window.dispatchEvent(new Event('online')))
  expect(sent()).toHaveLength(1)
  expect(shown.getByText(/Someone else has answered in the meantime\./)).toBeDefined()
  const theirs = playerTask(todo, { revision: 4, response: { answers: {}, lines: ['watch'] } })
  server.answers({ [SAVE]: { ...saved, revision: 5 }, [TASK]: theirs })
  await user.click(shown.getByRole('button', { name: 'Mine' }))
  await shown.findByText('Saved')
  expect(sent()).toHaveLength(2)
  expect(sent().at(-1)).toMatchObject({ revision: 4, response: { lines: ['juggle', 'watch'] } })
})

it('keeps input made while the other answers load, and reports a load error', async () => {
  const { user } = open({ [SAVE]: refuses }, `?task=${assignmentId}`)
  const shown = await dialog()
  await user.click(await shown.findByRole('checkbox', { name: 'Juggle 50 times' }))
  await advanceTime(pause)
  await shown.findByText(/Someone else has answered in the meantime\./)
  const unread = () => {
    throw new NoResponse()
  }
  server.answers({ [SAVE]: refuses, [TASK]: unread })
  await user.click(shown.getByRole('button', { name: 'Mine' }))
  expect(await screen.findByText('No connection. Please try again when you are back online.')).toBeDefined()

  const theirs = Promise.withResolvers<void>()
  const late = playerTask(todo, { revision: 4, response: { answers: {}, lines: [] } })
  server.answers({ [SAVE]: { ...saved, revision: 5 }, [TASK]: () => theirs.promise.then(() => late) })
  await user.click(shown.getByRole('button', { name: 'Mine' }))
  await user.click(shown.getByRole('checkbox', { name: 'Watch the final' }))
  theirs.resolve()
  await advanceTime(pause)
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ revision: 4, response: { lines: ['juggle', 'watch'] } }))
})

it('shows dependent questions, validates, and sends all answers', async () => {
  const { user } = open(
    { [TASK]: playerTask(form), [SAVE]: { ...saved, state: 'DONE', share: 100 } },
    `?task=${assignmentId}`,
  )
  const shown = await dialog()
  expect(shown.queryByRole('textbox', { name: 'Where?' })).toBeNull()
  await user.click(await shown.findByRole('radio', { name: 'Yes' }))
  await user.type(shown.getByRole('textbox', { name: 'Where?' }), 'Knee')
  await user.click(shown.getByRole('button', { name: 'Send to the coach' }))
  expect(shown.getByText('Required.')).toBeDefined()
  await user.type(shown.getByRole('textbox', { name: 'How many runs?' }), '3')
  await user.click(shown.getByRole('button', { name: 'Send to the coach' }))
  expect(await shown.findByText('Done. The coach has your answers.')).toBeDefined()
  await waitFor(() => expect(sent().at(-1)?.done).toBe(true))
  expect(sent().at(-1)?.response).toEqual({ answers: { runs: ['3'], hurt: ['Yes'], where: ['Knee'] }, lines: [] })
})

const signature = { questionTitle: 'I agree', description: '', answers: [], optional: false }
const waiver: typeof form = {
  updateFormList: [...(form.updateFormList ?? []), { ...signature, id: 'sign', answerType: 'WAIVER' }],
}
const danleys = { id: danley, name: 'Danley', orgUnits: [] }
it.each([
  ['a child', playersAndTeams({ players: [danleys], child: true }), {}, /^A parent or guardian signs this/],
  ['an administrator', playersAndTeams(), {}, /^Only the player’s family can sign this and/],
  [
    'the parent of an adult',
    playersAndTeams({ players: [danleys] }),
    { theySign: true as const },
    /^This player is an adult and signs this using/,
  ],
])('tells %s who has to sign, and saves the other answers', async (_, mine, more, why) => {
  const task = { ...playerTask(waiver), ...more }
  const { user } = open({ [TASK]: task, 'GET /api/v1/playersAndTeams': mine }, `?task=${assignmentId}`)
  const shown = await dialog()
  await user.type(await shown.findByRole('textbox', { name: 'How many runs?' }), '3')
  await waitFor(() => expect(shown.getAllByText(why)).toHaveLength(2))
  await user.type(shown.getByRole('textbox', { name: 'I agree' }), 'Danley')
  await user.click(shown.getByRole('button', { name: 'Send to the coach' }))
  await user.type(shown.getByRole('textbox', { name: 'How many runs?' }), '{Enter}')
  await advanceTime(pause)
  await shown.findByText('Saved')
  expect(sent()).toMatchObject([{ done: false, response: { answers: { runs: ['3'] } } }])
})

it('lets a parent sign', async () => {
  open(
    { [TASK]: playerTask(waiver), 'GET /api/v1/playersAndTeams': playersAndTeams({ players: [danleys] }) },
    `?task=${assignmentId}`,
  )
  const shown = await dialog()
  await shown.findByText('Type your first and last name as they appear in your profile.')
  expect(shown.getByRole('button', { name: 'Send to the coach' }).getAttribute('aria-disabled')).toBeNull()
})

it('shows a closed task’s saved answers, and unsent ones until they are discarded', async () => {
  const name = `touchline.of.user-1.task.${assignmentId}/${danley}`
  const kept = { saveId: 'save-b', revision: 1, response: { answers: {}, lines: ['juggle', 'watch'] }, done: true }
  localStorage.setItem(name, JSON.stringify(kept))
  const read = playerTask(todo, { revision: 1, response: { answers: {}, lines: ['juggle'] }, state: 'STARTED' })
  const closed = { ...read, assignment: { ...read.assignment, status: 'CLOSED' as const } }
  const refused = () => {
    throw new Problem('assignment_closed')
  }
  // The device still knows the task as open, so sending reveals that it is closed.
  const { user } = open(
    { [TASK]: () => (sent().length === 0 ? read : closed), [SAVE]: refused },
    `?task=${assignmentId}`,
  )
  const shown = await dialog()
  await shown.findByText(/^These answers did not reach the coach/)
  expect(shown.getByText(/✓ Watch the final/).textContent).toBe('✓ Juggle 50 times\n✓ Watch the final')
  expect(shown.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    expect.stringMatching(/done$/),
    expect.stringMatching(/not done$/),
  ])
  expect(shown.queryByText(/The coach has your answers/)).toBeNull()
  expect(localStorage.getItem(name)).not.toBeNull()
  await user.click(shown.getByRole('button', { name: 'Discard' }))
  expect(shown.queryByText(/^These answers did not reach/)).toBeNull()
  expect(shown.getByText(/The coach has closed this/)).toBeDefined()
  expect(localStorage.getItem(name)).toBeNull()
})

it('is read-only once closed, and says when the task does not exist', async () => {
  const closed = playerTask()
  closed.assignment.status = 'CLOSED'
  const { unmount } = open({ [TASK]: closed }, `?task=${assignmentId}`)
  expect(await (await dialog()).findByText(/The coach has closed this/)).toBeDefined()
  expect(screen.queryByRole('checkbox')).toBeNull()
  unmount()
  const asked = playerTask(form)
  asked.assignment.status = 'CLOSED'
  const { unmount: leave } = open({ [TASK]: asked }, `?task=${assignmentId}`)
  const shown = await dialog()
  expect(await shown.findByText('How many runs?')).toBeDefined()
  for (const role of ['textbox', 'radio'] as const) expect(shown.queryByRole(role)).toBeNull()
  expect(shown.queryByRole('button', { name: 'Send to the coach' })).toBeNull()
  leave()
  open(
    {
      [TASK]: () => {
        throw new Problem('task_response_missing')
      },
    },
    `?task=${assignmentId}`,
  )
  expect(await screen.findByText('Task response does not exist')).toBeDefined()
})
