import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Flag } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import LibraryTaskScreen from '#web/assignments/LibraryTaskScreen.tsx'
import { writeItem, names } from '#web/session/stored.ts'
import { detail, item, itemId } from '../academy/items.ts'
import { standInServer } from '../fakeServer.tsx'
import { adminOf, coachOf, organizationId, playersAndTeams, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { form } from './tasks.ts'

const server = standInServer()
const TASK = 'GET /rest-api/academy/task/form/{storageItemId}'
const NOTE = 'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}'
const opened = {
  path: '/academy/task/:type/:storageItemId',
  at: `/academy/task/form/${itemId('a')}`,
}
const answers = {
  'GET /api/v1/playersAndTeams': coachOf(),
  'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': detail(
    item('a', { name: 'Your week', type: 'FORM', fileMetadata: null }),
  ),
  [NOTE]: {},
} as const

it('adds a library task to the recent items once', async () => {
  server.answers({ ...answers, [TASK]: { task: form, revision: 1 } })
  showInShell(<LibraryTaskScreen />, opened)
  await screen.findByText('How many runs?')
  await waitFor(() => expect(server.asked(NOTE)).toHaveLength(1))
  expect(server.asked(NOTE)[0]?.params).toMatchObject({ orgId: organizationId, storageItemId: itemId('a') })
})

it('adds no task that failed to load', async () => {
  server.answers({
    ...answers,
    [TASK]: () => {
      throw new Problem('not_found')
    },
  })
  showInShell(<LibraryTaskScreen />, opened)
  await screen.findByRole('button', { name: 'Try again' })
  expect(server.asked(NOTE)).toEqual([])
})

it('links a family, which can only read the task, to their assignments', async () => {
  server.answers({ ...answers, 'GET /api/v1/playersAndTeams': playersAndTeams(), [TASK]: { task: form, revision: 1 } })
  showInShell(<LibraryTaskScreen />, opened)
  await screen.findByText('You can read it here. Players complete it under Assignments once a coach assigns it.')
  expect(screen.getByRole('link', { name: 'Assignments' }).getAttribute('href')).toBe(
    '/academy/assignment/organization',
  )
})

it('shows no such notice to a coach, who can assign it', async () => {
  server.answers({ ...answers, [TASK]: { task: form, revision: 1 } })
  showInShell(<LibraryTaskScreen />, opened)
  await screen.findByText('How many runs?')
  expect(screen.queryByText(/^You can read it here\. Players complete it/)).toBeNull()
})

const otters = `${organizationId}.t0000000000b`
const plans: Flag[] = ['canEditTeam']
const teamsOf = (...teams: [id: string, name: string, permissions: Flag[]][]) => {
  const { organizations, ...rest } = coachOf()
  const own = teams.map(([id, name, permissions]) => ({ id, name, permissions }))
  return { ...rest, organizations: organizations.map((club) => ({ ...club, teams: own })) }
}
const formOf = (id: string) => `/academy/assignment/${organizationId}/${id}/organization?from=${itemId('a')}`
/** Opens the screen for a coach of these teams, with the last selected team if given. */
function openFor(coach: AnswerOf<'GET /api/v1/playersAndTeams'>, last?: string) {
  if (last) writeItem(`${names.personal}user-1.selection`, JSON.stringify({ orgId: organizationId, teamId: last }))
  server.answers({ ...answers, 'GET /api/v1/playersAndTeams': coach, [TASK]: { task: form, revision: 1 } })
  return showInShell(<LibraryTaskScreen />, opened)
}
const bothTeams = teamsOf([teamId, 'U12 Falcons', plans], [otters, 'U10 Otters', plans])

it.each([
  ['that is selected', bothTeams, otters, otters],
  [
    'that is the only one the coach plans for',
    teamsOf([teamId, 'U12 Falcons', []], [otters, 'U10 Otters', plans]),
    teamId,
    otters,
  ],
] as const)('is assigned in the team %s', async (_, coach, last, expected) => {
  openFor(coach, last)
  const give = await screen.findByRole('link', { name: 'Assign to players' })
  expect(give.getAttribute('href')).toBe(formOf(expected))
})

it('asks a coach of several teams without a selection in which one to assign it', async () => {
  const { user } = openFor(bothTeams)
  await user.click(await screen.findByRole('button', { name: 'Assign to players' }))
  const offered = await screen.findAllByRole('menuitem', { hidden: true })
  expect(offered.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['U12 Falcons', formOf(teamId)],
    ['U10 Otters', formOf(otters)],
  ])
})

it('is assigned in the active team by a coach of an archived team as well', async () => {
  const { organizations, ...rest } = bothTeams
  const [club] = organizations
  const teams = club?.teams.map((team) => (team.id === teamId ? { ...team, archived: true } : team)) ?? []
  openFor({ ...rest, organizations: club ? [{ ...club, teams }] : [] }, teamId)
  expect(await screen.findByRole('link', { name: 'Assign to players' })).toHaveAttribute('href', formOf(otters))
})

it('is assigned in the whole club by a club administrator, whichever team is selected', async () => {
  openFor(adminOf(plans, [{ id: otters, name: 'U10 Otters', permissions: plans }]), otters)
  const give = await screen.findByRole('link', { name: 'Assign to players' })
  expect(give.getAttribute('href')).toBe(`/academy/assignment/${organizationId}/organization?from=${itemId('a')}`)
})
