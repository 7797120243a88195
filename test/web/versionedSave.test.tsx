import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { Key } from '#web/api.ts'
import AgreementsScreen from '#web/agreements/AgreementsScreen.tsx'
import AssignmentsScreen from '#web/assignments/AssignmentsScreen.tsx'
import LibraryTaskScreen from '#web/assignments/LibraryTaskScreen.tsx'
import EventTypesScreen from '#web/calendar/EventTypesScreen.tsx'
import LinksScreen from '#web/settings/LinksScreen.tsx'
import { detail, item, itemId } from './academy/items.ts'
import { type FakeAnswers, type FakeRequest, showScreen, standInServer } from './fakeServer.tsx'
import { assignment, at, details, form, trainer } from './assignments/tasks.ts'
import { adminOf, coachOf, organizationId } from './people.ts'
import { showInShell } from './settings/inShell.tsx'

/** Concurrent edits: the second write is rejected, whatever the screen has read meanwhile. */

const server = standInServer()
const behind = /^Someone else has changed this in the meantime/
const LINKS = 'GET /rest-api/organization/links/{orgUnitId}'
const PUT_LINKS = 'PUT /rest-api/organization/links/{orgUnitId}'
const TYPES = 'GET /rest-api/calendar/event-types/{orgId}'
const PUT_TYPES = 'PUT /rest-api/calendar/event-types/{orgId}'
const GIVEN = 'GET /rest-api/assignment/{assignmentId}/organization/{orgUnitId}'
const PUT_GIVEN = 'PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}'
const AGREEMENTS = 'GET /rest-api/agreements/club/{orgId}'
const PUT_AGREEMENT = 'PUT /rest-api/agreements/agreement/{agreementId}'
const TASK = 'GET /rest-api/academy/task/form/{storageItemId}'
const PUT_TASK = 'PUT /rest-api/academy/task/form/{storageItemId}'

/** Rejects a write that is not based on this revision, as the server does. */
function checkUpon(revision: number, { body }: FakeRequest): { revision: number } {
  if ((body as { revision: number }).revision !== revision) throw new Problem('conflict')
  return { revision: revision + 1 }
}
/** Another user has saved, and the screen reads that while the user is typing. */
async function readsMeanwhile(route: Key, theirs: FakeAnswers) {
  const before = server.asked(route).length
  server.answers(theirs)
  act(() => void window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(server.asked(route).length).toBeGreaterThan(before))
}
const revisions = (route: Key) => server.asked(route).map(({ body }) => (body as { revision: number }).revision)

const shop = { name: 'Shop', url: 'https://shop.example/' }
const league = { name: 'The league', url: 'https://league.example/' }
const listed = (links: (typeof shop)[], revision: number) => ({ name: 'Riverside FC', links, ofClub: [], revision })

it('rejects links based on a stale revision, then continues from the other version', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canEditTeam']),
    [LINKS]: listed([], 0),
    [PUT_LINKS]: (asked) => checkUpon(1, asked),
  })
  const { user } = showInShell(<LinksScreen />, { path: '/links/:id', at: `/links/${organizationId}` })
  await user.click(await screen.findByRole('button', { name: 'Add link' }))
  await user.type(screen.getByLabelText(/^Name/), 'The league')
  await user.type(screen.getByLabelText(/^Web address/), 'league.example/')
  await readsMeanwhile(LINKS, { [LINKS]: listed([shop], 1) })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(behind)
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('The league')
  await user.click(screen.getByRole('button', { name: 'Continue with the other version' }))
  expect(screen.queryByText(behind)).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Shop')
  await user.click(screen.getByRole('button', { name: 'Add link' }))
  await user.type(screen.getAllByLabelText(/^Name/)[1] as HTMLElement, 'The league')
  await user.type(screen.getAllByLabelText(/^Web address/)[1] as HTMLElement, 'league.example/')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved successfully')
  expect(server.asked(PUT_LINKS).map(({ body }) => body)).toEqual([
    { links: [league], revision: 0 },
    { links: [shop, league], revision: 1 },
  ])
})

it('keeps typed links when the other version is read only after the rejection', async () => {
  let isSaved = false
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canEditTeam']),
    [LINKS]: () => (isSaved ? listed([shop], 1) : listed([], 0)),
    [PUT_LINKS]: (asked) => checkUpon(1, asked),
  })
  const { user } = showInShell(<LinksScreen />, { path: '/links/:id', at: `/links/${organizationId}` })
  await user.click(await screen.findByRole('button', { name: 'Add link' }))
  await user.type(screen.getByLabelText(/^Name/), 'The league')
  await user.type(screen.getByLabelText(/^Web address/), 'league.example/')
  isSaved = true
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(behind)
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('The league')
  await user.click(screen.getByRole('button', { name: 'Continue with the other version' }))
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Shop')
})

it('saves links twice in a row without reading in between', async () => {
  let revision = 0
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canEditTeam']),
    [LINKS]: () => (revision === 0 ? listed([shop], 0) : new Promise(() => undefined)),
    [PUT_LINKS]: () => {
      revision += 1
      return { revision }
    },
  })
  const { user } = showInShell(<LinksScreen />, { path: '/links/:id', at: `/links/${organizationId}` })
  for (const [i, more] of ['s', ' and fans'].entries()) {
    await user.type(await screen.findByLabelText(/^Name/), more)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(revisions(PUT_LINKS)).toHaveLength(i + 1))
  }
  expect(revisions(PUT_LINKS)).toEqual([0, 1])
})

const practice = { id: 'practice', name: 'Practice', color: '#2b8a3e' }
const game = { id: 'game', name: 'Game', color: '#1864ab' }
const types = (all: (typeof game)[], revision: number) => ({ types: all, revision, timezone: 'America/Chicago' })
const names = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Name' }).map(({ value }) => value)

it('rejects event types based on a stale revision, and keeps them until the other version is chosen', async () => {
  server.answers({
    [TYPES]: types([practice], 2),
    [PUT_TYPES]: (asked) => ({ ...types([practice], 4), ...checkUpon(3, asked) }),
  })
  const open = () =>
    showScreen(<EventTypesScreen />, { path: '/:orgId/calendar/types', at: `/${organizationId}/calendar/types` })
  const first = open()
  await first.user.type(await screen.findByRole('textbox', { name: 'Name' }), ' outdoors')
  first.unmount()
  const { user } = open()
  await screen.findByText('Your unsaved changes are still here.')
  await readsMeanwhile(TYPES, { [TYPES]: types([practice, game], 3) })
  expect(names()).toEqual(['Practice outdoors'])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(behind)
  expect(names()).toEqual(['Practice outdoors'])
  await user.click(screen.getByRole('button', { name: 'Continue with the other version' }))
  expect(names()).toEqual(['Practice', 'Game'])
  expect(revisions(PUT_TYPES)).toEqual([2])
})

it('rejects an assignment based on a stale revision', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': trainer(),
    'GET /rest-api/assignment/organization/{orgUnitId}': { assignments: [assignment()], cursor: null },
    'GET /rest-api/assignment/organization/{orgUnitId}/assignment/{assignmentId}': { players: [] },
    'GET /rest-api/assignment/assignees/{orgUnitId}': { teams: [], players: [] },
    [GIVEN]: details(),
    [PUT_GIVEN]: (asked) => checkUpon(2, asked),
  })
  const { user } = showInShell(<AssignmentsScreen />, at.coach)
  await user.click(await screen.findByRole('button', { name: 'Homework' }))
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.type(await screen.findByLabelText(/^Name/), ' of mine')
  await readsMeanwhile(GIVEN, { [GIVEN]: details({ name: 'Homework of theirs', revision: 2 }) })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(behind)
  await user.click(screen.getByRole('button', { name: 'Continue with the other version' }))
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Homework of theirs')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(revisions(PUT_GIVEN)).toEqual([1, 2])
})

it('rejects a library task based on a stale revision', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': detail(
      item('a', { name: 'Your week', type: 'FORM', fileMetadata: null, access: 'EDITOR' }),
    ),
    'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}': {},
    [TASK]: { task: form, revision: 1 },
    [PUT_TASK]: (asked) => checkUpon(2, asked),
  })
  const { user } = showInShell(<LibraryTaskScreen />, {
    path: '/academy/task/:type/:storageItemId',
    at: `/academy/task/form/${itemId('a')}`,
  })
  await user.click(await screen.findByRole('button', { name: 'Edit the task' }))
  const first = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Question' })[0] as HTMLInputElement
  await user.type(first(), ' Mine')
  const theirs = { updateFormList: form.updateFormList?.map((each) => ({ ...each, questionTitle: 'Theirs?' })) }
  await readsMeanwhile(TASK, { [TASK]: { task: theirs, revision: 2 } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(behind)
  await user.click(screen.getByRole('button', { name: 'Continue with the other version' }))
  expect(first().value).toBe('Theirs?')
  expect(revisions(PUT_TASK)).toEqual([1])
})

it('rejects an agreement based on a stale revision, then continues from the other version', async () => {
  const since = '2026-11-01T18:00:00.000Z'
  const READ_AGREEMENT = 'GET /rest-api/agreements/agreement/{agreementId}'
  const id = `${organizationId}.w0000000000a`
  const row = (revision: number, title: string) => ({ id, title, textVersion: 1, since, archived: false, revision })
  const words = (revision: number, title: string) => {
    return { id, clubName: 'Riverside FC', title, textVersion: 1, since, revision, text: 'We play fair.' }
  }
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canManageRegistration']),
    // The list has the new revision, while the agreement was read before the change.
    [AGREEMENTS]: { name: 'Riverside FC', agreements: [row(2, 'Code of theirs')] },
    [READ_AGREEMENT]: words(1, 'Code of conduct'),
    [PUT_AGREEMENT]: (asked) => ({ ...row(3, ''), ...checkUpon(2, asked) }),
  })
  const { user } = showInShell(<AgreementsScreen />, { path: '/agreements/:id?', at: `/agreements/${organizationId}` })
  await user.click(await screen.findByRole('button', { name: /Code of theirs/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }))
  const title = await screen.findByLabelText<HTMLInputElement>(/^Title/)
  await user.type(title, ' of mine')
  server.answers({ [READ_AGREEMENT]: words(2, 'Code of theirs') })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(behind)
  expect(title.value).toBe('Code of conduct of mine')
  await user.click(screen.getByRole('button', { name: 'Continue with the other version' }))
  expect(title.value).toBe('Code of theirs')
  await user.type(title, ' and mine')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved successfully')
  expect(server.asked(PUT_AGREEMENT).map(({ body }) => body)).toEqual(
    (
      [
        [1, 'Code of conduct of mine'],
        [2, 'Code of theirs and mine'],
      ] as const
    ).map(([revision, name]) => ({
      ...{ revision, title: name },
      text: 'We play fair.',
    })),
  )
})
