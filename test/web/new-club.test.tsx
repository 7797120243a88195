import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { flags } from '#shared/permissions.ts'
import AgreementsScreen from '#web/agreements/AgreementsScreen.tsx'
import StorageScreen from '#web/academy/StorageScreen.tsx'
import AssignmentsScreen from '#web/assignments/AssignmentsScreen.tsx'
import WriteScreen from '#web/email/WriteScreen.tsx'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import RegistrationsScreen from '#web/registrations/RegistrationsScreen.tsx'
import ClubScreen from '#web/teams/ClubScreen.tsx'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { otherAnswers, item, listing } from './academy/items.ts'
import { showScreen, standInServer } from './fakeServer.tsx'
import { adminOf, clubOf, organizationId, today } from './people.ts'
import { showInShell } from './settings/inShell.tsx'

/** The screens of a club that has just been created, as its administrator sees them: what is next, and no filters over nothing. */
const server = standInServer()
const founder = () => {
  const { organizations, ...rest } = adminOf([...flags])
  return { ...rest, organizations: organizations.map((club) => ({ ...club, customRegistrationEnabled: true })) }
}
beforeEach(() => {
  server.answers({ 'GET /api/v1/playersAndTeams': founder(), 'GET /api/v1/orgOverview/{orgId}': clubOf([]) })
})

it('leads from Today to the first steps until there is a team', async () => {
  server.answers({
    'GET /api/v1/today': today(),
    'GET /rest-api/teams/week': { events: [], more: 0, birthdays: [], teams: 0 },
    'GET /rest-api/today/requests': { requests: [] },
  })
  const { unmount } = showScreen(<TodayScreen />)
  const link = await screen.findByRole('link', { name: 'First steps of your club' })
  expect(link).toHaveAttribute('href', `/${organizationId}/first-steps`)
  unmount()
  const teams = [{ id: `${organizationId}.t0000000000a`, name: 'Pikes', permissions: [] }]
  server.answers({ 'GET /api/v1/playersAndTeams': adminOf([...flags], teams) })
  showScreen(<TodayScreen />)
  await screen.findByRole('link', { name: 'View Upcoming Events' })
  expect(screen.queryByRole('link', { name: 'First steps of your club' })).toBeNull()
})

it('shows no totals and no filters of payments without fees', async () => {
  server.answers({
    'GET /rest-api/fee/search/{orgUnitId}': { fees: [], cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': {
      totals: { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 },
      months: [],
    },
    'GET /rest-api/fee/players/{orgUnitId}': { players: [] },
  })
  showInShell(<PaymentsScreen />, {
    path: '/:orgId/payments',
    at: `/${organizationId}/payments`,
    width: 'phone',
  })
  expect(await screen.findByText('No fees yet')).toBeVisible()
  expect(screen.queryByText('$0.00')).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
  // Below the explanation, and only what can be set up before the first fee.
  const empty = within(screen.getByText('No fees yet').closest('[data-empty]') as HTMLElement)
  expect(await empty.findByRole('link', { name: 'Payment processors' })).toBeVisible()
  expect(empty.getByRole('button', { name: 'Automatic reminders' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Payouts and ledger' })).toBeNull()
})

it('shows no filters of registrations without one', async () => {
  server.answers({
    'GET /rest-api/registration/list/{orgUnitId}': { registrations: [], cursor: null },
    'GET /rest-api/tag/names/{orgUnitId}': { tags: [] },
  })
  showInShell(<RegistrationsScreen />, { path: '/:orgId/registrations', at: `/${organizationId}/registrations` })
  expect(await screen.findByText('No registrations yet')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull())
  expect(screen.queryByRole('checkbox', { name: 'All teams' })).toBeNull()
})

it('has nothing to search in an empty library, until something is added', async () => {
  const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'
  server.answers({ ...otherAnswers, [LIST]: listing([]) })
  const at = {
    path: '/academy/storage/:orgId/:teamId?/organization/:folderId?',
    at: `/academy/storage/${organizationId}/organization`,
  }
  const { unmount } = showInShell(<StorageScreen />, at)
  expect(await screen.findByText('Nothing here yet')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull())
  unmount()
  server.answers({ [LIST]: listing([item('a')]) })
  showInShell(<StorageScreen />, at)
  expect(await screen.findByRole('searchbox')).toBeVisible()
})

it('has nothing to search without assignments', async () => {
  server.answers({ 'GET /rest-api/assignment/organization/{orgUnitId}': { assignments: [], cursor: null } })
  showInShell(<AssignmentsScreen />, {
    path: '/academy/assignment/:orgId/:teamId?/organization',
    at: `/academy/assignment/${organizationId}/organization`,
  })
  expect(await screen.findByText('No open assignments')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull())
  expect(screen.getByRole('radio', { name: 'Closed' })).toBeVisible()
})

it('says that there is nobody to write to, with a link to the teams', async () => {
  server.answers({
    'POST /rest-api/mail/team/recipients/{orgUnitId}': { recipients: [], without: [], timezone: 'America/Chicago' },
    'GET /rest-api/mail/templates/{orgUnitId}': { templates: [] },
  })
  const { unmount } = showScreen(<WriteScreen />, { path: '/email-teams/:orgId', at: `/email-teams/${organizationId}` })
  expect(await screen.findByText(/^Your club has no teams yet/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the teams' })).toHaveAttribute('href', `/${organizationId}/teams`)
  expect(screen.queryByRole('radio', { name: /teams/ })).toBeNull()
  unmount()
  showScreen(<ClubScreen />, { path: '/:orgId/teams/:menu?', at: `/${organizationId}/teams/email-teams` })
  expect(await screen.findByText('No teams yet')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Write email' })).toBeNull()
})

it('leads from who has agreed to the texts, for those who may write them', async () => {
  server.answers({
    'GET /rest-api/agreements/standing/{orgUnitId}': { name: 'Club', agreements: [], players: [], cursor: null },
    'GET /rest-api/agreements/club/{orgId}': { name: 'Club', agreements: [] },
  })
  const at = { path: '/agreements/:id?', at: `/agreements/${organizationId}` }
  const { user, unmount } = showInShell(<AgreementsScreen />, at)
  await user.click(await screen.findByRole('button', { name: 'Write what families agree to' }))
  expect(await screen.findByText('No agreements yet')).toBeVisible()
  unmount()
  server.answers({ 'GET /api/v1/playersAndTeams': adminOf(['canEditPlayers']) })
  showInShell(<AgreementsScreen />, at)
  expect(await screen.findByText('Nothing to show yet')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Write what families agree to' })).toBeNull()
})
