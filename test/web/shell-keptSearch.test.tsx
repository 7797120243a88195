import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { flags } from '#shared/permissions.ts'
import type { AnswerOf } from '#web/api.ts'
import { standInServer } from './fakeServer.tsx'
import { organizationId, playersAndTeams, profile, teamId } from './people.ts'
import { open } from './shell-open.tsx'
import { overview, search } from './teams/club.ts'

/**
 * A user who goes from a list to an item and back finds the list filtered as before; the search text is not in the address.
 */

const server = standInServer()
const email = (number: number): AnswerOf<'GET /rest-api/mail/getEmails'>['emails'][number] => ({
  ...{ id: `${teamId}.m${String(number).padStart(11, '0')}`, subject: `Letter ${number}`, from: 'Carmen', read: true },
  ...{ orgUnit: 'U12 Falcons', beginning: '', players: [], urgent: false, time: '2026-11-20T18:00:00Z' },
})
const roster: AnswerOf<'GET /api/v1/team/{teamId}'> = {
  ...{ id: teamId, name: 'U12 Falcons', archived: false, dateArchived: null, isOrganization: false },
  ...{ isRosterVisible: true, season: '', color: '', sport: { name: 'Soccer', fieldLabel: 'Field' } },
  ...{ organization: { id: organizationId, name: 'Riverside FC' }, orgAdmins: [], myPlayers: [], permissions: [] },
  players: search.players.map((player) => ({ ...player, number: null, position: null })),
}
const club = {
  id: organizationId,
  name: 'World Cup 2026',
  orgAdmin: true,
  permissions: [...flags],
  academyEnabled: true,
}
const team = { id: teamId, name: 'U12 Falcons', permissions: [] }

const box = () => screen.findByRole<HTMLInputElement>('searchbox')
const type = async (user: UserEvent) => user.type(await box(), 'letter rosh')
/** Searches a long list, once its letter headings are rendered. */
async function typeAndSearch(user: UserEvent) {
  await screen.findByRole('button', { name: 'Expand all' })
  await type(user)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Expand all' })).toBeNull())
}
const isTyped = () => waitFor(async () => expect(await box()).toHaveValue('letter rosh'))
const tab = () => screen.findByRole('tab', { name: 'Texts' })
const status = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Status' })

it.each<[list: string, at: string, narrow: (user: UserEvent) => Promise<void>, isNarrowed: () => Promise<unknown>]>([
  ['the teams of a club', `/${organizationId}/teams`, typeAndSearch, isTyped],
  ['a roster', `/${organizationId}/${teamId}/teams`, type, isTyped],
  ['the user’s emails', '/email', type, isTyped],
  ['registrations', `/${organizationId}/registrations`, type, isTyped],
  [
    'fees',
    `/${organizationId}/payments`,
    async (user) => user.selectOptions(await status(), 'PAID'),
    async () => expect(await status()).toHaveValue('PAID'),
  ],
  [
    'agreements',
    `/agreements/${organizationId}`,
    async (user) => user.click(await tab()),
    async () => expect(await tab()).toHaveAttribute('aria-selected', 'true'),
  ],
])('keeps the filter of %s on Back', async (_, at, narrow, isNarrowed) => {
  server.answers({
    'GET /rest-api/users/profile': profile(),
    'GET /api/v1/playersAndTeams': playersAndTeams({
      organizations: [{ ...club, customRegistrationEnabled: true, teams: [team] }],
    }),
    'GET /api/v1/orgOverview/{orgId}': overview(),
    'GET /rest-api/teams/search/{orgId}': search,
    'GET /api/v1/team/{teamId}': roster,
    'GET /rest-api/mail/getEmails': { emails: [1, 2, 3, 4, 5, 6].map(email), cursor: null },
  })
  const { user } = open(at)
  await narrow(user)
  await isNarrowed()
  const kept = [location.href, JSON.stringify(history.state), ...Object.values({ ...localStorage, ...sessionStorage })]
  expect(kept.filter((text) => String(text).includes('rosh'))).toEqual([])
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
  await user.click(navigation.getByRole('link', { name: 'Today' }))
  await screen.findByRole('heading', { level: 1, name: 'Today' })
  act(() => history.back())
  await isNarrowed()
})
