import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { toDo } from '#shared/rules/library.ts'
import AssignmentsScreen from '#web/assignments/AssignmentsScreen.tsx'
import { detail, item, itemId } from '../academy/items.ts'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { organizationId, person, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { assignment, assignmentId, at, details, playerTask, todo, trainer } from './tasks.ts'

const server = standInServer()
const LIST = 'GET /rest-api/assignment/organization/{orgUnitId}'
const CREATE = 'POST /rest-api/assignment/organization/{orgUnitId}'
const DETAILS = 'GET /rest-api/assignment/{assignmentId}/organization/{orgUnitId}'
const PLAYERS = 'GET /rest-api/assignment/organization/{orgUnitId}/assignment/{assignmentId}'
const AWAY = 'DELETE /rest-api/assignment/close-remove/{assignmentId}/organization/{orgUnitId}'
const MARK = 'POST /rest-api/assignment/favorite/{assignmentId}'
const UNMARK = 'DELETE /rest-api/assignment/favorite/{assignmentId}'
const ANSWERED = 'GET /rest-api/assignment/{assignmentId}/player/{playerId}'
const FEEDBACK = 'PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback'
const REMIND = 'POST /rest-api/email/assignment/{assignmentId}/organization/{orgUnitId}'

const done = { state: 'DONE', share: 100, changedAt: '2026-11-21T18:00:00Z', feedback: null } as const
const answered = (given: Parameters<typeof playerTask>[1] = {}) => ({
  ...playerTask(todo, { ...done, ...given }),
  feedbackRevision: 0,
})
function open(more: FakeAnswers = {}, unit = teamId, from?: string) {
  server.answers({
    'GET /api/v1/playersAndTeams': trainer(),
    [LIST]: {
      assignments: [assignment(), assignment({ id: `${teamId}.h0000000000b`, name: 'Stretching' })],
      cursor: null,
    },
    [DETAILS]: details(),
    [PLAYERS]: {
      players: [
        { ...done, player: person('danley') },
        { ...done, state: 'STARTED', share: 50, player: person('roshon') },
      ],
    },
    'GET /rest-api/assignment/assignees/{orgUnitId}': {
      teams: [{ id: teamId, name: 'U12 Falcons' }],
      players: [
        { ...person('danley'), teamIds: [teamId] },
        { ...person('roshon'), teamIds: [teamId] },
      ],
    },
    ...more,
  })
  const address = at.coach.at.replace(teamId, unit) + (from ? `?from=${from}` : '')
  return showInShell(<AssignmentsScreen />, { ...at.coach, at: address })
}
const opened = async (user: ReturnType<typeof open>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Homework' }))
  return within(await screen.findByRole('dialog'))
}

it('lists assignments with due date and progress, filtered by status and name', async () => {
  const { user } = open()
  const table = await screen.findByRole('table', { name: 'Assignments' })
  const [row] = within(table).getAllByRole('row').slice(1)
  expect(within(row as HTMLElement).getByText('11/30/2026')).toBeDefined()
  expect(within(row as HTMLElement).getByText('1 of 3')).toBeDefined()
  server.answers({ [LIST]: { assignments: [], cursor: null } })
  await user.type(screen.getByRole('searchbox', { name: 'Search assignments' }), 'ball')
  expect(await screen.findByText('No assignment with that name')).toBeDefined()
  await user.click(screen.getByRole('radio', { name: 'Closed' }))
  await waitFor(() => expect(server.asked(LIST).at(-1)?.query).toEqual({ status: 'CLOSED', filter: 'ball' }))
  await user.clear(screen.getByRole('searchbox', { name: 'Search assignments' }))
  expect(await screen.findByText('No closed assignments')).toBeDefined()
})

it('confirms that a favorite was added and removed', async () => {
  let favorite = false
  const { user } = open({
    [LIST]: () => ({ assignments: [assignment({ favorite })], cursor: null }),
    [MARK]: () => ({ favorite: (favorite = true) }),
    [UNMARK]: () => ({ favorite: (favorite = false) }),
  })
  await user.click(await screen.findByRole('button', { name: 'Make Homework a favorite' }))
  expect(await screen.findByText('Added')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Homework is a favorite' }))
  expect(await screen.findByText('Removed')).toBeVisible()
})

it('assigns a to-do list to the team after validating it', async () => {
  const { user } = open({ [CREATE]: { id: assignmentId } })
  await screen.findByRole('table', { name: 'Assignments' })
  await user.click(screen.getByRole('button', { name: 'New assignment' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('checkbox', { name: 'Everyone on U12 Falcons' })
  await user.click(dialog.getByRole('button', { name: 'Assign' }))
  expect(dialog.getAllByText('Required.')).toHaveLength(2)
  expect(server.asked(CREATE)).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Homework')
  await user.type(dialog.getByRole('textbox', { name: 'What to do' }), 'Juggle')
  await user.click(dialog.getByRole('button', { name: 'Add line' }))
  await user.type(dialog.getAllByRole('textbox', { name: 'What to do' })[1] as HTMLElement, 'Run')
  await user.click(dialog.getByRole('button', { name: 'Move Line 2: Run up' }))
  await user.click(dialog.getByRole('button', { name: 'Assign' }))
  await screen.findByText(/are only notified when you send a reminder\.$/)
  const [sent] = server.asked(CREATE)
  expect(sent?.body).toMatchObject({
    name: 'Homework',
    dueOn: null,
    assignees: { teamIds: [teamId], playerIds: [] },
    task: { todoListItem: [{ text: 'Run' }, { text: 'Juggle' }] },
  })
})

const TASK = 'GET /rest-api/academy/task/todo/{storageItemId}'
const ITEM = 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
/** Opens the dialog for a task of the library, at a team. */
async function openFrom(more: FakeAnswers = {}, unit = teamId) {
  const library = item('a', { name: 'Before the game', type: toDo, fileMetadata: null })
  const { user } = open({ [ITEM]: detail(library), [TASK]: { task: todo, revision: 1 }, ...more }, unit, library.id)
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'New assignment' })) }
}

it('assigns a task of the library to the team', async () => {
  const { user, dialog } = await openFrom({ [CREATE]: { id: assignmentId } })
  await dialog.findByRole('checkbox', { name: 'Everyone on U12 Falcons', checked: true })
  await user.click(dialog.getByRole('button', { name: 'Assign' }))
  await screen.findByText(/are only notified when you send a reminder\.$/)
  expect(server.asked(CREATE)[0]).toMatchObject({
    params: { orgUnitId: teamId },
    body: {
      ...{ name: 'Before the game', storageItemId: itemId('a') },
      ...{ assignees: { teamIds: [teamId], playerIds: [] }, task: { todoListItem: [todo.todoListItem[0], {}] } },
    },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('keeps separate drafts of a library task for two teams', async () => {
  const otters = `${organizationId}.t0000000000b`
  const coach = trainer()
  coach.organizations[0]?.teams.push({ id: otters, name: 'U10 Otters', permissions: ['canEditTeam'] })
  const both = { 'GET /api/v1/playersAndTeams': coach }
  const falcons = await openFrom(both)
  await falcons.user.type(falcons.dialog.getByRole('textbox', { name: 'Name' }), ', Falcons')
  cleanup()
  const { dialog } = await openFrom(both, otters)
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Before the game')
  cleanup()
  const again = await openFrom(both)
  expect(again.dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Before the game, Falcons')
})

it('assigns questions, one of them depending on an answer', async () => {
  const { user } = open({ [CREATE]: { id: assignmentId } })
  await screen.findByRole('table', { name: 'Assignments' })
  await user.click(screen.getByRole('button', { name: 'New assignment' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Survey')
  await user.click(dialog.getByRole('radio', { name: 'Questions' }))
  await user.click(dialog.getByRole('button', { name: 'Add question' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Answered by' }), 'OPTIONS_CHOOSE_ONE')
  await user.type(dialog.getByRole('textbox', { name: 'Question' }), 'Tired?')
  await user.type(dialog.getByRole('textbox', { name: 'Answer choices' }), 'Yes{Enter}No{Enter}')
  await user.click(dialog.getByRole('button', { name: 'Add question' }))
  await user.type(dialog.getAllByRole('textbox', { name: 'Question' })[1] as HTMLElement, 'Why?')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Only ask if' }), 'Tired?: Yes')
  await user.click(dialog.getByRole('button', { name: 'Assign' }))
  await screen.findByText(/are only notified when you send a reminder\.$/)
  const [sent] = server.asked(CREATE)
  const { task } = (sent?.body ?? {}) as { task: { updateFormList: { id: string }[] } }
  const [first] = task.updateFormList
  expect(task.updateFormList).toMatchObject([
    { answerType: 'OPTIONS_CHOOSE_ONE', questionTitle: 'Tired?', answers: ['Yes', 'No'], optional: false },
    { answerType: 'TEXT', questionTitle: 'Why?', answers: [], showIf: { questionId: first?.id, answer: 'Yes' } },
  ])
})

it('shows each player’s progress and answers, and saves feedback', async () => {
  const { user } = open({
    [ANSWERED]: answered({ response: { answers: {}, lines: ['juggle'] } }),
    [FEEDBACK]: { revision: 1 },
  })
  const dialog = await opened(user)
  const players = await dialog.findByRole('table', { name: 'Players' })
  expect(within(players).getByText('50%')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Danley Jean Jacques' }))
  const lines = await dialog.findAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual(['Juggle 50 times done', '–Watch the final Open link not done'])
  await user.type(dialog.getByRole('textbox', { name: 'Feedback' }), 'Well done!')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(server.asked(FEEDBACK)[0]).toMatchObject({
    params: { assignmentId, playerId: person('danley').id },
    body: { feedback: 'Well done!', revision: 0 },
  })
})

it('marks players who left before starting, and does not count them', async () => {
  const left = { ...done, state: 'WAITING', share: 0, changedAt: null, paused: true } as const
  const players = [
    { ...done, player: person('danley') },
    { ...left, player: person('roshon') },
  ]
  const { user } = open({ [PLAYERS]: { players } })
  const dialog = await opened(user)
  expect(within(await dialog.findByRole('table', { name: 'Players' })).getByText('Left before starting')).toBeVisible()
  const counts = within(dialog.getByRole('table', { name: 'Progress of players', hidden: true }))
  expect(counts.getAllByRole('cell', { hidden: true }).map(({ textContent }) => textContent)).toEqual(['1', '0', '0'])
})

it('rejects feedback based on a stale revision, then continues from the other version', async () => {
  const theirs = { ...answered({ feedback: 'Nearly.' }), feedbackRevision: 1 }
  const { user } = open({
    [ANSWERED]: answered(),
    [FEEDBACK]: () => {
      server.answers({ [ANSWERED]: theirs, [FEEDBACK]: { revision: 2 } })
      throw new Problem('conflict')
    },
  })
  const dialog = await opened(user)
  await user.click(await dialog.findByRole('button', { name: 'Danley Jean Jacques' }))
  const field = await dialog.findByRole('textbox', { name: 'Feedback' })
  await user.type(field, 'Well done!')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await user.click(await dialog.findByRole('button', { name: 'Continue with the other version' }))
  expect(field).toHaveValue('Nearly.')
  await user.type(field, ' Once more.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(server.asked(FEEDBACK).map(({ body }) => body)).toEqual([
    { feedback: 'Well done!', revision: 0 },
    { feedback: 'Nearly. Once more.', revision: 1 },
  ])
})

it('keeps unsaved feedback', async () => {
  const { user } = open({
    [ANSWERED]: answered(),
  })
  const dialog = await opened(user)
  const field = async () => {
    await user.click(await dialog.findByRole('button', { name: 'Danley Jean Jacques' }))
    return dialog.findByRole('textbox', { name: 'Feedback' })
  }
  await user.type(await field(), 'Well done!')
  await user.click(dialog.getByRole('button', { name: 'Back to all players' }))
  expect(await field()).toHaveValue('Well done!')
})

it('sends a reminder, and says why it cannot', async () => {
  const { user } = open({
    [REMIND]: () => {
      throw new Problem('told_already')
    },
  })
  const dialog = await opened(user)
  await user.click(await dialog.findByRole('button', { name: 'Send reminder' }))
  expect(await screen.findByText('The family was already emailed within the last day.')).toBeDefined()
  server.answers({ [REMIND]: {} })
  await user.click(dialog.getByRole('button', { name: 'Send reminder' }))
  expect(await screen.findByText('Reminded')).toBeDefined()
})

it.each([
  ['close', 'Close', 'Closed'],
  ['remove', 'Remove', 'Removed'],
] as const)('asks before a %s, then lists the open assignments again', async (actionType, does, done) => {
  const { user } = open({
    [AWAY]: {},
    [LIST]: ({ query }) => ({ assignments: query['status'] === 'COMPLETED' ? [assignment()] : [], cursor: null }),
  })
  await user.click(await screen.findByRole('radio', { name: 'Completed' }))
  const dialog = await opened(user)
  await user.click(await dialog.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: does, hidden: true }))
  expect(await screen.findByText(`${does} Homework?`)).toBeDefined()
  await user.click(
    within(screen.getAllByRole('dialog').at(-1) as HTMLElement)
      .getAllByRole('button', { name: does })
      .at(-1) as HTMLElement,
  )
  await screen.findByText(done, { selector: 'li *' })
  expect(server.asked(AWAY)[0]?.query).toEqual({ actionType })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Open' }).checked).toBe(true)
})

it('does not allow editing a task that a player has started', async () => {
  const { user } = open({ [DETAILS]: details({ begun: true }) })
  const dialog = await opened(user)
  await user.click(await dialog.findByRole('button', { name: 'Edit' }))
  expect(await dialog.findByText(/Someone has already started, so the task/)).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Add line' })).toBeNull()
})

it('tells a user without the right why no assignments are shown', async () => {
  open({ 'GET /api/v1/playersAndTeams': trainer(['canEditEvents']) })
  expect(await screen.findByText('Only coaches can see these assignments')).toBeDefined()
  expect(server.asked(LIST)).toEqual([])
})
