import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import LinksScreen from '#web/settings/LinksScreen.tsx'
import { standInServer } from '../fakeServer.tsx'
import { adminOf, coachOf, organizationId, teamId } from '../people.ts'
import { showInShell } from './inShell.tsx'

const server = standInServer()
const READ = 'GET /rest-api/organization/links/{orgUnitId}'
const SAVE = 'PUT /rest-api/organization/links/{orgUnitId}'
const league = { name: 'The league', url: 'https://league.example/' }
const open = (id: string) => showInShell(<LinksScreen />, { path: '/links/:id', at: `/links/${id}` })

it('shows a family the links of the team and its club', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    [READ]: {
      name: 'U12 Falcons',
      links: [{ name: 'Shop', url: 'https://shop.example/' }],
      ofClub: [league],
      revision: 1,
    },
  })
  open(teamId)
  const link = await screen.findByRole('link', { name: 'The league' })
  expect([link.getAttribute('href'), screen.getByRole('link', { name: 'Shop' }).getAttribute('href')]).toEqual([
    'https://league.example/',
    'https://shop.example/',
  ])
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

/** A user who may edit the club has started a link and typed its name. */
async function addLeague() {
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canEditTeam']),
    [READ]: { name: 'Riverside FC', links: [], ofClub: [], revision: 0 },
    [SAVE]: { revision: 1 },
  })
  const { user } = open(organizationId)
  await user.click(await screen.findByRole('button', { name: 'Add link' }))
  await user.type(screen.getByLabelText(/^Name/), 'The league')
  return user
}

it('lets a user who may edit the club add a link, after validation', async () => {
  const user = await addLeague()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Please enter a web address that starts with https://')
  await user.type(screen.getByLabelText(/^Web address/), 'league.example/')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved successfully')
  expect(server.asked(SAVE).map(({ body }) => body)).toEqual([{ links: [league], revision: 0 }])
})

it('accepts an address without https://', async () => {
  const user = await addLeague()
  const at = screen.getByLabelText(/^Web address/)
  await user.clear(at)
  // Enter submits the form.
  await user.type(at, 'league.example/{Enter}')
  await screen.findByText('Saved successfully')
  expect(server.asked(SAVE).map(({ body }) => body)).toEqual([{ links: [league], revision: 0 }])
})
