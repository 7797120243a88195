import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Flag } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import LibraryTaskScreen from '#web/assignments/LibraryTaskScreen.tsx'
import { keepItem, names } from '#web/session/stored.ts'
import { detail, item, itemId } from '../academy/items.ts'
import { standInServer } from '../answering.tsx'
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

it('notes a task of the library among the recent items of who reads it, once', async () => {
  server.answers({ ...answers, [TASK]: { task: form, revision: 1 } })
  showInShell(<LibraryTaskScreen />, opened)
  await screen.findByText('How many runs?')
  await waitFor(() => expect(server.asked(NOTE)).toHaveLength(1))
  expect(server.asked(NOTE)[0]?.params).toMatchObject({ orgId: organizationId, storageItemId: itemId('a') })
})

it('notes none that could not be read', async () => {
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

it('leads a family, who only reads it here, to where it is done', async () => {
  server.answers({ ...answers, 'GET /api/v1/playersAndTeams': playersAndTeams(), [TASK]: { task: form, revision: 1 } })
  showInShell(<LibraryTaskScreen />, opened)
  await screen.findByText('You can read it here. Players complete it under Assignments once a coach assigns it.')
  expect(screen.getByRole('link', { name: 'Assignments' }).getAttribute('href')).toBe(
    '/academy/assignment/organization',
  )
})

it('says nothing of that to a coach, who can give it', async () => {
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
/** The screen of a coach of these teams, who last looked at one of them, if it is said which. */
function openFor(coach: AnswerOf<'GET /api/v1/playersAndTeams'>, last?: string) {
  if (last) keepItem(`${names.personal}user-1.selection`, JSON.stringify({ orgId: organizationId, teamId: last }))
  server.answers({ ...answers, 'GET /api/v1/playersAndTeams': coach, [TASK]: { task: form, revision: 1 } })
  return showInShell(<LibraryTaskScreen />, opened)
}
const bothTeams = teamsOf([teamId, 'U12 Falcons', plans], [otters, 'U10 Otters', plans])

it.each([
  ['that is selected', bothTeams, otters, otters],
  [
    'that is the only one they plan',
    teamsOf([teamId, 'U12 Falcons', []], [otters, 'U10 Otters', plans]),
    teamId,
    otters,
  ],
] as const)('is given by a coach in the team %s', async (_, coach, last, expected) => {
  openFor(coach, last)
  const give = await screen.findByRole('link', { name: 'Assign to players' })
  expect(give.getAttribute('href')).toBe(formOf(expected))
})

it('asks a coach of several teams, none of which is selected, in which of them it is given', async () => {
  const { user } = openFor(bothTeams)
  await user.click(await screen.findByRole('button', { name: 'Assign to players' }))
  const offered = await screen.findAllByRole('menuitem', { hidden: true })
  expect(offered.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['U12 Falcons', formOf(teamId)],
    ['U10 Otters', formOf(otters)],
  ])
})

it('is given by who coaches last season’s team and this one’s in this one’s', async () => {
  const { organizations, ...rest } = bothTeams
  const [club] = organizations
  const teams = club?.teams.map((team) => (team.id === teamId ? { ...team, archived: true } : team)) ?? []
  openFor({ ...rest, organizations: club ? [{ ...club, teams }] : [] }, teamId)
  expect(await screen.findByRole('link', { name: 'Assign to players' })).toHaveAttribute('href', formOf(otters))
})

it('is given by who runs the club in all of it, whichever team is selected', async () => {
  openFor(adminOf(plans, [{ id: otters, name: 'U10 Otters', permissions: plans }]), otters)
  const give = await screen.findByRole('link', { name: 'Assign to players' })
  expect(give.getAttribute('href')).toBe(`/academy/assignment/${organizationId}/organization?from=${itemId('a')}`)
})
