import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import OrganizationsScreen from '#web/settings/OrganizationsScreen.tsx'
import SettingsScreen from '#web/settings/SettingsScreen.tsx'
import { address, standInServer } from '../fakeServer.tsx'
import { adminOf, organizationId, playersAndTeams } from '../people.ts'
import { showInShell } from './inShell.tsx'

const server = standInServer()
const READ = 'GET /rest-api/organization/details/{orgId}'
const SAVE = 'PATCH /rest-api/organization/settings/{orgId}'
type Details = AnswerOf<typeof READ>

const details = (given: Partial<Details> = {}): Details => ({
  id: organizationId,
  name: 'Riverside FC',
  sport: { name: 'Soccer', fieldLabel: 'Field' },
  timezone: 'America/Chicago',
  country: '',
  phone: '',
  address: '',
  website: '',
  isRosterVisible: true,
  chatEnabled: true,
  academyEnabled: false,
  customRegistrationEnabled: false,
  adminSecondFactor: false,
  processingFeePerMil: 29,
  processingFeeInCents: 70,
  reminderHours: [],
  playerFields: [],
  orgAdmin: true,
  permissions: ['canEditTeam'],
  revision: 4,
  ...given,
})

function open(page: string, { may = true } = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf([may ? 'canEditTeam' : 'canEditFees']),
    [READ]: details(),
    [SAVE]: ({ body }) =>
      details({ ...(body as Partial<Details>), sport: { name: 'Hockey', fieldLabel: 'Rink' }, revision: 5 }),
  })
  return showInShell(<SettingsScreen />, { path: '/settings/:id/:page', at: `/settings/${organizationId}/${page}` })
}

it('saves the club’s settings based on the revision that was read', async () => {
  const { user } = open('settings')
  const name = await screen.findByLabelText(/^Name/)
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Required.')
  await user.type(name, 'Riverside United')
  await user.selectOptions(screen.getByLabelText('Sport'), 'Hockey')
  await screen.findByText('Playing areas are called “Rink”.')
  await user.type(screen.getByLabelText('Phone'), '555')
  await user.click(screen.getByLabelText('1 day before the event'))
  await user.click(screen.getByLabelText('Academy'))
  expect(screen.getByLabelText<HTMLInputElement>('Academy').checked).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('9 digits required.')
  await user.type(screen.getByLabelText('Phone'), '123456')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved successfully')
  expect(server.asked(SAVE).map(({ body }) => body)).toEqual([
    {
      name: 'Riverside United',
      sport: 'Hockey',
      timezone: 'America/Chicago',
      country: '',
      phone: '555123456',
      address: '',
      website: '',
      isRosterVisible: true,
      chatEnabled: true,
      reminderHours: [24],
      revision: 4,
    },
  ])
  await screen.findByRole('heading', { level: 1, name: 'Settings of Riverside United' })
})

it('rejects settings based on a stale revision, and reloads them', async () => {
  const { user } = open('settings')
  await screen.findByLabelText(/^Name/)
  server.answers({
    [SAVE]: () => {
      throw new Problem('conflict')
    },
    [READ]: details({ name: 'Renamed', revision: 5 }),
  })
  await user.click(screen.getByLabelText('Chat'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Someone changed this at the same time. Please try again.')
  expect(await screen.findByDisplayValue('Renamed')).toBeDefined()
})

it('shows fees and why the club cannot change them, and saves custom fields', async () => {
  const { user } = open('registration')
  await screen.findByText('2.9% of the amount and $0.70 per transaction')
  expect(screen.getAllByText('Touchline sets this together with your club. Contact us to change it.')).toHaveLength(2)
  await user.click(screen.getByLabelText('Online Registration'))
  await user.click(screen.getByRole('button', { name: 'Add question' }))
  await user.type(screen.getByLabelText(/^Question/), 'Shirt size')
  await user.selectOptions(screen.getByLabelText('Answer'), 'Choose from a list')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('At least 1.')
  await user.type(screen.getByLabelText(/^Choices/), 'S, M')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved successfully')
  expect(server.asked(SAVE).map(({ body }) => body)).toEqual([
    {
      playerFields: [
        {
          id: expect.stringMatching(/^q[0-9a-z]{11}$/),
          name: 'Shirt size',
          type: 'CHOICE',
          choices: ['S', 'M'],
          required: false,
        },
      ],
      revision: 4,
    },
  ])
})

it('asks before a custom field with answers is deleted, and keeps the input on Cancel', async () => {
  const school = { id: 'q00000000001', name: 'School', type: 'TEXT' as const, choices: [], required: false }
  const { user } = open('registration')
  server.answers({ [READ]: details({ playerFields: [school] }) })
  await user.click(await screen.findByRole('button', { name: 'Remove School' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const asked = async () => within(await screen.findByRole('dialog', { name: 'Remove School?' }))
  ;(await asked()).getByText('Existing answers are no longer shown for any player.')
  await user.click((await asked()).getByRole('button', { name: 'Cancel' }))
  expect(server.asked(SAVE)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click((await asked()).getByRole('button', { name: 'Remove' }))
  await screen.findByText('Saved successfully')
  expect(server.asked(SAVE).map(({ body }) => body)).toEqual([{ playerFields: [], revision: 4 }])
})

it('says which right is required to change the settings', async () => {
  const { user } = open('settings', { may: false })
  const save = await screen.findByRole('button', { name: 'Save' })
  await screen.findAllByText(/with the right “Edit team settings” can do this/)
  await user.click(save)
  expect(server.asked(SAVE)).toEqual([])
})

it('has tabs with addresses of their own', async () => {
  const { user } = open('settings')
  await user.click(await screen.findByRole('tab', { name: 'Registration' }))
  await screen.findByRole('heading', { name: 'Processing fees' })
  expect(address()).toBe(`/settings/${organizationId}/registration`)
})

it('lists the user’s clubs with links', async () => {
  server.answers({
    'GET /rest-api/organization/details': {
      organizations: [
        {
          id: organizationId,
          name: 'Riverside FC',
          sport: { name: 'Soccer', fieldLabel: 'Field' },
          timezone: 'America/Chicago',
          orgAdmin: true,
          permissions: ['canEditTeam'],
          teamCount: 3,
        },
      ],
    },
  })
  showInShell(<OrganizationsScreen />, { path: '/organizations' })
  const item = within(await screen.findByRole('listitem'))
  expect(item.getByText(/3 teams/).textContent).toBe('Administrator 3 teams · Soccer')
  expect(item.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe(`/settings/${organizationId}/settings`)
  for (const name of ['Venues', 'Administrators']) expect(item.queryByRole('link', { name })).toBeNull()
})

it('lets a coach leave their team after confirmation', async () => {
  const team = { id: `${organizationId}.t0000000000a`, name: 'U12 Falcons', permissions: ['canEditEvents' as const] }
  const club = { id: organizationId, name: 'Riverside FC', orgAdmin: false, permissions: [] }
  const others = [{ id: `${organizationId}.t0000000000b`, name: 'U14 Otters', permissions: [] }]
  const has = { academyEnabled: false, customRegistrationEnabled: false }
  const LEAVE = 'POST /rest-api/organization/leave'
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({ organizations: [{ ...club, ...has, teams: [team, ...others] }] }),
    'GET /rest-api/organization/details': {
      organizations: [
        { ...club, sport: { name: 'Soccer', fieldLabel: 'Field' }, timezone: 'America/Chicago', teamCount: 1 },
      ],
    },
    [LEAVE]: {},
  })
  const { user } = showInShell(<OrganizationsScreen />, { path: '/organizations' })
  const leave = await screen.findByRole('button', { name: 'Leave U12 Falcons' })
  expect(screen.queryAllByRole('button', { name: /^Leave/ })).toEqual([leave])
  await user.click(leave)
  const question = within(await screen.findByRole('dialog', { name: 'Leave U12 Falcons?' }))
  expect(server.asked(LEAVE)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Leave' }))
  await screen.findByText('You no longer help run U12 Falcons.')
  expect(server.asked(LEAVE).map(({ body }) => body)).toEqual([{ orgUnitId: team.id }])
})

it('shows an empty state without clubs', async () => {
  server.answers({ 'GET /rest-api/organization/details': { organizations: [] } })
  showInShell(<OrganizationsScreen />, { path: '/organizations' })
  expect(await screen.findByText('No organizations yet')).toBeDefined()
})
