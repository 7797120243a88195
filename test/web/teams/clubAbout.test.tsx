import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import ClubScreen from '#web/teams/ClubScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'
import { admin, falcons, overview, search } from './club.ts'

const server = standInServer()

it('shows administrators, remaining licenses and tags, which search for their players', async () => {
  const runs = (id: string, name: string) => ({ id, name, avatarUrl: null, chats: false, permissions: {} })
  const orgAdmins = Array.from({ length: 10 }, (_, i) => runs(`user-${i + 2}`, `Admin ${i}`))
  server.answers({
    'GET /api/v1/playersAndTeams': admin,
    'GET /api/v1/orgOverview/{orgId}': overview({ orgAdmins, tag: [{ id: 'k1', name: 'Keeper' }] }),
    'GET /rest-api/teams/search/{orgId}': search,
  })
  const { user } = showScreen(<ClubScreen />, { path: '/:orgId/teams/:menu?', at: `/${organizationId}/teams` })
  const people = within(await screen.findByRole('region', { name: 'Administrators' }))
  expect(people.getAllByRole('listitem')).toHaveLength(8)
  expect(people.getByText('and 2 more')).toBeVisible()
  expect(screen.getByText('2 licenses left')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Calendar Falcons' })).toHaveAttribute(
    'href',
    `/${organizationId}/${falcons}/calendar`,
  )
  await user.click(screen.getByRole('button', { name: 'Keeper' }))
  expect(screen.getByRole('searchbox')).toHaveValue('Keeper')
  await screen.findByText('1 player tagged “Keeper”')
})
