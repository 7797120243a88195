import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { Key } from '#web/api.ts'
import StorageScreen from '#web/academy/StorageScreen.tsx'
import FirstStepsScreen from '#web/subscriptions/FirstStepsScreen.tsx'
import CreateTeamScreen from '#web/teams/CreateTeamScreen.tsx'
import TeamScreen from '#web/teams/TeamScreen.tsx'
import { otherAnswers, detail, item, listing } from './academy/items.ts'
import { address, standInServer } from './fakeServer.tsx'
import { adminOf, clubOf, coachOf, organizationId, teamId } from './people.ts'
import { showInShell } from './settings/inShell.tsx'

/** After a lost response the user edits and sends again; what was saved the first time is opened. */

const server = standInServer()
const said = /^This has already been saved the way you first sent it\./
/** The first response is lost; after that the server reports that something else was saved. */
function losesReply(): never {
  throw new Problem(lost++ === 0 ? 'busy' : 'saved_before')
}
let lost = 0
const bodies = <Body,>(route: Key) => server.asked(route).map(({ body }) => body as Body)

const ADD = 'POST /api/v1/addPlayersToTeam'
const INVITE = 'POST /rest-api/families/player/{playerId}/invite'
const CREATE = 'POST /rest-api/teams/create/{orgId}'
const BY_NAME = 'POST /rest-api/organization/add/team'
const PUT_IN = 'POST /rest-api/academy/storage/organization'
const OVERVIEW = 'GET /api/v1/orgOverview/{orgId}'
const mayAddTeams = {
  'GET /api/v1/playersAndTeams': adminOf(['canAddNewTeams']),
  [OVERVIEW]: clubOf([], {
    permissions: ['canAddNewTeams'],
    licenses: { given: 3, used: 0, licensesRemaining: 3 },
  }),
} as const

it('opens the player who was added when the birth date was corrected, also after a reload', async () => {
  lost = 0
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(teamId, ['canEditPlayers']),
    'GET /api/v1/team/{teamId}': {
      ...{ id: teamId, name: 'Curaçao', archived: false, dateArchived: null, isOrganization: false as const },
      ...{ isRosterVisible: true, season: '', color: '', sport: { name: 'Soccer', fieldLabel: 'Field' } },
      organization: { id: organizationId, name: 'World Cup 2026' },
      ...{ orgAdmins: [], players: [], myPlayers: [], permissions: ['canEditPlayers'] },
    },
    [ADD]: losesReply,
    [INVITE]: {},
  })
  const open = async () => {
    const path = '/:orgId/:teamId/teams'
    const shown = showInShell(<TeamScreen />, { path, at: `/${organizationId}/${teamId}/teams` })
    const button = () => screen.getByRole('button', { name: 'Add player' })
    await screen.findByRole('button', { name: 'Add player' })
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'))
    await shown.user.click(button())
    const form = within(await screen.findByRole('dialog', { name: 'Add a player to Curaçao' }))
    await form.findByRole('textbox', { name: 'First name' })
    return { ...shown, form, add: () => shown.user.click(form.getByRole('button', { name: 'Add player' })) }
  }
  const first = await open()
  await first.user.type(first.form.getByRole('textbox', { name: 'First name' }), 'Zoe')
  await first.add()
  await waitFor(() => expect(server.asked(ADD)).toHaveLength(1))
  await waitFor(() => expect(first.form.getByRole('button', { name: 'Add player' })).not.toHaveAttribute('aria-busy'))
  first.unmount()
  const again = await open()
  expect(again.form.getByRole('textbox', { name: 'First name' })).toHaveValue('Zoe')
  await again.user.type(again.form.getByRole('textbox', { name: 'Last name' }), 'Moreno')
  await again.user.type(again.form.getByRole('textbox', { name: /^Parent’s e-mail/ }), 'ana@home.example')
  await again.add()
  await screen.findByText(said)
  await screen.findByText('An invitation is on its way to ana@home.example.')
  type Body = { playersToAdd: { playerId: string; lastName: string }[] }
  const sent = bodies<Body>(ADD).flatMap(({ playersToAdd }) => playersToAdd)
  expect(sent.map(({ lastName }) => lastName)).toEqual(['', 'Moreno'])
  expect(sent[1]?.playerId).toBe(sent[0]?.playerId)
  expect(server.asked(INVITE)).toMatchObject([{ params: { playerId: sent[0]?.playerId } }])
  await waitFor(() => expect(address()).toBe(`/dashboard/player/${sent[0]?.playerId}?o=${teamId}`))
  expect(Object.keys(sessionStorage).filter((name) => name.includes('player.new'))).toEqual([])
})

it('opens the team that was created when its color was corrected, and uses no second license after a reload', async () => {
  lost = 0
  server.answers({ ...mayAddTeams, [CREATE]: losesReply })
  const open = async () => {
    const shown = showInShell(<CreateTeamScreen />, { path: '/createteam/:orgId', at: `/createteam/${organizationId}` })
    const name = await screen.findByRole('textbox', { name: 'Name' })
    return { ...shown, name, create: () => shown.user.click(screen.getByRole('button', { name: 'Create team' })) }
  }
  const first = await open()
  await first.user.type(first.name, 'U10 Pikes')
  await first.create()
  await waitFor(() => expect(server.asked(CREATE)).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create team' })).not.toHaveAttribute('aria-busy'))
  first.unmount()
  const again = await open()
  expect(again.name).toHaveValue('U10 Pikes')
  await again.user.type(again.name, ' II')
  await again.create()
  await screen.findByText(said)
  const ids = bodies<{ teamId: string }>(CREATE).map((body) => body.teamId)
  expect(ids[1]).toBe(ids[0])
  await waitFor(() => expect(address()).toBe(`/team/edit/${ids[0]}`))
  expect(Object.keys(sessionStorage).filter((name) => name.includes('newTeam'))).toEqual([])
})

it('resends a team that took the last license when its response was lost, without buying another', async () => {
  const BUY = 'GET /rest-api/payments/purchase/team/license/{teamId}'
  lost = 0
  const overview = (left: number) =>
    clubOf([], { permissions: ['canAddNewTeams'], licenses: { given: 1, used: 1 - left, licensesRemaining: left } })
  const cost = { subscriptionId: null, plan: null, nowInCents: 900, monthlyInCents: 900, trialEnd: null, canBuy: true }
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canAddNewTeams', 'canEditBilling']),
    'GET /rest-api/payments/createteam/subscriptioninfo/{orgId}': {
      ...cost,
      licensesRemaining: { licensesRemaining: 0 },
    },
    [OVERVIEW]: () => overview(server.asked(CREATE).length === 0 ? 1 : 0),
    [CREATE]: losesReply,
    [BUY]: { success: true, licensesRemaining: 0 },
  })
  const open = async () => {
    const shown = showInShell(<CreateTeamScreen />, { path: '/createteam/:orgId', at: `/createteam/${organizationId}` })
    return { ...shown, name: await screen.findByRole('textbox', { name: 'Name' }) }
  }
  const create = () => screen.getByRole('button', { name: 'Create team' })
  const first = await open()
  await first.user.type(first.name, 'U10 Pikes')
  await first.user.click(create())
  await waitFor(() => expect(server.asked(CREATE)).toHaveLength(1))
  await waitFor(() => expect(create()).not.toHaveAttribute('aria-busy'))
  first.unmount()
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Get one more license' }))
  await screen.findByText(/^No license is available\. This team may already exist/)
  expect(create()).not.toHaveAttribute('aria-disabled')
  await user.click(create())
  await screen.findByText(said)
  const ids = bodies<{ teamId: string }>(CREATE).map((body) => body.teamId)
  expect(ids[1]).toBe(ids[0])
})

it('opens the team created in the first steps when its name was corrected', async () => {
  lost = 1
  server.answers({ ...mayAddTeams, [BY_NAME]: losesReply })
  const at = `/${organizationId}/first-steps`
  const { user } = showInShell(<FirstStepsScreen />, { path: '/:orgId/first-steps', at })
  await user.type(await screen.findByLabelText(/^Name of the team/), 'U10 Pikes')
  await user.click(screen.getByRole('button', { name: 'Add team' }))
  await screen.findByText(said)
  const [sent] = bodies<{ teamId: string }>(BY_NAME)
  await waitFor(() => expect(address()).toBe(`/team/edit/${sent?.teamId}`))
})

it('opens the saved library link when its address was corrected', async () => {
  lost = 0
  const stands = item('a', { name: 'Laws', type: 'LINK', fileMetadata: null, hyperLink: 'https://laws.example/' })
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    ...otherAnswers,
    'GET /rest-api/academy/storage/organization/{orgId}': listing([]),
    'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': detail(stands),
    [PUT_IN]: losesReply,
  })
  const path = '/academy/storage/:orgId/:teamId?/organization/:folderId?'
  const { user } = showInShell(<StorageScreen />, { path, at: `/academy/storage/${organizationId}/organization` })
  await user.click(await screen.findByRole('button', { name: 'Add' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New link', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New link' }))
  const address = () => dialog.getByRole<HTMLInputElement>('textbox', { name: /Web address/ })
  await user.type(await dialog.findByRole('textbox', { name: 'Name' }), 'Laws')
  await user.type(address(), 'https://laws.example/new')
  for (const times of [1, 2]) {
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(server.asked(PUT_IN)).toHaveLength(times))
  }
  await screen.findByText(said)
  await dialog.findByRole('button', { name: 'Save' })
  expect(address().value).toBe('https://laws.example/')
  const parts = bodies<{ part: string }>(PUT_IN).map(({ part }) => part)
  expect(parts[1]).toBe(parts[0])
})
