import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import ClubScreen from '#web/teams/ClubScreen.tsx'
import { type FakeAnswers, showScreen, standInServer } from '../fakeServer.tsx'
import { event, organizationId } from '../people.ts'
import { admin, falcons, overview, search } from './club.ts'

const server = standInServer()
const open = (more: FakeAnswers = {}) => {
  server.answers({
    'GET /api/v1/playersAndTeams': admin,
    'GET /api/v1/orgOverview/{orgId}': overview(),
    'GET /rest-api/teams/search/{orgId}': search,
    ...more,
  })
  return showScreen(<ClubScreen />, { path: '/:orgId/teams/:menu?', at: `/${organizationId}/teams` })
}

type User = ReturnType<typeof open>['user']
async function choose(user: User, team: string, act: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${team}` }))
  await user.click(await screen.findByRole('menuitem', { name: act, hidden: true }))
}

const archive = async (user: User) => {
  await choose(user, 'Falcons', 'Archive')
  await user.click((await screen.findAllByRole('button', { name: 'Archive' })).at(-1) as HTMLElement)
}
async function bringBack(user: User) {
  await user.click(await screen.findByRole('radio', { name: 'All' }))
  await choose(user, 'Otters', 'Unarchive')
}

it('archives a team after confirmation, reloads the list, and unarchives it on Undo', async () => {
  const { user } = open()
  let teams = overview().teams
  server.answers({
    'GET /api/v1/orgOverview/{orgId}': () => overview({ teams }),
    'POST /o/{orgUnitId}/archive': () => {
      teams = []
      return { success: true, message: 'Successfully archived team' }
    },
    'POST /o/{orgUnitId}/unarchive': () => broughtBack(true),
  })
  await archive(user)
  await screen.findByText('Successfully archived team')
  expect(server.asked('POST /o/{orgUnitId}/archive').map(({ params }) => params)).toEqual([{ orgUnitId: falcons }])
  await screen.findByText('No teams yet')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Successfully unarchived team')
})

const MONTH = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
const before = (count: number, cursor: string | null = null) => ({
  events: Array.from({ length: count }, () => ({ ...event(), location: null })),
  cursor,
})
it.each([
  [before(1), /^1 upcoming event is hidden: families and/],
  [before(2), /^2 upcoming events are hidden/],
  [before(2, 'next'), /^At least 2 upcoming events are hidden/],
])('warns how many upcoming events archiving hides', async (has, said) => {
  const { user } = open({ [MONTH]: has })
  await choose(user, 'Falcons', 'Archive')
  const asks = within(await screen.findByRole('dialog', { name: 'Archive Falcons?' }))
  expect(asks.getByText(said)).toBeVisible()
  const [asked] = server.asked(MONTH)
  expect(asked?.params).toEqual({ orgUnitId: falcons })
  expect(Number(asked?.query['end'])).toBeGreaterThan(Number(asked?.query['start']))
  await user.click(asks.getByRole('button', { name: 'Cancel' }))
})

it.each<[string, FakeAnswers[typeof MONTH]]>([
  ['there are none', before(0)],
  ['their number is unknown', () => Promise.reject(new Problem('busy'))],
])('archives without that warning when %s', async (_, has) => {
  const { user } = open(has && { [MONTH]: has })
  await choose(user, 'Falcons', 'Archive')
  const asks = within(await screen.findByRole('dialog', { name: 'Archive Falcons?' }))
  expect(asks.queryByText(/\d upcoming events? (is|are) hidden/)).toBeNull()
  await user.click(asks.getByRole('button', { name: 'Cancel' }))
})

it.each([
  ['archived', 'POST /o/{orgUnitId}/archive', archive],
  ['unarchived', 'POST /o/{orgUnitId}/unarchive', bringBack],
] as const)('shows the server’s reason when a team cannot be %s', async (_, route, act) => {
  const { user } = open()
  server.answers({ [route]: () => Promise.reject(new Problem('conflict')) })
  await act(user)
  const said = await screen.findByText('Someone changed this at the same time. Please try again.')
  expect(said.closest('[role="alert"]')).not.toBeNull()
})

function broughtBack(hasLicence: boolean) {
  if (!hasLicence) throw new Problem('no_licence')
  return { success: true as const, message: 'Successfully unarchived team' }
}
it('keeps unarchiving pending without a license, and completes it once there is one', async () => {
  let left = 0
  const { user } = open()
  server.answers({
    'GET /api/v1/orgOverview/{orgId}': () => overview({ licenses: { given: 1, used: 1, licensesRemaining: left } }),
    'POST /o/{orgUnitId}/unarchive': () => broughtBack(left > 0),
  })
  await bringBack(user)
  const dialog = await screen.findByRole('dialog', { name: 'No license left' })
  left = 1
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
  await screen.findByText('Successfully unarchived team')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const BUY = 'GET /rest-api/payments/purchase/team/license/{teamId}'
const oneMore: FakeAnswers = {
  'GET /rest-api/payments/createteam/subscriptioninfo/{orgId}': {
    licensesRemaining: { licensesRemaining: 0 },
    subscriptionId: 'sub_1',
    plan: 'monthly',
    nowInCents: 350,
    monthlyInCents: 699,
    trialEnd: null,
    canBuy: true,
  },
}
it('unarchives a team once a license is bought for it', async () => {
  let bought = false
  const { user } = open()
  server.answers({
    ...oneMore,
    [BUY]: () => {
      bought = true
      return { success: true, licensesRemaining: 1 }
    },
    'POST /o/{orgUnitId}/unarchive': () => broughtBack(bought),
  })
  await bringBack(user)
  const dialog = within(await screen.findByRole('dialog', { name: 'No license left' }))
  expect(await dialog.findByText(/\$3\.50/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Get one more license' }))
  await screen.findByText('Successfully unarchived team')
  expect(server.asked(BUY)).toMatchObject([{ query: { subscriptionId: 'sub_1' } }])
})

it.each(['license_not_added', 'no_card', 'busy'] as const)('reports that a license was not added: %s', async (code) => {
  const { user } = open()
  server.answers({
    ...oneMore,
    [BUY]: () => Promise.reject(new Problem(code)),
    'POST /o/{orgUnitId}/unarchive': () => broughtBack(false),
  })
  await bringBack(user)
  await user.click(await screen.findByRole('button', { name: 'Get one more license' }))
  const said = await screen.findByText('Unable to add license')
  expect(said.closest('[role="alert"]')).not.toBeNull()
  expect(screen.getByRole('dialog', { name: 'No license left' })).toBeVisible()
})

/** Three teams of a club, none of them archived at first. */
function three(isRefused: (id: string) => boolean = () => false) {
  const archived = new Set<string>()
  const names = ['Falcons', 'Hawks', 'Kites']
  const ids = names.map((_, i) => `${organizationId}.t0000000001${i}`)
  const [team] = overview().teams as [ReturnType<typeof overview>['teams'][number]]
  const set = (id: string, to: boolean) => {
    if (isRefused(id)) throw new Problem(to ? 'conflict' : 'no_licence')
    if (to) archived.add(id)
    else archived.delete(id)
    return { success: true as const, message: '' }
  }
  const answering: FakeAnswers = {
    'GET /api/v1/orgOverview/{orgId}': () =>
      overview({
        licenses: { given: 3, used: 3, licensesRemaining: 0 },
        teams: ids.map((id, i) => ({ ...team, id, name: names[i] ?? '', archived: archived.has(id) })),
      }),
    'POST /o/{orgUnitId}/archive': ({ params }) => set(params['orgUnitId'] ?? '', true),
    'POST /o/{orgUnitId}/unarchive': ({ params }) => set(params['orgUnitId'] ?? '', false),
  }
  const asked = (act: 'archive' | 'unarchive') =>
    server.asked(`POST /o/{orgUnitId}/${act}`).map(({ params }) => params['orgUnitId'])
  return { ids, answering, asked }
}
async function chooseToArchive(user: User, names: string[]) {
  await user.click(await screen.findByRole('button', { name: 'Archive several teams' }))
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }))
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  return screen.findByRole('dialog', { name: `Archive ${names.length} teams?` })
}
async function archiveChosen(user: User, names: string[]) {
  const asks = await chooseToArchive(user, names)
  await user.click(within(asks).getByRole('button', { name: 'Archive' }))
}

it('archives several teams in sequence, keeps failed ones selected, and Undo restores the others', async () => {
  const { ids, answering, asked } = three((id) => id.endsWith('1'))
  const { user } = open(answering)
  await archiveChosen(user, ['Falcons', 'Hawks', 'Kites'])
  await screen.findByText(
    '2 teams archived. 1 could not be archived. Someone changed this at the same time. Please try again.',
  )
  expect(asked('archive')).toEqual(ids)
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1))
  expect(screen.getByRole('checkbox', { name: 'Choose Hawks' })).toBeChecked()
  expect(screen.getByText('1 team selected')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('2 teams unarchived.')
  expect(asked('unarchive')).toEqual([ids[0], ids[2]])
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(3))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it.each<[string, (string | null)[], RegExp]>([
  ['all are counted', [null, null], /^3 upcoming events are hidden/],
  ['one has more than a page', [null, 'next'], /^At least 3 upcoming events are hidden/],
])('warns how many upcoming events archiving several teams hides, where %s', async (_, cursors, said) => {
  const { ids, answering } = three()
  const { user } = open({
    ...answering,
    [MONTH]: ({ params }) => {
      const at = ids.indexOf(params['orgUnitId'] ?? '')
      return before(at + 1, cursors[at])
    },
  })
  const asks = within(await chooseToArchive(user, ['Falcons', 'Hawks']))
  expect(asks.getByText('Falcons and Hawks')).toBeVisible()
  expect(asks.getByText(said)).toBeVisible()
  await user.click(asks.getByRole('button', { name: 'Cancel' }))
})

it('stops unarchiving several teams when no license is left, and keeps the first one pending', async () => {
  let isFull = false
  const { ids, answering, asked } = three(() => isFull)
  const { user } = open(answering)
  await archiveChosen(user, ['Falcons', 'Hawks'])
  await screen.findByText('2 teams archived.')
  isFull = true
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('dialog', { name: 'No license left' })).toBeVisible()
  await screen.findByText(/^2 could not be unarchived\. Your organization has no team licen[cs]e left\./)
  expect(asked('unarchive')).toEqual([ids[0]])
})

it('offers archiving several teams only to users who may edit all of them', async () => {
  const { answering } = three()
  const [club] = admin.organizations
  open({
    ...answering,
    'GET /api/v1/playersAndTeams': { ...admin, organizations: club ? [{ ...club, permissions: [] }] : [] },
  })
  await screen.findByRole('button', { name: 'Kites' })
  expect(screen.queryByRole('button', { name: 'Archive several teams' })).toBeNull()
})
