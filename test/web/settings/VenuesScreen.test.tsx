import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import VenuesScreen from '#web/settings/VenuesScreen.tsx'
import { NoResponse, standInServer } from '../fakeServer.tsx'
import { organizationId, playersAndTeams, teamId } from '../people.ts'
import { showInShell } from './inShell.tsx'

const server = standInServer()
const LIST = 'GET /rest-api/organization/venues/{orgUnitId}'
const ADD = 'POST /rest-api/organization/venues/{orgUnitId}'
const CHANGE = 'PUT /rest-api/organization/venue/{venueId}'
const REMOVE = 'DELETE /rest-api/organization/venue/{venueId}'
type Venue = AnswerOf<typeof LIST>['venues'][number]

const venue = (given: Partial<Venue> = {}): Venue => ({
  id: `${organizationId}.v0000000000a`,
  name: 'Riverside Park',
  address: '12 River Road',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  mapUrl: '',
  fields: ['1', '2'],
  teamId: null,
  global: true,
  ...given,
})
const gym = venue({
  id: `${teamId}.v0000000000b`,
  name: 'Gym',
  address: '',
  city: '',
  state: '',
  zip: '',
  fields: [],
  teamId,
  global: false,
})

function open(venues: Venue[], { isAdmin = true } = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({
      organizations: [
        {
          id: organizationId,
          name: 'Riverside FC',
          orgAdmin: isAdmin,
          permissions: isAdmin ? ['canEditEvents'] : [],
          teams: [
            { id: teamId, name: 'U12 Falcons', permissions: isAdmin ? [] : ['canEditEvents'] },
            { id: `${organizationId}.t0000000000b`, name: 'U10 Otters', permissions: [], archived: true },
          ],
          academyEnabled: false,
          customRegistrationEnabled: false,
        },
      ],
    }),
    [LIST]: () => ({ venues, fieldLabel: 'Court', country: '' }),
    [ADD]: ({ params, body }) => {
      const { part, ...rest } = body as Venue & { part: string }
      const made = venue({ ...rest, id: `${params['orgUnitId']}.${part}` })
      venues = [...venues, made]
      return made
    },
    [CHANGE]: ({ params, body }) => {
      const changed = venue({ ...(body as Venue), id: params['venueId'] ?? '' })
      venues = venues.map((each) => (each.id === changed.id ? changed : each))
      return changed
    },
    [REMOVE]: ({ params }) => {
      venues = venues.filter(({ id }) => id !== params['venueId'])
      return {}
    },
  })
  return showInShell(<VenuesScreen />, { path: '/venues/:orgId', at: `/venues/${organizationId}` })
}
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Venues' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('[role=rowheader],[role=cell]')].slice(0, 4).map((cell) => cell.textContent))

it('adds the first venue of a club for all teams', async () => {
  const { user } = open([])
  await user.click(await screen.findByRole('button', { name: 'Add venue' }))
  const form = within(await screen.findByRole('dialog', { name: 'New venue' }))
  const units = within(form.getByRole('combobox', { name: 'Used by' })).getAllByRole('option')
  expect(units.map(({ textContent }) => textContent)).toEqual(['All teams', 'U12 Falcons'])
  await user.click(form.getByRole('button', { name: 'Add venue' }))
  expect(form.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true')
  await user.type(form.getByLabelText(/^Name/), 'North Park')
  await user.type(form.getByLabelText('Zip code'), '606')
  await user.type(form.getByLabelText('Court names'), '1, 2')
  await user.click(form.getByRole('button', { name: 'Add venue' }))
  await form.findByText('5 characters required.')
  await user.type(form.getByLabelText('Zip code'), '01')
  await user.click(form.getByRole('button', { name: 'Add venue' }))
  await screen.findByText('Added')
  expect(await rows()).toEqual([['North Park', '60601', '1, 2', 'All teams']])
  expect(server.asked(ADD).map(({ params, body }) => [params['orgUnitId'], body])).toEqual([
    [
      organizationId,
      {
        part: expect.stringMatching(/^v[0-9a-z]{11}$/),
        name: 'North Park',
        address: '',
        city: '',
        state: '',
        zip: '60601',
        mapUrl: '',
        fields: ['1', '2'],
      },
    ],
  ])
})

it('reuses the id on a retry after a lost response, and a new one if the venue was changed', async () => {
  const { user } = open([])
  server.answers({
    [ADD]: () => {
      throw new NoResponse()
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Add venue' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText(/^Name/), 'North Park')
  const press = async (times: number) => {
    await user.click(form.getByRole('button', { name: 'Add venue' }))
    await waitFor(() => expect(server.asked(ADD)).toHaveLength(times))
    await waitFor(() => expect(form.getByRole('button', { name: 'Add venue' })).toBeEnabled())
  }
  await press(1)
  await press(2)
  await user.type(form.getByLabelText(/^Name/), ' 2')
  await press(3)
  const [first, again, corrected] = server.asked(ADD).map(({ body }) => (body as { part: string }).part)
  expect(again).toBe(first)
  expect(corrected).not.toBe(first)
})

it('warns about a similar venue, but allows adding it', async () => {
  const { user } = open([venue()])
  await user.click(await screen.findByRole('button', { name: 'Add venue' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText(/^Name/), 'riverside park')
  await form.findByText('This looks like a venue you already have: Riverside Park, 12 River Road, Chicago, IL 60601.')
  await user.click(form.getByRole('button', { name: 'Add venue' }))
  await screen.findByText('Added')
  expect(await rows()).toHaveLength(2)
})

it('reports what was added, updated or removed, and what could not be saved', async () => {
  const { user } = open([gym])
  const act = async (what: string, name: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: what, hidden: true }))
  }
  const said = async (text: string | RegExp, role: 'alert' | 'status') =>
    expect((await screen.findByText(text)).closest(`[role="${role}"]`)).not.toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Add venue' }))
  await user.type(await screen.findByLabelText(/^Name/), 'North Park')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add venue' }))
  await said('Added', 'status')
  await act('Edit', 'Gym')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }))
  await said('Updated', 'status')
  await act('Remove', 'North Park')
  await said(/^Removed/, 'status')
  server.answers({ [REMOVE]: () => Promise.reject(new NoResponse()) })
  await act('Remove', 'Gym')
  await said('Could not be saved', 'alert')
})

it('rejects a venue based on a stale version, and shows the current one', async () => {
  const lists = [[venue()], [venue({ address: '14 River Road' })]]
  const { user } = open([])
  server.answers({
    [LIST]: () => ({ venues: lists[Math.min(server.asked(CHANGE).length, 1)] ?? [], fieldLabel: 'Court', country: '' }),
    [CHANGE]: ({ body }) => {
      if (server.asked(CHANGE).length === 1) throw new Problem('conflict')
      return venue(body as Venue)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Actions for Riverside Park' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit venue' }))
  await user.type(form.getByLabelText(/^Name/), ' North')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText(/^Someone else has changed this in the meantime/)
  expect(form.getByLabelText(/^Name/)).toHaveValue('Riverside Park North')
  await user.click(form.getByRole('button', { name: 'Continue with the other version' }))
  expect(form.getByLabelText('Address')).toHaveValue('14 River Road')
  await user.type(form.getByLabelText(/^Name/), ' South')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Updated')
  type Body = { name: string; address: string; before: { address: string } }
  const sent = server.asked(CHANGE).map(({ body }) => body as Body)
  expect(sent.map(({ name, address, before }) => [name, address, before.address])).toEqual([
    ['Riverside Park North', '12 River Road', '12 River Road'],
    ['Riverside Park South', '14 River Road', '14 River Road'],
  ])
})

it('edits a venue, and removes one with undo', async () => {
  const { user } = open([gym, venue()])
  expect(await rows()).toEqual([
    ['Gym', '–', '–', 'U12 Falcons'],
    ['Riverside Park', '12 River Road, Chicago, IL 60601', '1, 2', 'All teams'],
  ])
  await user.click(screen.getByRole('button', { name: 'Actions for Riverside Park' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit venue' }))
  form.getByText(/^Events that are already planned keep their name and address\./)
  await user.type(form.getByLabelText(/^Name/), ' North')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Updated')
  await screen.findByText('Riverside Park North')
  await user.click(screen.getByRole('button', { name: 'Actions for Gym' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove', hidden: true }))
  await screen.findByText('Removed. Events planned there keep the place.')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Gym')
  expect(server.asked(ADD)[0]?.params['orgUnitId']).toBe(teamId)
})

it('shows a coach the team’s venues, but does not allow editing those of the club', async () => {
  const { user } = open([venue()], { isAdmin: false })
  await screen.findByText('Riverside Park')
  expect(server.asked(LIST)[0]?.params).toEqual({ orgUnitId: teamId })
  await user.click(screen.getByRole('button', { name: 'Actions for Riverside Park' }))
  const item = await screen.findByRole('menuitem', { name: /^Edit/, hidden: true })
  expect(item.textContent).toContain('Only administrators and coaches with the right “Edit events” can do this.')
  await user.click(item)
  expect(screen.queryByRole('dialog')).toBeNull()
})
