import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import { clearPersonalData } from '#web/session/tokens.ts'
import { addRecent, readRecents } from '#web/shell/recents.ts'
import { address, standInServer } from './fakeServer.tsx'
import { organizationId as orgId, playersAndTeams, today } from './people.ts'
import { open } from './shell-open.tsx'

const server = standInServer()
const me = 'user-1'
const team = (number: number) => ({ orgId, teamId: `${orgId}.t0000000000${number}` })
const admin = (teams: number, orgAdmin = true): AnswerOf<'GET /api/v1/playersAndTeams'> =>
  playersAndTeams({
    organizations: [
      {
        id: orgId,
        name: 'World Cup 2026',
        orgAdmin,
        permissions: [],
        teams: Array.from({ length: teams }, (_, number) => ({
          id: team(number).teamId,
          name: `Team ${number}`,
          permissions: [],
        })),
        academyEnabled: false,
        customRegistrationEnabled: false,
      },
    ],
  })

beforeEach(() => {
  server.answers({
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': admin(9),
    'GET /api/v1/teamEventsByMonth/{orgUnitId}': { events: [], cursor: null },
  })
})

async function openSelector(user: ReturnType<typeof open>['user'], title: string) {
  await user.click(await screen.findByRole('button', { name: title }))
  return screen.findByRole('dialog', { name: 'Players and teams' })
}
const listed = (dialog: HTMLElement) =>
  within(within(dialog).getByRole('list', { name: 'Recents' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

describe('recent selections', () => {
  test('are kept newest first, without duplicates, at most six', () => {
    for (const number of [0, 1, 2, 3, 4, 5, 6, 3]) addRecent(me, team(number))
    addRecent(me, { orgId })
    expect(readRecents(me)).toEqual([{ orgId }, ...[3, 6, 5, 4, 2].map(team)])
  })
  test('are kept per user, also after signing out', () => {
    addRecent(me, team(1))
    expect(readRecents('user-2')).toEqual([])
    clearPersonalData()
    expect(readRecents(me)).toEqual([team(1)])
  })
  test.each(['{', '7', '{"orgId":"a"}', '[null, 7, {"teamId":"a"}, {"orgId":7}]'])(
    'ignore invalid stored data: %s',
    (kept) => {
      localStorage.setItem(`touchline.recents.${me}`, kept)
      expect(readRecents(me)).toEqual([])
    },
  )
})

describe('the Recents list in COACH VIEW', () => {
  test('shows recent selections at the top, which are links', async () => {
    const { user } = open(`/${orgId}/${team(0).teamId}/calendar`)
    const first = await openSelector(user, 'Team 0')
    expect(listed(first)).toEqual(['Team 0World Cup 2026'])
    await user.click(within(first).getByRole('button', { name: 'Team 1' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const second = await openSelector(user, 'Team 1')
    expect(listed(second)).toEqual(['Team 1World Cup 2026', 'Team 0World Cup 2026'])
    expect(within(second).getAllByRole('heading', { level: 4 })[0]?.textContent).toBe('Recents')
    await user.click(within(second).getByRole('button', { name: /^Team 0 ?World Cup/ }))
    await waitFor(() => expect(address()).toBe(`/${orgId}/${team(0).teamId}/calendar`))
  })
  test('marks archived teams, as the other lists do', async () => {
    const { organizations, ...rest } = admin(3)
    const [club] = organizations.map(({ teams, ...each }) => ({
      ...each,
      teams: teams.map((one) => ({ ...one, archived: one.name === 'Team 1' })),
    }))
    server.answers({ 'GET /api/v1/playersAndTeams': { ...rest, organizations: club ? [club] : [] } })
    addRecent(me, team(1))
    const { user } = open('/today')
    const dialog = await openSelector(user, 'SELECT A TEAM')
    expect(listed(dialog)).toEqual(['Team 1World Cup 2026 · Archived'])
    const teams = within(within(dialog).getByRole('list', { name: 'World Cup 2026' })).getAllByRole('button')
    expect(teams.map(({ textContent }) => textContent)).toEqual([
      ...['World Cup 2026Whole organization', 'Team 0', 'Team 1Archived', 'Team 2'],
    ])
  })
  test('omits teams that the user has no access to any more', async () => {
    for (const recent of [team(1), { orgId }, team(7), { orgId: 'o0000000000z' }]) addRecent(me, recent)
    server.answers({ 'GET /api/v1/playersAndTeams': admin(3, false) })
    const { user } = open('/today')
    expect(listed(await openSelector(user, 'SELECT A TEAM'))).toEqual(['Team 1World Cup 2026'])
  })
  test('names an organization selected as a whole', async () => {
    addRecent(me, { orgId })
    const { user } = open('/today')
    expect(listed(await openSelector(user, 'SELECT A TEAM'))).toEqual(['World Cup 2026Whole organization'])
  })
  test('is absent before anything was selected, and during a search', async () => {
    const { user, unmount } = open('/today')
    const dialog = await openSelector(user, 'SELECT A TEAM')
    expect(within(dialog).queryByRole('list', { name: 'Recents' })).toBeNull()
    unmount()
    addRecent(me, team(1))
    const again = open('/today')
    const sought = await openSelector(again.user, 'SELECT A TEAM')
    expect(listed(sought)).toHaveLength(1)
    await again.user.type(within(sought).getByRole('searchbox', { name: 'Find a team' }), '1')
    expect(within(sought).getAllByRole('listitem')).toHaveLength(1)
  })
  test('is there for a user with a single team as well', async () => {
    addRecent(me, team(0))
    server.answers({ 'GET /api/v1/playersAndTeams': admin(1, false) })
    const { user } = open('/today')
    expect(listed(await openSelector(user, 'Team 0'))).toEqual(['Team 0World Cup 2026'])
  })
  test('does not keep a team that the user sees only as family', async () => {
    const player = { id: `${orgId}.p0000000000a`, name: 'Mia', orgUnits: [] }
    server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams({ players: [player] }) })
    open(`/${orgId}/${team(0).teamId}/calendar`)
    await screen.findByRole('link', { name: 'Calendar' })
    await waitFor(() => expect(localStorage.getItem(`touchline.of.${me}.selection`)).not.toBeNull())
    expect(readRecents(me)).toEqual([])
  })
})
