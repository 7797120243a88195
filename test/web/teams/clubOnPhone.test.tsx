import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import ClubScreen from '#web/teams/ClubScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'
import { admin, overview, search } from './club.ts'

const server = standInServer()
function open(width: 'phone' | 'laptop', more?: Parameters<typeof overview>[0], rest = '') {
  server.answers({
    'GET /api/v1/playersAndTeams': admin,
    'GET /api/v1/orgOverview/{orgId}': overview(more),
    'GET /rest-api/teams/search/{orgId}': search,
  })
  return showScreen(<ClubScreen />, { path: '/:orgId/teams/:menu?', at: `/${organizationId}/teams${rest}`, width })
}
const opener = { name: 'Actions for World Cup 2026' }

it('has the club’s other pages in a menu on a phone, so that its teams come first', async () => {
  const { user } = open('phone', { name: 'World Cup 2026' })
  await screen.findByRole('list', { name: 'Teams' })
  expect(screen.queryByRole('navigation', { name: 'Organization' })).toBeNull()
  await user.click(screen.getByRole('button', opener))
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Add several players',
    'Invite families',
    'Export Players',
    'Duplicate players',
    'Online Registration',
    'Waivers & Agreements',
    'Email teams',
    'Settings',
    'Administrators',
    'Venues',
    'Links',
    'Payment processors',
    'Billing',
  ])
  expect(items[11]).toHaveAttribute('href', `/${organizationId}/teams/paymentprocessors`)
})

it('has them otherAnswers the teams on a laptop, and nowhere while teams are selected for an email', async () => {
  const { unmount } = open('laptop')
  await screen.findByRole('navigation', { name: 'Organization' })
  expect(screen.queryByRole('button', opener)).toBeNull()
  unmount()
  open('phone', {}, '/email-teams')
  await screen.findByRole('list', { name: 'Teams' })
  expect(screen.queryByRole('button', opener)).toBeNull()
})

it('offers a new club neither search nor filters, and lists players without a team once there are any', async () => {
  const { unmount } = open('phone', { teams: [] })
  await screen.findByRole('button', { name: 'No Team Assigned' })
  unmount()
  open('phone', { teams: [] })
  server.answers({ 'GET /rest-api/teams/search/{orgId}': { teams: [], players: [] } })
  expect(await screen.findByText('No teams yet')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'First steps' })).toBeVisible()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('button', { name: 'No Team Assigned' })).toBeNull()
})

it('filters by archived once a team is', async () => {
  const { teams } = overview()
  open('phone', { teams: teams.filter(({ archived }) => !archived) })
  await screen.findByRole('searchbox')
  expect(screen.queryByRole('radio')).toBeNull()
})
