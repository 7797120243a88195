import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import RegistrationsScreen from '#web/registrations/RegistrationsScreen.tsx'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { organizationId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { registrar } from './registrar.ts'

const server = standInServer()
const LIST = 'GET /rest-api/registration/list/{orgUnitId}'
const DELETE = 'DELETE /rest-api/registration/{registrationId}'
const row = (letter: string, name: string, registrationStatus: 'DRAFT' | 'OPEN') => ({
  registrationId: `${teamId}.r0000000000${letter}`,
  registrationType: 'TEAM' as const,
  name,
  orgUnit: { id: teamId, name: 'U12 Falcons' },
  tags: [],
  registrationStatus,
  launchDate: null,
  closeDate: null,
  createdAt: '2026-11-01T12:00:00.000Z',
})

function open(more: FakeAnswers = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': registrar(),
    [LIST]: { registrations: [row('a', 'Fall season', 'OPEN'), row('b', 'Spring season', 'DRAFT')], cursor: null },
    'GET /rest-api/tag/names/{orgUnitId}': {
      tags: ['Keeper', 'U12', 'U14'].map((name) => ({ id: `${organizationId}.t${name.toLowerCase()}`, name })),
    },
    ...more,
  })
  return showInShell(<RegistrationsScreen />, {
    path: '/:orgId/:teamId/registrations',
    at: `/${organizationId}/${teamId}/registrations`,
  })
}

it('lists registrations that have all selected tags', async () => {
  const { user } = open()
  const chips = within(await screen.findByRole('group', { name: 'Tags' }))
  const idOf = (name: string) => `${organizationId}.t${name}`
  const wanted = () => server.asked(LIST).at(-1)?.query['tags']
  await user.click(chips.getByRole('button', { name: 'U12' }))
  await waitFor(() => expect(wanted()).toBe(idOf('u12')))
  await user.click(chips.getByRole('button', { name: 'Keeper' }))
  await waitFor(() => expect(wanted()).toBe(`${idOf('u12')},${idOf('keeper')}`))
  expect(chips.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)).toEqual([
    'Keeper',
    'U12',
  ])
  await user.click(chips.getByRole('button', { name: 'U12' }))
  await waitFor(() => expect(wanted()).toBe(idOf('keeper')))
})

it('opens a launched registration at who has registered, and a draft at its setup', async () => {
  open()
  const target = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await target('Fall season')).toMatch(/\/team-registration\/.*r0000000000a\?step=track$/)
  expect(await target('Spring season')).toMatch(/\/team-registration\/.*r0000000000b$/)
})

it('says once why no more tags can be selected, and expands and collapses them keeping the focus', async () => {
  const tags = Array.from({ length: 25 }, (_, i) => ({ id: `${organizationId}.t${i}`, name: `Tag ${i}` }))
  const { user } = open({ 'GET /rest-api/tag/names/{orgUnitId}': { tags } })
  const chips = within(await screen.findByRole('group', { name: 'Tags' }))
  const chip = (i: number) => chips.getByRole('button', { name: `Tag ${i}` })
  await user.click(chips.getByRole('button', { name: 'Show all 25 tags' }))
  expect(chips.getAllByRole('button')).toHaveLength(26)
  expect(document.activeElement).toBe(chips.getByRole('button', { name: 'Show fewer tags', expanded: true }))
  for (let i = 0; i < 20; i++) await user.click(chip(i))
  const reason = 'A registration can have up to 20 tags.'
  expect(screen.getAllByText(reason)).toHaveLength(1)
  for (const i of [20, 24]) expect(chip(i)).toHaveAccessibleDescription(reason)
  expect(chip(24)).toHaveAttribute('aria-disabled', 'true')
  await user.click(chip(24))
  expect(chips.getAllByRole('button', { pressed: true })).toHaveLength(20)
  await user.click(chip(0))
  expect(screen.queryByText(reason)).toBeNull()
  await user.click(chips.getByRole('button', { name: 'Show fewer tags' }))
  expect(document.activeElement).toBe(chips.getByRole('button', { name: 'Show all 25 tags', expanded: false }))
  expect(chips.getAllByRole('button')).toHaveLength(21)
})

it('deletes an open registration after a warning, and says why one with players cannot be deleted', async () => {
  const { user } = open({
    [DELETE]: () => {
      throw new Problem('registration_in_use')
    },
  })
  await user.click(await screen.findByRole('button', { name: /Fall season/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }))
  const asked = within(await screen.findByRole('dialog'))
  asked.getByText(/Families can no longer find it, and/)
  expect(server.asked(DELETE)).toEqual([])
  await user.click(asked.getByRole('button', { name: 'Delete' }))
  await screen.findByText(/Players have registered here\./)
  expect(server.asked(DELETE)[0]?.params).toEqual({ registrationId: `${teamId}.r0000000000a` })
})

it('copies a registration once when the menu item is double-clicked', async () => {
  const COPY = 'POST /rest-api/registration/copy/{registrationId}'
  const { user } = open({ [COPY]: ({ body }) => body as { registrationId: string } })
  await user.click(await screen.findByRole('button', { name: /Fall season/ }))
  const item = await screen.findByRole('menuitem', { name: 'Copy for a new season', hidden: true })
  // As in a double-click: the first click has been rendered, but the menu is still open.
  item.click()
  await Promise.resolve()
  item.click()
  await waitFor(() => expect(server.asked(COPY)).not.toEqual([]))
  expect(server.asked(COPY)).toHaveLength(1)
})

it('copies a registration for another team, with the same id on a retry', async () => {
  const COPY = 'POST /rest-api/registration/copy/{registrationId}'
  const otters = `${organizationId}.t0000000000b`
  let lost = true
  const { user } = open({
    'GET /rest-api/registration/teams/{orgId}': {
      all: true,
      teams: [
        { id: teamId, name: 'U12 Falcons' },
        { id: otters, name: 'U14 Otters' },
      ],
    },
    [COPY]: ({ body }) => {
      if (lost) throw new Problem('busy')
      return body as { registrationId: string }
    },
  })
  await user.click(await screen.findByRole('button', { name: /Fall season/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy for another team', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy Fall season' }))
  const choice = await dialog.findByRole('combobox', { name: 'For' })
  expect(dialog.getByRole('button', { name: 'Copy' })).toHaveAccessibleDescription('Choose a team.')
  expect(within(choice).queryByRole('option', { name: 'U12 Falcons' })).toBeNull()
  await user.selectOptions(choice, 'U14 Otters')
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(server.asked(COPY)).toHaveLength(1))
  lost = false
  await user.click(await dialog.findByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(server.asked(COPY)).toHaveLength(2))
  const [first, second] = server.asked(COPY)
  expect(second?.params).toEqual({ registrationId: `${teamId}.r0000000000a` })
  expect(second?.body).toEqual(first?.body)
  expect(second?.body).toEqual({ registrationId: expect.stringMatching(new RegExp(`^${otters}\\.r`)) })
})

it('says that registration is not available for the club, and makes no requests', async () => {
  const { organizations, ...rest } = registrar()
  open({
    'GET /api/v1/playersAndTeams': {
      ...rest,
      // A user who may manage registrations sees this, even if they are a coach as well.
      organizations: organizations.map((club) => ({
        ...club,
        teams: club.teams.map((team) => ({ ...team, permissions: [...team.permissions, 'canEditTeam' as const] })),
        customRegistrationEnabled: false,
      })),
    },
  })
  await screen.findByText('Online registration is not available for your club yet')
  expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull()
  expect(server.asked(LIST)).toEqual([])
})

it('copies several registrations, keeps failed ones selected, and retries them with the same id', async () => {
  const COPY = 'POST /rest-api/registration/copy/{registrationId}'
  let refuses = true
  const { user } = open({
    [COPY]: ({ params, body }) => {
      if (refuses && params['registrationId'] === `${teamId}.r0000000000b`) throw new Problem('conflict')
      return body as { registrationId: string }
    },
    [DELETE]: {},
  })
  const copy = async (name: string) => user.click(await screen.findByRole('button', { name }))
  await user.click(await screen.findByRole('checkbox', { name: 'Choose all' }))
  await copy('Copy 2 registrations for a new season')
  await screen.findByText(/^1 registration copied, .* 1 could not be copied\. Someone changed this/)
  refuses = false
  await copy('Copy 1 registration for a new season')
  await waitFor(() => expect(server.asked(COPY)).toHaveLength(3))
  const [first, second, third] = server.asked(COPY)
  expect([first, second, third].map((asked) => asked?.params['registrationId'])).toEqual(
    ['a', 'b', 'b'].map((letter) => `${teamId}.r0000000000${letter}`),
  )
  expect(third?.body).toEqual(second?.body)
  expect(second?.body).toEqual({ registrationId: expect.stringMatching(new RegExp(`^${teamId}\\.r`)) })
  expect(second?.body).not.toEqual(first?.body)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Copy 1/ })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('1 copy deleted.')
  expect(server.asked(DELETE).map(({ params }) => params)).toEqual([second?.body])
})

it('copies several registrations for selected teams, by default an archived team’s active namesake', async () => {
  const COPY = 'POST /rest-api/registration/copy/{registrationId}'
  const [falcons, otters] = ['b', 'c'].map((letter) => `${organizationId}.t0000000000${letter}`)
  const { user } = open({
    'GET /rest-api/registration/teams/{orgId}': {
      all: false,
      teams: [
        { id: falcons ?? '', name: 'U12 Falcons' },
        { id: otters ?? '', name: 'U14 Otters' },
      ],
    },
    [LIST]: {
      registrations: [
        row('a', 'Fall season', 'OPEN'),
        { ...row('b', 'Camp', 'OPEN'), orgUnit: { id: organizationId, name: 'Springfield FC' } },
      ],
      cursor: null,
    },
    [COPY]: ({ body }) => body as { registrationId: string },
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Choose all' }))
  await user.click(await screen.findByRole('button', { name: 'Copy for other teams' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy 2 registrations' }))
  expect(await dialog.findByRole('combobox', { name: 'Fall season' })).toHaveDisplayValue('U12 Falcons')
  expect(dialog.getByRole('button', { name: 'Copy' })).toHaveAccessibleDescription('Choose a team for each.')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Camp' }), 'U14 Otters')
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  await screen.findByText(/^2 registrations copied/)
  expect(server.asked(COPY).map(({ params, body }) => [params['registrationId'], body])).toEqual(
    [falcons, otters].map((unit, i) => [
      `${teamId}.r0000000000${'ab'[i]}`,
      { registrationId: expect.stringMatching(new RegExp(`^${unit}\\.r`)) },
    ]),
  )
})

it('copies an archived team’s registration only for an active team, preselected if its name is unique', async () => {
  const COPY = 'POST /rest-api/registration/copy/{registrationId}'
  const [again = '', twin = ''] = ['b', 'c'].map((letter) => `${organizationId}.t0000000000${letter}`)
  const { organizations, ...rest } = registrar()
  const playing = [{ id: again, name: 'U12 Falcons' }]
  const { user } = open({
    'GET /api/v1/playersAndTeams': {
      ...rest,
      organizations: organizations.map((club) => ({
        ...club,
        teams: club.teams.map((team) => ({ ...team, archived: true })),
      })),
    },
    'GET /rest-api/registration/teams/{orgId}': () => ({ all: false, teams: playing }),
    [COPY]: () => {
      throw new Problem('busy')
    },
  })
  await user.click(await screen.findByRole('button', { name: /Fall season/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy for a new season', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy Fall season' }))
  expect(await dialog.findByRole('combobox', { name: 'For' })).toHaveValue(again)
  expect(server.asked(COPY)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(server.asked(COPY)).toHaveLength(1))
  expect(server.asked(COPY)[0]?.body).toEqual({ registrationId: expect.stringMatching(new RegExp(`^${again}\\.r`)) })
  await user.keyboard('{Escape}')
  // Of two teams with that name the user has to select one.
  playing.push({ id: twin, name: 'U12 Falcons' })
  await user.click(await screen.findByRole('checkbox', { name: 'Choose all' }))
  await user.click(await screen.findByRole('button', { name: 'Copy 2 registrations for a new season' }))
  const both = within(await screen.findByRole('dialog', { name: 'Copy 2 registrations' }))
  await waitFor(() => expect(both.getByRole('combobox', { name: 'Fall season' })).toHaveValue(''))
  expect(both.getByRole('button', { name: 'Copy' })).toHaveAccessibleDescription('Choose a team for each.')
  expect(server.asked(COPY)).toHaveLength(1)
})

it('closes the dialog and reads the list again if the registration was created before with another type', async () => {
  const CREATE = 'POST /rest-api/registration/create'
  let isLost = true
  const { user } = open({
    'GET /rest-api/registration/teams/{orgId}': { all: true, teams: [{ id: teamId, name: 'U12 Falcons' }] },
    [CREATE]: () => {
      throw new Problem(isLost ? 'busy' : 'saved_before')
    },
  })
  await screen.findByRole('button', { name: /Fall season/ })
  await user.click(screen.getByRole('button', { name: 'Create a registration' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a registration' }))
  await user.click(await dialog.findByRole('button', { name: 'Start' }))
  await waitFor(() => expect(server.asked(CREATE)).toHaveLength(1))
  isLost = false
  const reads = server.asked(LIST).length
  await user.click(dialog.getByRole('radio', { name: /^Event/ }))
  await user.click(await dialog.findByRole('button', { name: 'Start' }))
  await screen.findByText(/already been saved the way/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked(LIST).length).toBeGreaterThan(reads)
})
